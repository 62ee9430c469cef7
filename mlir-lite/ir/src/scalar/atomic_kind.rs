//! How two numbers are combined, by atomic updates and by reductions.

use crate::ir::prelude::enum_attr;
use crate::scalar::{FloatFunction, IntegerFunction, ScalarFunction};

/// how two numbers are combined, from 0 to 15
#[enum_attr(storage = i64)]
pub enum AtomicRmwKind {
    /// The sum of floats.
    #[case("addf")]
    AddF,
    /// The sum of integers.
    #[case("addi")]
    AddI,
    /// Bitwise and.
    #[case("andi")]
    AndI,
    /// The second number.
    #[case("assign")]
    Assign,
    /// The larger float; NaN if one is.
    #[case("maximumf")]
    MaximumF,
    /// The larger float, or the one that is not a NaN.
    #[case("maxnumf")]
    MaxNumF,
    /// The larger signed integer.
    #[case("maxs")]
    MaxS,
    /// The larger unsigned integer.
    #[case("maxu")]
    MaxU,
    /// The smaller float; NaN if one is.
    #[case("minimumf")]
    MinimumF,
    /// The smaller float, or the one that is not a NaN.
    #[case("minnumf")]
    MinNumF,
    /// The smaller signed integer.
    #[case("mins")]
    MinS,
    /// The smaller unsigned integer.
    #[case("minu")]
    MinU,
    /// The product of floats.
    #[case("mulf")]
    MulF,
    /// The product of integers.
    #[case("muli")]
    MulI,
    /// Bitwise or.
    #[case("ori")]
    OrI,
    /// Bitwise exclusive or.
    #[case("xori")]
    XOrI,
}

impl AtomicRmwKind {
    /// The function of the two numbers. None of [`Self::Assign`], which is of numbers of any kind.
    pub fn function(self) -> Option<ScalarFunction> {
        use ScalarFunction::{Float, Integer};
        Some(match self {
            Self::AddF => Float(FloatFunction::Add),
            Self::AddI => Integer(IntegerFunction::Add),
            Self::AndI => Integer(IntegerFunction::And),
            Self::Assign => return None,
            Self::MaximumF => Float(FloatFunction::Maximum),
            Self::MaxNumF => Float(FloatFunction::MaxNum),
            Self::MaxS => Integer(IntegerFunction::MaxSigned),
            Self::MaxU => Integer(IntegerFunction::MaxUnsigned),
            Self::MinimumF => Float(FloatFunction::Minimum),
            Self::MinNumF => Float(FloatFunction::MinNum),
            Self::MinS => Integer(IntegerFunction::MinSigned),
            Self::MinU => Integer(IntegerFunction::MinUnsigned),
            Self::MulF => Float(FloatFunction::Mul),
            Self::MulI => Integer(IntegerFunction::Mul),
            Self::OrI => Integer(IntegerFunction::Or),
            Self::XOrI => Integer(IntegerFunction::Xor),
        })
    }
}
