//! Reductions along several dimensions, and the shapes of those that keep the reduced dimensions.

use crate::tensor::dimension_index;

/// How a reduction along several dimensions is one along a single dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reduction {
    /// The order of the dimensions in which the reduced ones are together.
    pub(crate) order: Vec<usize>,
    /// The sizes in this order, where all reduced dimensions are one.
    pub(crate) shape: Vec<usize>,
    /// The dimension that they are.
    pub(crate) axis: i64,
}

/// A reduction of a tensor along these dimensions; none if it has no such dimensions, or if one is
/// given twice.
pub(crate) fn along(shape: &[usize], axes: &[i64]) -> Option<Reduction> {
    let reduced = places(shape, axes)?;
    let kept: Vec<usize> = (0..shape.len()).filter(|index| !reduced.contains(index)).collect();
    let count: usize = reduced.iter().map(|index| shape[*index]).product();
    let sizes: Vec<usize> = kept.iter().map(|index| shape[*index]).collect();
    // Only the last dimensions are combined as those of a whole tensor are.
    Some(match kept.iter().all(|index| *index < kept.len()) {
        true => Reduction {
            order: [kept, reduced].concat(),
            shape: [sizes, vec![count]].concat(),
            axis: -1,
        },
        false => Reduction {
            order: [reduced, kept].concat(),
            shape: [vec![count], sizes].concat(),
            axis: 0,
        },
    })
}

/// The sizes of a result that keeps the dimensions along which a tensor is reduced; all if there
/// are none.
pub(crate) fn kept(shape: &[usize], axes: &[i64]) -> Option<Vec<usize>> {
    let reduced = places(shape, axes)?;
    let is_reduced = |index: usize| axes.is_empty() || reduced.contains(&index);
    let sizes = shape.iter().enumerate();
    Some(sizes.map(|(index, size)| if is_reduced(index) { 1 } else { *size }).collect())
}

/// The dimensions in increasing order.
fn places(shape: &[usize], axes: &[i64]) -> Option<Vec<usize>> {
    let places = axes.iter().map(|axis| dimension_index(*axis, shape.len()));
    let mut places: Vec<usize> = places.collect::<Option<_>>()?;
    places.sort_unstable();
    places.windows(2).all(|pair| pair[0] != pair[1]).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn reduced_dimensions_become_one() {
        let last = Reduction { order: vec![0, 1, 2], shape: vec![2, 12], axis: -1 };
        assert_eq!(along(&[2, 3, 4], &[-1, 1]), Some(last));
        let around = Reduction { order: vec![0, 2, 1], shape: vec![8, 3], axis: 0 };
        assert_eq!(along(&[2, 3, 4], &[0, 2]), Some(around));
        assert_eq!(along(&[2, 3, 4], &[0, -3]), None);
        assert_eq!(kept(&[2, 3, 4], &[0, 2]), Some(vec![1, 3, 1]));
        assert_eq!(kept(&[2, 3], &[]), Some(vec![1, 1]));
    }
}
