//! Functions of scalars of any kind, as data: what an op computes.

use super::{ComplexFunction, Float, FloatFunction, IntegerFunction};
use crate::numbers::FloatKind;

/// A function of floats, of integers or of complex numbers.
#[derive(Copy, Clone, Debug)]
pub enum ScalarFunction {
    /// A function of floats.
    Float(FloatFunction),
    /// A function that is composed of other float functions. Returns None if one of these does.
    Composed(fn(FloatKind, &[Float]) -> Option<Float>),
    /// A function of two integers.
    Integer(IntegerFunction),
    /// A function of complex numbers.
    Complex(ComplexFunction),
}

impl From<FloatFunction> for ScalarFunction {
    fn from(function: FloatFunction) -> Self {
        Self::Float(function)
    }
}

impl From<IntegerFunction> for ScalarFunction {
    fn from(function: IntegerFunction) -> Self {
        Self::Integer(function)
    }
}

/// Overflows that the program promises not to cause. The result of one is poison.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct NoWrap {
    /// The result, as a signed integer, does not overflow.
    pub signed: bool,
    /// The result, as an unsigned integer, does not overflow.
    pub unsigned: bool,
}

impl NoWrap {
    /// Overflows are allowed: results wrap.
    pub const NONE: Self = Self { signed: false, unsigned: false };
}
