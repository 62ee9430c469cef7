//! Functions of scalars of any kind: what an op computes, as data.

use super::{FloatFunction, IntegerFunction};

/// A function of floats or of integers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ScalarFunction {
    /// A function of floats.
    Float(FloatFunction),
    /// A function of two integers.
    Integer(IntegerFunction),
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

/// Which overflows a program says do not occur. Where one occurs, the result is poison.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct NoWrap {
    /// The result, read as a signed integer, is the exact one.
    pub signed: bool,
    /// The result, read as an unsigned integer, is the exact one.
    pub unsigned: bool,
}

impl NoWrap {
    /// Any overflow may occur: results wrap.
    pub const NONE: Self = Self { signed: false, unsigned: false };
}
