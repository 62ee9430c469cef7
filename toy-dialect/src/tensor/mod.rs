//! The semantics of the language's ops, on plain tensors.
//!
//! An op that computes a tensor from tensors implements [`Compute`]: the interpreter uses it to run
//! the op, and shape inference to evaluate the numbers in shapes. The lowered code gives the same
//! bits.

pub(crate) mod element_list;
pub mod elements;
pub(crate) mod known_sizes;
pub(crate) mod promotion;
pub(crate) mod shape;

use std::sync::Arc;

use mlir_lite::interpreter::{Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::FloatFunction;

use crate::tensor::element_list::{Element, Elements, Scalar, for_elements, listed};
use crate::tensor::shape::shown;

/// A tensor with its elements. As a run-time value of the interpreter, it is a
/// [`Value::Dialect`].
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Sizes of the dimensions, each at least 1.
    pub shape: Vec<i64>,
    /// The elements, row-major.
    pub elements: Elements,
}

/// Ops that compute a tensor from tensors, without side effects.
#[op_interface]
pub trait Compute {
    /// The op's result for its operands, which have the element types that the op's
    /// [`ElementTypes`](elements::ElementTypes) ask for. Attributes that shape inference computes
    /// from operands may be missing.
    ///
    /// # Errors
    /// If the operands do not fit together; the text says why.
    fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String>;

    /// The op's result, if the shape of its operand determines it.
    fn compute_of_shapes(_: View<'_, Self>) -> Option<Tensor> {
        None
    }
}

/// The number of elements of a shape.
pub(crate) fn count_of(shape: &[i64]) -> usize {
    let count = shape.iter().try_fold(1_usize, |count, size| count.checked_mul(*size as usize));
    count.unwrap_or(usize::MAX)
}

/// The error for operands with other element types than the op's declaration asks for.
fn wrong_elements() -> String {
    "the elements of an operand have another type than the op takes".to_owned()
}

impl Tensor {
    /// A number.
    pub fn number(value: f64) -> Self {
        Self { shape: Vec::new(), elements: Elements::F64(vec![value]) }
    }

    /// A tensor of this shape; `element` computes the elements in row-major order.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn build<T: Scalar>(
        shape: &[i64],
        element: impl FnMut(usize) -> T,
    ) -> Result<Self, String> {
        let elements = T::elements(listed(count_of(shape), element)?);
        Ok(Self { shape: shape.to_vec(), elements })
    }

    /// A tensor of this shape whose elements are those of this one at some indices, of which
    /// `index` is a function of the indices in the result.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn rearranged(
        &self,
        shape: &[i64],
        index: impl Fn(usize) -> usize,
    ) -> Result<Self, String> {
        let elements = self.elements.rearranged(count_of(shape), index)?;
        Ok(Self { shape: shape.to_vec(), elements })
    }

    /// The type of the elements.
    pub fn element(&self) -> Element {
        self.elements.element()
    }

    /// The elements, if they have this type.
    ///
    /// # Errors
    /// If they have another one.
    pub(crate) fn list<T: Scalar>(&self) -> Result<&[T], String> {
        T::list(&self.elements).ok_or_else(wrong_elements)
    }

    /// The only element as a float, if the tensor has no dimensions.
    pub(crate) fn single(&self) -> Option<f64> {
        self.shape.is_empty().then(|| self.elements.f64_at(0))
    }

    /// Whether the only element is not 0, if the tensor has no dimensions.
    pub(crate) fn holds(&self) -> Option<bool> {
        let first = || for_elements!(&self.elements, list => list.first().map(|x| x.to_bool()));
        if self.shape.is_empty() { first() } else { None }
    }

    /// The product of the sizes.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Never: sizes are at least 1.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The tensor that a run-time value of a type is.
    pub(crate) fn of_value(ctx: &Context, value: Value, ty: Type) -> Result<Arc<Self>, Trap> {
        let value = match value.into_dialect::<Self>() {
            Ok(tensor) => return Ok(tensor),
            Err(other) => other,
        };
        // A constant of another dialect.
        let other = value.as_elements()?;
        let elements = match Element::of(ctx, ty) {
            Element::F64 => Elements::F64(numbers_of(&other.values, Value::as_float)?),
            Element::F32 => {
                Elements::F32(numbers_of(&other.values, |value| Ok(value.as_float()? as f32))?)
            }
            Element::I64 => Elements::I64(numbers_of(&other.values, Value::as_index)?),
            Element::Bool => {
                Elements::Bool(numbers_of(&other.values, |value| Ok(value.as_int()? != 0))?)
            }
            Element::I8 => {
                Elements::I8(numbers_of(&other.values, |value| Ok(value.as_int()? as i8))?)
            }
            Element::U8 => {
                Elements::U8(numbers_of(&other.values, |value| Ok(value.as_int()? as u8))?)
            }
        };
        Ok(Arc::new(Self { shape: other.shape.to_vec(), elements }))
    }

    /// An operand of an op that the interpreter runs.
    pub(crate) fn operand<'b>(value: ValueRef<'b>, m: &Machine<'b>) -> Result<Arc<Self>, Trap> {
        Self::of_value(value.context(), m.get(value), value.ty())
    }

    /// The operands of an op that the interpreter runs, for an op that may change them: those that
    /// no op uses afterwards are the only references to their tensors.
    pub(crate) fn take_operands<'b>(
        op: OpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Vec<Arc<Self>>, Trap> {
        let values = m.take_operands(op).into_iter().zip(op.operand_types());
        values.map(|(value, ty)| Self::of_value(op.context(), value, ty)).collect()
    }

    /// The tensor as ops of other dialects take it.
    pub fn to_elements(&self) -> Value {
        Value::elements(&self.shape, (0..self.len()).map(|index| self.value_at(index)).collect())
    }

    /// The element of this index as a run-time value.
    pub(crate) fn value_at(&self, index: usize) -> Value {
        match &self.elements {
            Elements::F64(list) => Value::Float(list[index]),
            Elements::F32(list) => Value::Float(f64::from(list[index])),
            Elements::I64(list) => Value::index(list[index]),
            Elements::Bool(list) => Value::bool(list[index]),
            Elements::I8(list) => Value::Int(u128::from(list[index] as u8)),
            Elements::U8(list) => Value::Int(u128::from(list[index])),
        }
    }

    /// As a run-time value.
    pub(crate) fn into_value(self) -> Value {
        Value::dialect(Arc::new(self))
    }

    /// The value of a number that counts the iterations of a loop.
    pub(crate) fn count(iteration: i64) -> Value {
        Self::number(iteration as f64).into_value()
    }
}

fn numbers_of<T>(
    values: &[Value],
    number: impl Fn(&Value) -> Result<T, Trap>,
) -> Result<Vec<T>, Trap> {
    values.iter().map(number).collect()
}

/// The shape of tensors combined element by element: from the last dimension on, sizes are equal,
/// or one of them is 1 or absent. None if they are not.
pub(crate) fn broadcast_shape<'s>(shapes: impl IntoIterator<Item = &'s [i64]>) -> Option<Vec<i64>> {
    broadcast_sizes(shapes, |a, b| a == b)
}

/// As [`broadcast_shape`], of sizes of any kind; `same` says whether two of them are equal.
pub(crate) fn broadcast_sizes<'s, S: Copy + PartialEq + From<i64> + 's>(
    shapes: impl IntoIterator<Item = &'s [S]>,
    mut same: impl FnMut(S, S) -> bool,
) -> Option<Vec<S>> {
    let (mut result, one): (Vec<S>, S) = (Vec::new(), 1.into());
    for shape in shapes {
        if shape.len() > result.len() {
            let missing = shape.len() - result.len();
            result.splice(0..0, std::iter::repeat_n(one, missing));
        }
        let offset = result.len() - shape.len();
        for (size, &other) in result[offset..].iter_mut().zip(shape) {
            if *size == one {
                *size = other;
            } else if other != one && !same(*size, other) {
                return None;
            }
        }
    }
    Some(result)
}

/// Combines tensors of `T` element by element to one of `U`.
///
/// # Errors
/// If the shapes do not go together, or the elements have another type.
pub(crate) fn combine<const N: usize, T: Scalar, U: Scalar>(
    inputs: &[Arc<Tensor>],
    f: impl Fn([T; N]) -> U,
) -> Result<Tensor, String> {
    combine_all(inputs, N, |elements| f(std::array::from_fn(|i| elements[i])))
}

/// As [`combine`], of `count` tensors.
///
/// # Errors
/// If there are not as many, the shapes do not go together, or the elements have another type.
pub(crate) fn combine_all<T: Scalar, U: Scalar>(
    inputs: &[Arc<Tensor>],
    count: usize,
    mut f: impl FnMut(&[T]) -> U,
) -> Result<Tensor, String> {
    let shape = common_shape(inputs, count)?;
    let lists = inputs.iter().map(|input| input.list::<T>()).collect::<Result<Vec<_>, _>>()?;
    let mut elements = vec![T::default(); count];
    if inputs.iter().all(|input| input.shape == shape) {
        return Tensor::build(&shape, |number| {
            elements.iter_mut().zip(&lists).for_each(|(element, list)| *element = list[number]);
            f(&elements)
        });
    }
    Tensor::build(&shape, |number| {
        for ((element, input), list) in elements.iter_mut().zip(inputs).zip(&lists) {
            *element = list[repeated(&input.shape, &shape, number)];
        }
        f(&elements)
    })
}

/// The shape of `count` tensors that are combined element by element.
///
/// # Errors
/// If there are not as many, or the shapes do not go together.
fn common_shape(inputs: &[Arc<Tensor>], count: usize) -> Result<Vec<i64>, String> {
    if inputs.len() != count {
        return Err("the number of operands is wrong".to_owned());
    }
    broadcast_shape(inputs.iter().map(|input| &input.shape[..])).ok_or_else(|| {
        let shapes: Vec<_> = inputs.iter().map(|input| shown(&input.shape)).collect();
        format!("cannot combine shapes {}", shapes.join(" and "))
    })
}

/// Takes each element from the second tensor where the first one is not 0, else from the third.
///
/// # Errors
/// If the shapes do not go together, or the last two have elements of two types.
pub(crate) fn choose(inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
    let shape = common_shape(inputs, 3)?;
    let [condition, a, b] = inputs else { return Err(wrong_elements()) };
    let index = |of: &Tensor, number| repeated(&of.shape, &shape, number);
    let condition_list = condition.elements.converted(Element::Bool);
    let Ok(Elements::Bool(holds)) = condition_list else { return Err(wrong_elements()) };
    for_elements!(&a.elements, of_a => {
        let of_b = b.list()?;
        Tensor::build(&shape, |number| match holds[index(condition, number)] {
            true => of_a[index(a, number)],
            false => of_b[index(b, number)],
        })
    })
}

/// The row-major number of the element of an `operand` of this shape that broadcasts to a position,
/// given by its number, of a shape.
pub(crate) fn repeated(operand: &[i64], shape: &[i64], mut number: usize) -> usize {
    let (mut index, mut stride) = (0, 1);
    for (dimension, &size) in shape.iter().rev().enumerate() {
        let position = number % size as usize;
        number /= size as usize;
        let Some(own) = operand.len().checked_sub(dimension + 1).map(|d| operand[d] as usize)
        else {
            break;
        };
        if own > 1 {
            index += position * stride;
        }
        stride *= own;
    }
    index
}

/// The larger number; NaN if one is.
pub(crate) fn maximum(a: f64, b: f64) -> f64 {
    FloatFunction::Maximum.of_f64(&[a, b]).unwrap_or(f64::NAN)
}

/// The smaller number; NaN if one is.
pub(crate) fn minimum(a: f64, b: f64) -> f64 {
    FloatFunction::Minimum.of_f64(&[a, b]).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_broadcast_from_the_last_dimension_on() {
        let of = |shapes: &[&[i64]]| broadcast_shape(shapes.iter().copied());
        assert_eq!(of(&[&[2, 3], &[3]]), Some(vec![2, 3]));
        assert_eq!(of(&[&[2, 1], &[], &[4]]), Some(vec![2, 4]));
        assert_eq!(of(&[&[2, 3], &[2]]), None);
    }

    #[test]
    fn missing_and_single_elements_are_repeated() {
        let tensor = |shape: &[i64], elements: &[f64]| {
            Arc::new(Tensor { shape: shape.to_vec(), elements: Elements::F64(elements.to_vec()) })
        };
        let (column, row) = (tensor(&[2, 1], &[10.0, 20.0]), tensor(&[3], &[1.0, 2.0, 3.0]));
        let sum = combine(&[column, row], |[a, b]: [f64; 2]| a + b).unwrap();
        assert_eq!(sum, *tensor(&[2, 3], &[11.0, 12.0, 13.0, 21.0, 22.0, 23.0]));
    }

    #[test]
    fn extremes_know_nan_and_the_sign_of_zero() {
        assert!(maximum(f64::NAN, 1.0).is_nan() && minimum(1.0, f64::NAN).is_nan());
        assert!(maximum(-0.0, 0.0).is_sign_positive() && minimum(0.0, -0.0).is_sign_negative());
        assert_eq!((maximum(2.0, 3.0), minimum(2.0, f64::NEG_INFINITY)), (3.0, f64::NEG_INFINITY));
    }
}
