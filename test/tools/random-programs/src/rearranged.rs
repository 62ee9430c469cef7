//! Functions whose elements are elements of their arguments at other places, according to the
//! language's documentation: for each place of the result, where its element comes from.

use crate::tensor::{Tensor, coordinates, dimension_index};

/// The tensor of a shape whose elements are computed from their coordinates.
fn made(shape: Vec<usize>, element: impl Fn(&[usize]) -> f64) -> Tensor {
    let elements = coordinates(&shape).map(|at| element(&at)).collect();
    Tensor { shape, elements, single: false }
}

fn element(tensor: &Tensor, at: &[usize]) -> f64 {
    let number = at.iter().zip(&tensor.shape).fold(0, |number, (at, size)| number * size + at);
    tensor.elements[number]
}

/// The dimensions in another order.
pub(crate) fn permute(a: &Tensor, axes: &[i64]) -> Option<Tensor> {
    let rank = a.shape.len();
    let axes: Option<Vec<usize>> = axes.iter().map(|axis| dimension_index(*axis, rank)).collect();
    let axes = axes?;
    let mut sorted = axes.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..rank) {
        return None;
    }
    let shape = axes.iter().map(|axis| a.shape[*axis]).collect();
    Some(made(shape, |at| {
        let mut source = vec![0; rank];
        for (axis, at) in axes.iter().zip(at) {
            source[*axis] = *at;
        }
        element(a, &source)
    }))
}

/// All products.
pub(crate) fn outer(a: &Tensor, b: &Tensor) -> Tensor {
    let shape = vec![a.elements.len(), b.elements.len()];
    made(shape, |at| a.elements[at[0]] * b.elements[at[1]])
}

/// Tensors side by side.
pub(crate) fn stack(tensors: &[Tensor], axis: i64) -> Option<Tensor> {
    let first = tensors.first()?;
    let axis = dimension_index(axis, first.shape.len() + 1)?;
    let mut shape = first.shape.clone();
    shape.insert(axis, tensors.len());
    tensors.iter().all(|tensor| tensor.shape == first.shape).then(|| {
        made(shape, |at| {
            let mut inner = at.to_vec();
            let number = inner.remove(axis);
            element(&tensors[number], &inner)
        })
    })
}

/// A number around a tensor.
pub(crate) fn pad(a: &Tensor, widths: &[i64], value: &Tensor) -> Option<Tensor> {
    let rank = a.shape.len();
    if widths.iter().any(|width| *width < 0) {
        return None;
    }
    let widths = match widths {
        [width] => [*width, *width].repeat(rank),
        [before, after] => [*before, *after].repeat(rank),
        _ if widths.len() == 2 * rank => widths.to_vec(),
        _ => return None,
    };
    if !value.shape.is_empty() {
        return None;
    }
    let sizes = a.shape.iter().zip(widths.chunks(2));
    let shape = sizes.map(|(size, sides)| size + (sides[0] + sides[1]) as usize).collect();
    Some(made(shape, |at| {
        let before = widths.iter().step_by(2);
        let place = at.iter().zip(before).map(|(at, before)| at.checked_sub(*before as usize));
        let place: Option<Vec<usize>> = place.collect();
        let place =
            place.filter(|place| place.iter().zip(&a.shape).all(|(place, size)| place < size));
        place.map_or(value.elements[0], |place| element(a, &place))
    }))
}

/// Elements moved around.
pub(crate) fn roll(a: &Tensor, shift: i64, axis: Option<i64>) -> Option<Tensor> {
    let Some(axis) = axis else {
        let row =
            Tensor { shape: vec![a.elements.len()], elements: a.elements.clone(), single: false };
        return roll(&row, shift, Some(0))?.reshape(&a.shape);
    };
    let axis = dimension_index(axis, a.shape.len())?;
    Some(made(a.shape.clone(), |at| {
        let mut source = at.to_vec();
        let size = a.shape[axis] as i64;
        source[axis] = (at[axis] as i64 - shift).rem_euclid(size) as usize;
        element(a, &source)
    }))
}

/// The diagonal of a matrix, or the matrix of a diagonal.
pub(crate) fn diagonal(a: &Tensor, k: i64) -> Option<Tensor> {
    match a.shape[..] {
        [size] => {
            let whole = size + k.unsigned_abs() as usize;
            Some(made(vec![whole, whole], |at| {
                let (row, column) = (at[0] as i64, at[1] as i64);
                let number = if k < 0 { column } else { row };
                if column - row == k { a.elements[number as usize] } else { 0.0 }
            }))
        }
        [..] if a.shape.len() == 2 => {
            let on_it = coordinates(&a.shape).filter(|at| at[1] as i64 - at[0] as i64 == k);
            let elements: Vec<f64> = on_it.map(|at| element(a, &at)).collect();
            (!elements.is_empty()).then(|| Tensor {
                shape: vec![elements.len()],
                elements,
                single: false,
            })
        }
        _ => None,
    }
}

/// Zeros where the column minus the row does not fit.
pub(crate) fn triangle(a: &Tensor, keeps: impl Fn(i64) -> bool) -> Option<Tensor> {
    (a.shape.len() >= 2).then(|| {
        made(a.shape.clone(), |at| {
            let (row, column) = (at[at.len() - 2] as i64, at[at.len() - 1] as i64);
            if keeps(column - row) { element(a, at) } else { 0.0 }
        })
    })
}

/// A tensor with dimensions of size 1 at these places of the result, from its end if below 0.
pub(crate) fn expanded(a: &Tensor, places: &[i64]) -> Option<Tensor> {
    let rank = (a.shape.len() + places.len()) as i64;
    let from_start = |place: &i64| {
        (-rank..rank).contains(place).then(|| if *place < 0 { place + rank } else { *place })
    };
    let mut places: Vec<i64> = places.iter().map(from_start).collect::<Option<_>>()?;
    places.sort_unstable();
    let count = places.len();
    places.dedup();
    if places.len() != count {
        return None;
    }
    let mut shape = a.shape.clone();
    for place in places {
        shape.insert(place as usize, 1);
    }
    a.reshape(&shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn tensor(shape: &[usize], elements: &[f64]) -> Tensor {
        Tensor { shape: shape.to_vec(), elements: elements.to_vec(), single: false }
    }

    #[test]
    fn elements_are_moved() {
        let a = tensor(&[2, 2], &[1., 2., 3., 4.]);
        assert_eq!(permute(&a, &[1, 0]).unwrap().elements, [1., 3., 2., 4.]);
        assert_eq!(roll(&a, 1, None).unwrap().elements, [4., 1., 2., 3.]);
        assert_eq!(roll(&a, -1, Some(0)).unwrap().elements, [3., 4., 1., 2.]);
        assert_eq!(diagonal(&a, -1), Some(tensor(&[1], &[3.])));
        assert_eq!(triangle(&a, |distance| distance >= 1).unwrap().elements, [0., 2., 0., 0.]);
        let zero = Tensor::number(0.);
        assert_eq!(pad(&tensor(&[1], &[5.]), &[1, 0], &zero), Some(tensor(&[2], &[0., 5.])));
        let rows = [tensor(&[2], &[1., 2.]), tensor(&[2], &[3., 4.])];
        assert_eq!(stack(&rows, -1).unwrap().elements, [1., 3., 2., 4.]);
    }
}
