//! A number of a float format.

use super::WideFloat;
use crate::numbers::ApInt;
use crate::numbers::float;
use crate::numbers::{FloatKind, NonFinite};
use std::cmp::Ordering;

/// Classes of numbers of a float format.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FloatClass {
    /// Of full precision.
    Normal,
    /// Smaller than all normal numbers; includes zero.
    Subnormal,
    /// An infinity.
    Infinite,
    /// Not a number.
    NaN,
}

/// A number of a float format. The format is not stored.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Float {
    /// A number of a format whose values `f64` represents exactly.
    Narrow(f64),
    /// Of `f80` or `f128`.
    Wide(WideFloat),
}

impl From<f64> for Float {
    fn from(value: f64) -> Self {
        Self::Narrow(value)
    }
}

impl Float {
    /// Makes a number from its bits in a format.
    pub fn from_bits(kind: FloatKind, bits: u128) -> Self {
        match WideFloat::from_bits(kind, bits) {
            Some(wide) => Self::Wide(wide),
            None => Self::Narrow(float::to_f64(kind, bits).unwrap_or(f64::NAN)),
        }
    }

    /// The bits of the number in its format.
    pub fn to_bits(self, kind: FloatKind) -> u128 {
        match self {
            Self::Narrow(value) => float::from_f64(kind, value).unwrap_or(0),
            Self::Wide(wide) => wide.bits(),
        }
    }

    /// Rounds to the nearest number of another format; ties go to even.
    pub fn rounded_to(self, kind: FloatKind) -> Self {
        match self {
            Self::Narrow(value) if WideFloat::is_wide(kind) => {
                Self::from_bits(kind, float::from_f64(kind, value).unwrap_or(0))
            }
            Self::Narrow(value) => Self::Narrow(rounded(kind, value)),
            Self::Wide(wide) => wide.rounded_to(kind),
        }
    }

    /// Rounds an integer to the nearest number of a format; ties go to even.
    pub fn from_integer(kind: FloatKind, value: &ApInt, signed: bool) -> Self {
        if WideFloat::is_wide(kind) {
            return WideFloat::from_integer(kind, value, signed);
        }
        Self::Narrow(match kind {
            FloatKind::F64 => value.to_f64(signed),
            _ => rounded(kind, value.to_f64_for_rounding(signed)),
        })
    }

    /// Truncates to an integer. None if that does not fit into `width` bits.
    pub fn to_integer(self, width: u32, signed: bool) -> Option<ApInt> {
        match self {
            Self::Narrow(value) => ApInt::from_f64(width, value.trunc(), signed),
            Self::Wide(wide) => wide.to_integer(width, signed),
        }
    }

    /// The number as `f64`, if `f64` represents it exactly.
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Self::Narrow(value) => Some(value),
            Self::Wide(_) => None,
        }
    }

    /// The class of the number in its format.
    pub fn class(self, kind: FloatKind) -> FloatClass {
        let layout = kind.layout();
        // `f80` stores the leading digit, which is not part of the exponent.
        let exponent = self.to_bits(kind) >> layout.fraction & ((1 << layout.exponent) - 1);
        let is_top = exponent == (1 << layout.exponent) - 1;
        match layout.non_finite {
            _ if self.is_nan() => FloatClass::NaN,
            NonFinite::Ieee if is_top => FloatClass::Infinite,
            NonFinite::ExponentOnly => FloatClass::Normal,
            _ if exponent == 0 => FloatClass::Subnormal,
            _ => FloatClass::Normal,
        }
    }

    /// Whether the number is NaN.
    pub fn is_nan(self) -> bool {
        match self {
            Self::Narrow(value) => value.is_nan(),
            Self::Wide(wide) => wide.is_nan(),
        }
    }

    /// Compares two numbers of one format. None if one of them is NaN.
    pub fn order(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Narrow(a), Self::Narrow(b)) => a.partial_cmp(&b),
            (Self::Wide(a), Self::Wide(b)) => a.order(b),
            _ => None,
        }
    }
}

/// Rounds `value` to a format of at most 64 bits.
pub(super) fn rounded(kind: FloatKind, value: f64) -> f64 {
    match kind {
        FloatKind::F64 => value,
        FloatKind::F32 => f64::from(value as f32),
        _ => float::from_f64(kind, value)
            .and_then(|bits| float::to_f64(kind, bits))
            .unwrap_or(f64::NAN),
    }
}
