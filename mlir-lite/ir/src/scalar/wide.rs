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
        if width > 128 {
            return self.to_wide_integer(width, signed);
        }
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
        let narrow = integer.trunc(width);
        (extend(&narrow, 128) == integer).then_some(narrow)
    }

    /// Truncates to an integer of more than 128 bits, if that fits.
    fn to_wide_integer(self, width: u32, signed: bool) -> Option<ApInt> {
        // The bits of the number as an integer times a power of two.
        let (significand, exponent, is_negative) = on_format!(self.kind, F => {
            let value = F::from_bits(self.bits).round_to_integral(Round::TowardZero).value;
            if value.is_nan() || value.is_infinite() {
                return None;
            }
            if value.is_zero() {
                return Some(ApInt::zero(width));
            }
            let exponent = (value.ilogb() - (F::PRECISION as i32 - 1)).max(0);
            let significand = value.abs().scalbn(-exponent).to_u128(128).value;
            (significand, exponent as u32, value.is_negative())
        });
        let bits = 128 - significand.leading_zeros() + exponent;
        if bits > width {
            return None;
        }
        let magnitude = ApInt::from_le_bytes(width, &significand.to_le_bytes());
        let magnitude = magnitude.shl(&ApInt::from_u64(width, exponent.into()))?;
        if !is_negative {
            return (!signed || !magnitude.is_negative()).then_some(magnitude);
        }
        let fits = signed && magnitude.cmp_unsigned(&ApInt::signed_min(width)).is_le();
        fits.then(|| magnitude.negated())
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

/// The square root, rounded once.
fn square_root<F: SoftFloat>(number: F) -> F {
    if number.is_zero() || number.is_nan() || number == F::INFINITY {
        return number;
    }
    if number.is_negative() {
        return F::NAN;
    }
    // The significand as an integer, with an even exponent.
    let digits = F::PRECISION as i32;
    let exponent = number.ilogb() - (digits - 1);
    let is_odd = exponent.rem_euclid(2) == 1;
    let significand = number.scalbn(-exponent).to_u128(128).value;
    let significand = if is_odd { significand << 1 } else { significand };
    let exponent = exponent - i32::from(is_odd);
    // Digit by digit: two bits of the radicand make one of the root. Two bits more than the format
    // has, and whether there is a remainder, determine how the root is rounded.
    let steps = F::PRECISION as u32 + 2;
    let shift = 2 * steps - (128 - significand.leading_zeros()).next_multiple_of(2);
    let (mut root, mut rest) = (0u128, 0u128);
    for step in (0..steps).rev() {
        let position = (2 * step) as i32 - shift as i32;
        let pair = if position >= 0 { significand >> position & 3 } else { 0 };
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let rounded = F::from_u128(root << 1 | u128::from(rest != 0)).value;
    // The radicand was shifted to the left; the root has one bit more, of the remainder.
    rounded.scalbn((exponent - shift as i32) / 2 - 1)
}

/// The functions that are implemented; exponentials and similar ones are not.
fn compute<F: SoftFloat>(function: FloatFunction, numbers: &[F]) -> Option<F> {
    let value = match (function, numbers) {
        (FloatFunction::Add, &[a, b]) => (a + b).value,
        (FloatFunction::Sub, &[a, b]) => (a - b).value,
        (FloatFunction::Mul, &[a, b]) => (a * b).value,
        (FloatFunction::Div, &[a, b]) => (a / b).value,
        (FloatFunction::Rem, &[a, b]) => a.c_fmod(b).value,
        (FloatFunction::Sqrt, &[a]) => square_root(a),
        (FloatFunction::Rsqrt, &[a]) => (F::from_u128(1).value / square_root(a)).value,
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

    /// Numbers and their roots, computed with Python's integers and rounded to the nearest.
    const ROOTS: [(FloatKind, u128, u128); 24] = [
        (FloatKind::F128, 0x40000000000000000000000000000000, 0x3fff6a09e667f3bcc908b2fb1366ea95),
        (FloatKind::F128, 0x40008000000000000000000000000000, 0x3fffbb67ae8584caa73b25742d7078b8),
        (FloatKind::F128, 0x3fffffffffffffffffffffffffffffff, 0x3fff6a09e667f3bcc908b2fb1366ea95),
        (FloatKind::F128, 0x3ffeffffffffffffffffffffffffffff, 0x3ffeffffffffffffffffffffffffffff),
        (FloatKind::F128, 0x3fff0000000000000000000000000001, 0x3fff0000000000000000000000000000),
        (FloatKind::F128, 0x6b9f5bc8bde5c0994164d8399f767c45, 0x55cf2a6230359bb1c8e07293aadca2f6),
        (FloatKind::F128, 0x594cbd69d76d4330f1446beab0c11fde, 0x4ca5dd8c2da4ea7f32a5268a549a29cf),
        (FloatKind::F128, 0x4170d721076ce2ef87b0b125ec1d7da0, 0x40b7eb23b993f1a21b321f089eeb4ee0),
        (FloatKind::F128, 0xc7aa6233fc1ea36f17fd374c6a53877, 0x263cd0e715c563686a7f7f75bb3c1124),
        (FloatKind::F128, 0x41e15f2d1cfb10f62827688de6a16a3b, 0x40f02bd5cbf4e272526c17dbdebabfdc),
        (FloatKind::F128, 0x12e48b33617959ce3f1f65a8de527100, 0x2971c1d34404fd85f70eabcbd1f6295b),
        (FloatKind::F128, 0x1, 0x1fc80000000000000000000000000000),
        (FloatKind::F80, 0x40008000000000000000, 0x3fffb504f333f9de6484),
        (FloatKind::F80, 0x4000c000000000000000, 0x3fffddb3d742c265539e),
        (FloatKind::F80, 0x3fffffffffffffffffff, 0x3fffb504f333f9de6484),
        (FloatKind::F80, 0x3ffeffffffffffffffff, 0x3ffeffffffffffffffff),
        (FloatKind::F80, 0x3fff8000000000000001, 0x3fff8000000000000000),
        (FloatKind::F80, 0x7539fea11ac92edcf45, 0x23a98f11edb9277e7d22),
        (FloatKind::F80, 0x39e49bbdcd51bb2edb20, 0x3cf1c7ac9afa48b6137b),
        (FloatKind::F80, 0x74ae974e4158478c281d, 0x5a56c4cf6956b2ef6135),
        (FloatKind::F80, 0x1a13b1d914f8c4069545, 0x2d0996e114fb4d4551f0),
        (FloatKind::F80, 0xedbe608e9abc30d8b76, 0x276dab9807e56de97868),
        (FloatKind::F80, 0x54aecf18348e238642ea, 0x4a56e640a2a2bc919761),
        (FloatKind::F80, 0x1, 0x1fe0b504f333f9de6484),
    ];

    #[test]
    fn square_roots_are_rounded_once() {
        for (kind, of, expected) in ROOTS {
            let number = Float::from_bits(kind, of);
            let root = FloatFunction::Sqrt.apply(kind, &[number]).unwrap();
            assert_eq!(root.to_bits(kind), expected, "{kind:?} {of:#x}");
        }
        let root = |value: f64| FloatFunction::Sqrt.apply(FloatKind::F128, &[quad(value)]).unwrap();
        assert_eq!(root(-0.0).to_bits(FloatKind::F128), 1 << 127);
        assert_eq!(root(f64::INFINITY), quad(f64::INFINITY));
        assert!(root(-1.0).is_nan());
        let four = FloatFunction::Rsqrt.apply(FloatKind::F128, &[quad(16.0)]);
        assert_eq!(four, Some(quad(0.25)));
    }

    #[test]
    fn integers_of_more_than_128_bits() {
        // 2^200 and its neighbours.
        let power = FloatFunction::Mul
            .apply(FloatKind::F128, &[quad(power_of_two(100)), quad(power_of_two(100))])
            .unwrap();
        let integer = ApInt::from_u64(256, 1).shl(&ApInt::from_u64(256, 200)).unwrap();
        assert_eq!(power.to_integer(256, true), Some(integer.clone()));
        assert_eq!(power.to_integer(201, true), None);
        assert_eq!(power.to_integer(201, false), Some(integer.trunc(201)));
        let negative = FloatFunction::Neg.apply(FloatKind::F128, &[power]).unwrap();
        assert_eq!(negative.to_integer(256, true), Some(integer.negated()));
        assert_eq!(negative.to_integer(201, true), Some(integer.negated().trunc(201)));
        assert_eq!(negative.to_integer(256, false), None);
        assert_eq!(quad(-2.75).to_integer(256, true), Some(ApInt::from_i64(256, -2)));
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
