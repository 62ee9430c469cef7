//! The elements of a tensor that subscripts select, and where they are in the result.
//!
//! A subscript that is a range takes elements one after the other; a single index drops its
//! dimension; a tensor of indices takes an element for each of them. Several tensors of indices are
//! broadcast to each other, and their dimensions are where the first of them is, or in front if
//! there is a range between them, as in NumPy.

use std::ops::Range;
use std::sync::Arc;

use mlir_lite::edsc::{Edsc, Expr};

use crate::messages::out_of_range::{Failure, OutOfRange};
use crate::tensor::element_list::{check_room, for_elements};
use crate::tensor::shape::shown;
use crate::tensor::{Tensor, broadcast_shape, broadcast_sizes, repeated};

/// Elements of a dimension, each one after a step. A step below 0 goes back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Steps {
    /// The index of the first element.
    pub(crate) first: i64,
    /// The number of elements.
    pub(crate) count: i64,
    pub(crate) step: i64,
}

impl Steps {
    /// All elements of a dimension.
    fn all(size: i64) -> Self {
        Self { first: 0, count: size, step: 1 }
    }

    /// The index of the element at a place, in loops.
    pub(crate) fn element<'e>(self, e: Edsc<'e>, place: Expr<'e>) -> Expr<'e> {
        let place = if self.step == 1 { place } else { e.index(self.step) * place };
        if self.first == 0 { place } else { e.index(self.first) + place }
    }
}

/// The step of the range in a dimension, from the steps of all; there are none if each is 1.
pub(crate) fn step_at(steps: &[i64], dimension: usize) -> i64 {
    steps.get(dimension).copied().unwrap_or(1)
}

/// The part of a dimension that a subscript takes.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// A range.
    Range(Steps),
    /// A single element.
    Single(i64),
    /// One for each index in the tensor of this number.
    Indices(usize),
}

/// The count of a single index, as an attribute.
pub(crate) const SINGLE: i64 = -1;
/// The count of a tensor of indices, as an attribute.
pub(crate) const INDICES: i64 = -2;

/// The count of elements of a range whose number depends on sizes that a caller decides, as an
/// attribute: another attribute has the number.
pub(crate) const SYMBOLIC: i64 = -3;

/// Whether a count is that of a subscript whose dimension is dropped.
pub(crate) fn is_dropped(count: i64) -> bool {
    count < 0 && count != SYMBOLIC
}

impl Part {
    /// The parts that the attributes of an op say: a first index and a count for each subscript,
    /// and a step if one is not 1.
    pub(crate) fn of_attributes(firsts: &[i64], counts: &[i64], steps: &[i64]) -> Vec<Self> {
        let mut next = 0;
        let part = |(index, (&first, &count)): (usize, (&i64, &i64))| match count {
            INDICES => {
                next += 1;
                Self::Indices(next - 1)
            }
            SINGLE => Self::Single(first),
            _ => Self::Range(Steps { first, count, step: step_at(steps, index) }),
        };
        firsts.iter().zip(counts).enumerate().map(part).collect()
    }
}

/// Where the dimensions of a selection come from.
pub(crate) struct Layout {
    /// The sizes of the selection.
    pub(crate) shape: Vec<i64>,
    /// The dimensions of the selection that the indices have.
    pub(crate) of_indices: Range<usize>,
    /// For each dimension of the tensor, the dimension of the selection that a range has.
    pub(crate) ranges: Vec<Option<usize>>,
    /// The parts of the tensor's dimensions.
    pub(crate) parts: Vec<Part>,
}

impl Layout {
    /// The layout for a tensor of these sizes, and indices of these shapes.
    ///
    /// # Errors
    /// If the shapes of the indices do not go together, or there are too many subscripts.
    pub(crate) fn of(
        sizes: &[i64],
        mut parts: Vec<Part>,
        indices: &[&[i64]],
    ) -> Result<Self, String> {
        let common = broadcast_shape(indices.iter().copied()).ok_or_else(|| {
            let all: Vec<_> = indices.iter().map(|shape| shown(shape)).collect();
            format!("indices {} do not fit", all.join(" and "))
        })?;
        if parts.len() > sizes.len() {
            return Err("there are more subscripts than dimensions".to_owned());
        }
        parts.extend(sizes[parts.len()..].iter().map(|size| Part::Range(Steps::all(*size))));
        let is_range = |part: &Part| matches!(part, Part::Range(..));
        let first = parts.iter().position(|part| !is_range(part)).unwrap_or(0);
        let last = parts.iter().rposition(|part| !is_range(part)).unwrap_or(0);
        let before = match parts[first..(last + 1).min(parts.len())].iter().any(is_range) {
            true => 0,
            false => first,
        };
        let of_indices = before..before + common.len();
        let (mut shape, mut ranges) = (Vec::new(), Vec::new());
        if before == 0 {
            shape.extend(&common);
        }
        for part in &parts {
            ranges.push(match part {
                Part::Range(range) => {
                    shape.push(range.count);
                    Some(shape.len() - 1)
                }
                _ => None,
            });
            if before > 0 && shape.len() == before {
                shape.extend(&common);
            }
        }
        Ok(Self { shape, of_indices, ranges, parts })
    }
}

/// Selected elements of a tensor.
pub(crate) struct Selection {
    /// The sizes of the selection.
    pub(crate) shape: Vec<i64>,
    /// The row-major number, in the tensor, of each selected element.
    elements: Vec<usize>,
}

impl Selection {
    /// The elements that parts select of a tensor of these sizes.
    ///
    /// # Errors
    /// If an index is out of range, or if shapes do not go together.
    pub(crate) fn of(
        sizes: &[i64],
        parts: Vec<Part>,
        indices: &[Arc<Tensor>],
        at: impl Fn() -> String,
    ) -> Result<Self, Failure> {
        let shapes: Vec<&[i64]> = indices.iter().map(|tensor| &tensor.shape[..]).collect();
        let layout = Layout::of(sizes, parts, &shapes).map_err(Failure::Shape)?;
        let common = &layout.shape[layout.of_indices.clone()];
        let count = common.iter().product::<i64>() as usize;
        // For each tensor of indices, those of the selection.
        let mut found: Vec<Vec<i64>> = vec![Vec::with_capacity(count); indices.len()];
        for number in 0..count {
            for (part, &size) in layout.parts.iter().zip(sizes) {
                let Part::Indices(tensor) = *part else { continue };
                let of = &indices[tensor];
                let value = of.elements.f64_at(repeated(&of.shape, common, number));
                let index = OutOfRange::index_of(value, size, &at).map_err(Failure::OutOfRange)?;
                found[tensor].push(index);
            }
        }
        let elements = (0..layout.shape.iter().product::<i64>()).map(|number| {
            let mut place = vec![0; layout.shape.len()];
            let mut rest = number;
            for (place, size) in place.iter_mut().zip(&layout.shape).rev() {
                *place = rest % size;
                rest /= size;
            }
            let of_indices = place[layout.of_indices.clone()].iter().zip(common);
            let common = of_indices.fold(0, |number, (place, size)| number * size + place);
            let mut index = 0;
            for ((part, range), size) in layout.parts.iter().zip(&layout.ranges).zip(sizes) {
                let own = match *part {
                    Part::Range(Steps { first, step, .. }) => {
                        first + step * range.map_or(0, |dimension| place[dimension])
                    }
                    Part::Single(own) => own,
                    Part::Indices(tensor) => found[tensor][common as usize],
                };
                index = index * size + own;
            }
            index as usize
        });
        Ok(Self { elements: elements.collect(), shape: layout.shape })
    }

    /// The selected elements of a tensor.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(crate) fn take(&self, input: &Tensor) -> Result<Tensor, Failure> {
        input.rearranged(&self.shape, |number| self.elements[number]).map_err(Failure::Shape)
    }

    /// Replaces the selected elements of a tensor: `value` is broadcast to them. If an element is
    /// selected several times, the last value of it counts. The tensor is changed in place if
    /// nothing else refers to it.
    ///
    /// # Errors
    /// If the value cannot be broadcast to the selection, or has another element type.
    pub(crate) fn put(&self, base: &mut Arc<Tensor>, value: &Tensor) -> Result<(), Failure> {
        check_fits(&value.shape, &self.shape).map_err(Failure::Shape)?;
        let base = to_change(base)?;
        for_elements!(&mut base.elements, list => {
            let values = value.list().map_err(Failure::Shape)?;
            for (number, &element) in self.elements.iter().enumerate() {
                list[element] = values[repeated(&value.shape, &self.shape, number)];
            }
        });
        Ok(())
    }
}

/// A tensor that is changed: in place if nothing else refers to it, else a copy.
///
/// # Errors
/// If there is no memory for the copy.
pub(crate) fn to_change(tensor: &mut Arc<Tensor>) -> Result<&mut Tensor, Failure> {
    if Arc::strong_count(tensor) > 1 {
        check_room(tensor.len()).map_err(Failure::Shape)?;
    }
    Ok(Arc::make_mut(tensor))
}

/// Checks that a value of a shape can take the place of elements of a shape: it is broadcast to
/// them.
///
/// # Errors
/// The message, if it cannot.
pub(crate) fn check_fits(value: &[i64], selected: &[i64]) -> Result<(), String> {
    match fits(value, selected, |a, b| a == b) {
        true => Ok(()),
        false => Err(does_not_fit(&shown(value), &shown(selected))),
    }
}

/// Whether a value of these sizes can be broadcast to elements of these; `same` says whether two
/// sizes are equal.
pub(crate) fn fits<S: Copy + PartialEq + From<i64>>(
    value: &[S],
    selected: &[S],
    same: impl FnMut(S, S) -> bool,
) -> bool {
    broadcast_sizes([selected, value], same).is_some_and(|sizes| sizes == selected)
}

/// The message for a value of this shape that cannot be broadcast to elements of that shape.
pub(crate) fn does_not_fit(value: &str, selected: &str) -> String {
    format!("a value of shape {value} does not fit elements of shape {selected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_where_the_first_of_them_is() {
        let shape = |parts: &[Part], indices: &[&[i64]]| {
            Layout::of(&[2, 3, 4], parts.to_vec(), indices).map(|layout| layout.shape)
        };
        let (all, own) = (Part::Range(Steps::all(3)), Part::Indices(0));
        assert_eq!(shape(&[own], &[&[5]]), Ok(vec![5, 3, 4]));
        assert_eq!(shape(&[Part::Range(Steps::all(2)), own], &[&[5, 6]]), Ok(vec![2, 5, 6, 4]));
        assert_eq!(shape(&[own, Part::Indices(1)], &[&[5, 1], &[6]]), Ok(vec![5, 6, 4]));
        assert_eq!(shape(&[own, all, Part::Single(1)], &[&[5]]), Ok(vec![5, 3]));
        assert_eq!(shape(&[Part::Single(1), own], &[&[]]), Ok(vec![4]));
        assert!(shape(&[own, Part::Indices(1)], &[&[2], &[3]]).is_err());
    }

    #[test]
    fn values_are_broadcast_to_what_they_replace() {
        assert_eq!(check_fits(&[], &[2, 3]), Ok(()));
        assert_eq!(check_fits(&[3], &[2, 3]), Ok(()));
        assert_eq!(check_fits(&[2, 1], &[2, 3]), Ok(()));
        assert!(check_fits(&[2], &[2, 3]).is_err());
        assert!(check_fits(&[1, 2, 3], &[2, 3]).is_err());
        assert!(check_fits(&[3], &[]).is_err());
    }

    #[test]
    fn the_last_value_of_an_element_counts() {
        let tensor = |values: &[f64]| {
            Arc::new(Tensor::build(&[values.len() as i64], |i| values[i]).unwrap())
        };
        let indices = [tensor(&[1.0, 0.0, 1.0])];
        let Ok(selection) = Selection::of(&[3], vec![Part::Indices(0)], &indices, String::new)
        else {
            panic!("all indices are in range")
        };
        let mut base = tensor(&[7.0, 8.0, 9.0]);
        let taken = selection.take(&base).ok();
        assert_eq!(taken.as_ref(), Some(&*tensor(&[8.0, 7.0, 8.0])));
        assert!(selection.put(&mut base, &tensor(&[1.0, 2.0, 3.0])).is_ok());
        assert_eq!(base, tensor(&[2.0, 3.0, 9.0]));
    }
}
