//! The formats that are wider than `f64`, computed by a soft-float library.

use super::{Float, FloatFunction};
use crate::numbers::ApInt;
use crate::numbers::FloatKind;
use rustc_apfloat::ieee::{Double, Quad, X87DoubleExtended};
use rustc_apfloat::{Float as SoftFloat, FloatConvert, Round};
use std::cmp::Ordering;

/// A number of `f80` or `f128`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct WideFloat {
    kind: FloatKind,
    bits: u128,
}

/// Evaluates an expression with both numbers in their soft-float type.
macro_rules! on_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::F80 => {
                type $format = X87DoubleExtended;
                $body
            }
            _ => {
                type $format = Quad;
                $body
            }
        }
    };
}

impl WideFloat {
    /// Whether the format is one of these.
    pub fn is_wide(kind: FloatKind) -> bool {
        matches!(kind, FloatKind::F80 | FloatKind::F128)
    }

    /// Makes a number from its bits. None for other formats.
    pub fn from_bits(kind: FloatKind, bits: u128) -> Option<Self> {
        Self::is_wide(kind).then_some(Self { kind, bits })
    }

    /// The format.
    pub fn kind(self) -> FloatKind {
        self.kind
    }

    /// The bits.
    pub fn bits(self) -> u128 {
        self.bits
    }

    /// Whether the number is NaN.
    pub fn is_nan(self) -> bool {
        on_format!(self.kind, F => F::from_bits(self.bits).is_nan())
    }

    pub(super) fn order(self, other: Self) -> Option<Ordering> {
        on_format!(self.kind, F => F::from_bits(self.bits).partial_cmp(&F::from_bits(other.bits)))
    }

    /// Rounds to another format.
    pub(super) fn rounded_to(self, kind: FloatKind) -> Float {
        let mut loses = false;
        match (self.kind, kind) {
            (from, to) if from == to => Float::Wide(self),
            (FloatKind::F80, FloatKind::F128) => {
                let value: Quad = X87DoubleExtended::from_bits(self.bits).convert(&mut loses).value;
                Float::from_bits(kind, value.to_bits())
            }
            (_, FloatKind::F80) => {
                let value: X87DoubleExtended = Quad::from_bits(self.bits).convert(&mut loses).value;
                Float::from_bits(kind, value.to_bits())
            }
            (_, FloatKind::F64) => Float::Narrow(self.to_f64(Round::NearestTiesToEven, &mut loses)),
            // Rounds to odd first, so that the second rounding gives the same as a single one.
            _ => {
                let value = self.to_f64(Round::TowardZero, &mut loses);
                let is_odd = value.to_bits() & 1 == 1;
                let odd = if loses && !is_odd && value.is_finite() {
                    f64::from_bits(value.to_bits() | 1)
                } else {
                    value
                };
                Float::Narrow(odd).rounded_to(kind)
            }
        }
    }

    fn to_f64(self, round: Round, loses: &mut bool) -> f64 {
        let value: Double =
            on_format!(self.kind, F => F::from_bits(self.bits).convert_r(round, loses).value);
        f64::from_bits(value.to_bits() as u64)
    }

    /// Rounds an integer. Integers of more than 128 bits are converted through decimal digits.
    pub(super) fn from_integer(kind: FloatKind, value: &ApInt, signed: bool) -> Float {
        let digits = value.to_decimal(signed);
        let bits = on_format!(kind, F => {
            F::from_str_r(&digits, Round::NearestTiesToEven).map_or(0, |number| number.value.to_bits())
        });
        Float::from_bits(kind, bits)
    }

    /// Truncates to an integer, if that fits.
    pub(super) fn to_integer(self, width: u32, signed: bool) -> Option<ApInt> {
        let mut exact = false;
        // Converts at full width and narrows then, because the library shifts too far for one bit.
        let integer = on_format!(self.kind, F => {
            let value = F::from_bits(self.bits);
            let (integer, status) = match signed {
                true => {
                    let converted = value.to_i128_r(128, Round::TowardZero, &mut exact);
                    (converted.value as u128, converted.status)
                }
                false => {
                    let converted = value.to_u128_r(128, Round::TowardZero, &mut exact);
                    (converted.value, converted.status)
                }
            };
            (!status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(integer)
        })?;
        let integer = ApInt::from_le_bytes(128, &integer.to_le_bytes());
        let extend = if signed { ApInt::sext } else { ApInt::zext };
        if width >= 128 {
            return Some(extend(&integer, width));
        }
        let narrow = integer.trunc(width);
        (extend(&narrow, 128) == integer).then_some(narrow)
    }

    /// Computes a function of numbers of this format. None if it is not implemented.
    pub(super) fn apply(
        kind: FloatKind,
        function: FloatFunction,
        numbers: &[Self],
    ) -> Option<Self> {
        let bits: Vec<u128> = numbers.iter().map(|number| number.bits).collect();
        let bits = on_format!(kind, F => {
            let numbers: Vec<F> = bits.into_iter().map(F::from_bits).collect();
            compute(function, &numbers)?.to_bits()
        });
        Some(Self { kind, bits })
    }
}

/// The functions that are implemented; roots, exponentials and similar ones are not.
fn compute<F: SoftFloat>(function: FloatFunction, numbers: &[F]) -> Option<F> {
    let value = match (function, numbers) {
        (FloatFunction::Add, &[a, b]) => (a + b).value,
        (FloatFunction::Sub, &[a, b]) => (a - b).value,
        (FloatFunction::Mul, &[a, b]) => (a * b).value,
        (FloatFunction::Div, &[a, b]) => (a / b).value,
        (FloatFunction::Rem, &[a, b]) => a.c_fmod(b).value,
        (FloatFunction::Fma, &[a, b, c]) => a.mul_add(b, c).value,
        (FloatFunction::MulAdd, &[a, b, c]) => ((a * b).value + c).value,
        (FloatFunction::Maximum, &[a, b]) => a.maximum(b),
        (FloatFunction::Minimum, &[a, b]) => a.minimum(b),
        (FloatFunction::MaxNum, &[a, b]) => number_of(a, b, F::maximum),
        (FloatFunction::MinNum, &[a, b]) => number_of(a, b, F::minimum),
        (FloatFunction::Ceil, &[a]) => a.round_to_integral(Round::TowardPositive).value,
        (FloatFunction::Floor, &[a]) => a.round_to_integral(Round::TowardNegative).value,
        (FloatFunction::Trunc, &[a]) => a.round_to_integral(Round::TowardZero).value,
        (FloatFunction::Round, &[a]) => a.round_to_integral(Round::NearestTiesToAway).value,
        (FloatFunction::RoundEven, &[a]) => a.round_to_integral(Round::NearestTiesToEven).value,
        // These define the sign of a NaN.
        (FloatFunction::Neg, &[a]) => return Some(-a),
        (FloatFunction::Abs, &[a]) => return Some(a.abs()),
        (FloatFunction::CopySign, &[a, b]) => return Some(a.copy_sign(b)),
        _ => return None,
    };
    Some(if value.is_nan() { F::NAN } else { value })
}

/// If one number is NaN, the other one; otherwise the result of `choose`.
fn number_of<F: SoftFloat>(a: F, b: F, choose: fn(F, F) -> F) -> F {
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        choose(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::power::power_of_two;
    use pretty_assertions::assert_eq;

    fn quad(value: f64) -> Float {
        Float::from(value).rounded_to(FloatKind::F128)
    }

    #[test]
    fn wide_numbers_keep_what_f64_loses() {
        let (one, three) = (quad(1.0), quad(3.0));
        let third = FloatFunction::Div.apply(FloatKind::F128, &[one, three]).unwrap();
        // 1/3 in binary128.
        assert_eq!(third.to_bits(FloatKind::F128), 0x3FFD_5555_5555_5555_5555_5555_5555_5555);
        assert_eq!(third.rounded_to(FloatKind::F64), Float::from(1.0 / 3.0));
        let tiny =
            FloatFunction::Add.apply(FloatKind::F128, &[one, quad(power_of_two(-100))]).unwrap();
        assert_eq!(tiny.order(one), Some(Ordering::Greater));
        assert_eq!(tiny.rounded_to(FloatKind::F64), Float::from(1.0));
    }

    /// A number just above the middle between two `f32`s. Rounded to `f64` first, it would be
    /// exactly the middle.
    #[test]
    fn wide_numbers_are_rounded_once() {
        let middle = FloatFunction::Add
            .apply(FloatKind::F128, &[quad(1.0), quad(power_of_two(-24))])
            .unwrap();
        let above =
            FloatFunction::Add.apply(FloatKind::F128, &[middle, quad(power_of_two(-90))]).unwrap();
        assert_eq!(middle.rounded_to(FloatKind::F32), Float::from(1.0));
        assert_eq!(above.rounded_to(FloatKind::F32), Float::from(1.0 + power_of_two(-23)));
    }

    #[test]
    fn integers_and_wide_numbers() {
        for kind in [FloatKind::F80, FloatKind::F128] {
            let value = ApInt::from_i64(64, -(1 << 62) - 1);
            let float = Float::from_integer(kind, &value, true);
            assert_eq!(float.to_integer(64, true), Some(value));
            assert_eq!(float.to_integer(62, true), None);
            assert_eq!(float.to_integer(64, false), None);
        }
        assert_eq!(quad(-1.0).to_integer(1, true), Some(ApInt::all_ones(1)));
        assert_eq!(quad(2.0).to_integer(1, true), None);
        let half = quad(-0.5);
        assert_eq!(half.to_integer(8, false), Some(ApInt::zero(8)));
    }
}
