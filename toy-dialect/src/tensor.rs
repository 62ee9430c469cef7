//! The semantics of the language's ops, on plain tensors.
//!
//! An op that computes a tensor from tensors implements [`Compute`]: the interpreter uses it to run
//! the op, and shape inference to evaluate the numbers in shapes. The lowered code gives the same
//! bits.

use mlir_lite::interpreter::{Elements, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::FloatFunction;

use crate::shape::shown;

/// A tensor with its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Sizes of the dimensions, each at least 1.
    pub shape: Vec<i64>,
    /// The elements, row-major. Integers are stored as floats of the same bits, truths as the
    /// integers 1 and 0.
    pub values: Vec<f64>,
}

/// Whether elements of a type are stored as integers in a [`Tensor`].
pub(crate) fn is_integer(element: Type) -> bool {
    matches!(element, Type::I64 | Type::I1 | Type::I8)
}

/// The integer that an element of `i64` in a [`Tensor`] is.
#[must_use]
pub fn integer(stored: f64) -> i64 {
    stored.to_bits() as i64
}

/// An integer as an element of `i64` in a [`Tensor`].
#[must_use]
pub fn stored(integer: i64) -> f64 {
    f64::from_bits(integer as u64)
}

/// Ops that compute a tensor from tensors, without side effects.
#[op_interface]
pub trait Compute {
    /// The op's result for its operands. Attributes that shape inference computes from operands may
    /// be missing.
    ///
    /// # Errors
    /// If the operands do not fit together; the text says why.
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String>;

    /// The op's result, if the shape of its operand determines it.
    fn compute_of_shapes(&self) -> Option<Tensor> {
        None
    }
}

impl Tensor {
    /// A number.
    pub fn number(value: f64) -> Self {
        Self { shape: Vec::new(), values: vec![value] }
    }

    /// A tensor of this shape; `element` computes the elements in row-major order.
    pub fn build(shape: &[i64], element: impl FnMut(usize) -> f64) -> Self {
        let count = shape.iter().product::<i64>() as usize;
        Self { shape: shape.to_vec(), values: (0..count).map(element).collect() }
    }

    /// The product of the sizes.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: sizes are at least 1.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn of_elements(elements: &Elements) -> Result<Self, Trap> {
        let values = elements.values.iter().map(|value| match value {
            Value::Int(bits) => Ok(stored(*bits as u64 as i64)),
            value => value.as_float(),
        });
        let values = values.collect::<Result<_, _>>()?;
        Ok(Self { shape: elements.shape.to_vec(), values })
    }

    /// The operands of an op that the interpreter runs.
    pub(crate) fn operands<'b>(op: OpRef<'b>, m: &Machine<'b>) -> Result<Vec<Self>, Trap> {
        op.operands().map(|operand| Self::of_elements(m.get(operand).as_elements()?)).collect()
    }

    /// The value of an op's first result, whose type says whether these are integers.
    pub(crate) fn into_result_of(self, op: OpRef<'_>) -> Value {
        let result = op.result_types().next();
        let element = result.and_then(|ty| ty.element_type(op.context()));
        let are_integers = element.is_some_and(is_integer);
        let value = |number: f64| match are_integers {
            true => Value::index(integer(number)),
            false => Value::Float(number),
        };
        Value::elements(&self.shape, self.values.into_iter().map(value).collect())
    }

    /// The value of a number that counts the iterations of a loop.
    pub(crate) fn count(iteration: i64) -> Value {
        Value::elements(&[], vec![Value::Float(iteration as f64)])
    }
}

/// The shape of tensors combined element by element: from the last dimension on, sizes are equal,
/// or one of them is 1 or absent. None if they are not.
pub(crate) fn broadcast_shape<'s>(shapes: impl IntoIterator<Item = &'s [i64]>) -> Option<Vec<i64>> {
    let mut result: Vec<i64> = Vec::new();
    for shape in shapes {
        if shape.len() > result.len() {
            let missing = shape.len() - result.len();
            result.splice(0..0, std::iter::repeat_n(1, missing));
        }
        let offset = result.len() - shape.len();
        for (size, &other) in result[offset..].iter_mut().zip(shape) {
            match (*size, other) {
                (a, b) if a == b => {}
                (1, other) => *size = other,
                (_, 1) => {}
                _ => return None,
            }
        }
    }
    Some(result)
}

/// Combines tensors element by element.
///
/// # Errors
/// If the shapes do not go together.
pub(crate) fn combine<const N: usize>(
    inputs: &[Tensor],
    f: impl Fn([f64; N]) -> f64,
) -> Result<Tensor, String> {
    combine_all(inputs, N, |elements| f(std::array::from_fn(|i| elements[i])))
}

/// As [`combine`], of `count` tensors.
///
/// # Errors
/// If there are not as many, or the shapes do not go together.
pub(crate) fn combine_all(
    inputs: &[Tensor],
    count: usize,
    mut f: impl FnMut(&[f64]) -> f64,
) -> Result<Tensor, String> {
    if inputs.len() != count {
        return Err("the number of operands is wrong".to_owned());
    }
    let Some(shape) = broadcast_shape(inputs.iter().map(|input| &input.shape[..])) else {
        let shapes: Vec<_> = inputs.iter().map(|input| shown(&input.shape)).collect();
        return Err(format!("cannot combine shapes {}", shapes.join(" and ")));
    };
    let is_same = inputs.iter().all(|input| input.shape == shape);
    let mut elements = vec![0.0; count];
    Ok(Tensor::build(&shape, |number| {
        for (element, input) in elements.iter_mut().zip(inputs) {
            let number = if is_same { number } else { repeated(&input.shape, &shape, number) };
            *element = input.values[number];
        }
        f(&elements)
    }))
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
        let column = Tensor { shape: vec![2, 1], values: vec![10.0, 20.0] };
        let row = Tensor { shape: vec![3], values: vec![1.0, 2.0, 3.0] };
        let sum = combine(&[column, row], |[a, b]| a + b).unwrap();
        assert_eq!(
            sum,
            Tensor { shape: vec![2, 3], values: vec![11.0, 12.0, 13.0, 21.0, 22.0, 23.0] }
        );
    }

    #[test]
    fn extremes_know_nan_and_the_sign_of_zero() {
        assert!(maximum(f64::NAN, 1.0).is_nan() && minimum(1.0, f64::NAN).is_nan());
        assert!(maximum(-0.0, 0.0).is_sign_positive() && minimum(0.0, -0.0).is_sign_negative());
        assert_eq!((maximum(2.0, 3.0), minimum(2.0, f64::NEG_INFINITY)), (3.0, f64::NEG_INFINITY));
    }
}
