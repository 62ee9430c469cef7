//! Functions of floats.

use super::erf::{erf, erfc};
use super::float::rounded;
use super::{Float, WideFloat};
use crate::numbers::FloatKind;
use crate::support::fma::fma;
use smallvec::SmallVec;

/// A function of one or several numbers of one format.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum FloatFunction {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// The remainder of a division rounded towards zero. It has the sign of the first number.
    Rem,
    /// `a * b + c`, rounded once.
    Fma,
    /// `a * b + c`, rounded twice.
    MulAdd,
    /// The larger number; NaN if one is. -0 is less than 0.
    Maximum,
    /// The smaller number; NaN if one is. -0 is less than 0.
    Minimum,
    /// The larger number, or the one that is not a NaN. -0 is less than 0.
    MaxNum,
    /// The smaller number, or the one that is not a NaN. -0 is less than 0.
    MinNum,
    /// The first number with the sign of the second.
    CopySign,
    /// The first number to the power of the second.
    Pow,
    /// The angle of the point (second, first).
    Atan2,
    /// The number with the other sign.
    Neg,
    /// The number without its sign.
    Abs,
    /// Rounded up.
    Ceil,
    /// Rounded down.
    Floor,
    /// Rounded towards zero.
    Trunc,
    /// Rounded, halves away from zero.
    Round,
    /// Rounded, halves to even.
    RoundEven,
    /// Square root.
    Sqrt,
    /// The reciprocal of the square root: both steps are rounded.
    Rsqrt,
    /// Cube root.
    Cbrt,
    /// e to the power.
    Exp,
    /// 2 to the power.
    Exp2,
    /// 10 to the power.
    Exp10,
    /// e to the power, less 1.
    ExpM1,
    /// Natural logarithm.
    Log,
    /// Logarithm to base 2.
    Log2,
    /// Logarithm to base 10.
    Log10,
    /// Natural logarithm of 1 more.
    Log1p,
    /// The error function.
    Erf,
    /// 1 without the error function.
    Erfc,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Inverse of the sine.
    Asin,
    /// Inverse of the cosine.
    Acos,
    /// Inverse of the tangent.
    Atan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Inverse of the hyperbolic sine.
    Asinh,
    /// Inverse of the hyperbolic cosine.
    Acosh,
    /// Inverse of the hyperbolic tangent.
    Atanh,
}

impl FloatFunction {
    /// Computes the function on numbers of a format, rounded to it. A NaN result is positive,
    /// because its sign is not specified, except for [`Neg`](Self::Neg), [`Abs`](Self::Abs) and
    /// [`CopySign`](Self::CopySign).
    ///
    /// None if the function is not implemented for the format, or takes another number of
    /// arguments.
    pub fn apply(self, kind: FloatKind, numbers: &[Float]) -> Option<Float> {
        if WideFloat::is_wide(kind) {
            let wide: Option<SmallVec<[WideFloat; 3]>> = numbers
                .iter()
                .map(|number| match number {
                    Float::Wide(wide) => Some(*wide),
                    Float::Narrow(_) => None,
                })
                .collect();
            return WideFloat::apply(kind, self, &wide?).map(Float::Wide);
        }
        let narrow: Option<SmallVec<[f64; 3]>> =
            numbers.iter().map(|number| number.as_f64()).collect();
        self.of_narrow(kind, &narrow?).map(Float::Narrow)
    }

    /// Computes the function on `f64` numbers.
    ///
    /// None if it takes another number of arguments.
    pub fn of_f64(self, numbers: &[f64]) -> Option<f64> {
        self.of_narrow(FloatKind::F64, numbers)
    }

    /// For formats narrower than `f64`, computing in `f64` and rounding gives the same as rounding
    /// once, because `f64` has more than twice their digits (Figueroa, "When is double rounding
    /// innocuous?", 1995).
    fn of_narrow(self, kind: FloatKind, numbers: &[f64]) -> Option<f64> {
        let value = match *numbers {
            [a] => self.of_one(kind, a)?,
            [a, b] => self.of_two(a, b)?,
            [a, b, c] => match self {
                Self::Fma => fma(a, b, c, kind == FloatKind::F64),
                Self::MulAdd => rounded(kind, a * b) + c,
                _ => return None,
            },
            _ => return None,
        };
        let has_sign = matches!(self, Self::Neg | Self::Abs | Self::CopySign);
        // Formats without NaN use a number instead.
        Some(rounded(kind, if value.is_nan() && !has_sign { f64::NAN } else { value }))
    }

    fn of_one(self, kind: FloatKind, a: f64) -> Option<f64> {
        Some(match self {
            Self::Neg => -a,
            Self::Abs => a.abs(),
            Self::Ceil => a.ceil(),
            Self::Floor => a.floor(),
            Self::Trunc => a.trunc(),
            Self::Round => a.round(),
            Self::RoundEven => a.round_ties_even(),
            Self::Sqrt => a.sqrt(),
            Self::Rsqrt => 1.0 / rounded(kind, a.sqrt()),
            Self::Cbrt => a.cbrt(),
            Self::Exp => a.exp(),
            Self::Exp2 => a.exp2(),
            Self::Exp10 => 10f64.powf(a),
            Self::ExpM1 => a.exp_m1(),
            Self::Log => a.ln(),
            Self::Log2 => a.log2(),
            Self::Log10 => a.log10(),
            Self::Log1p => a.ln_1p(),
            Self::Erf => erf(a),
            Self::Erfc => erfc(a),
            Self::Sin => a.sin(),
            Self::Cos => a.cos(),
            Self::Tan => a.tan(),
            Self::Asin => a.asin(),
            Self::Acos => a.acos(),
            Self::Atan => a.atan(),
            Self::Sinh => a.sinh(),
            Self::Cosh => a.cosh(),
            Self::Tanh => a.tanh(),
            Self::Asinh => a.asinh(),
            Self::Acosh => a.acosh(),
            Self::Atanh => a.atanh(),
            _ => return None,
        })
    }

    fn of_two(self, a: f64, b: f64) -> Option<f64> {
        Some(match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => a / b,
            Self::Rem => a % b,
            Self::Maximum => maximum(a, b),
            Self::Minimum => -maximum(-a, -b),
            Self::MaxNum => max_num(a, b),
            Self::MinNum => -max_num(-a, -b),
            Self::CopySign => a.copysign(b),
            Self::Pow => a.powf(b),
            Self::Atan2 => a.atan2(b),
            _ => return None,
        })
    }
}

fn maximum(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b || (a == b && a.is_sign_positive()) { a } else { b }
}

fn max_num(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        maximum(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn apply(function: FloatFunction, kind: FloatKind, numbers: &[f64]) -> f64 {
        let numbers: Vec<Float> = numbers.iter().map(|&number| Float::from(number)).collect();
        function.apply(kind, &numbers).and_then(Float::as_f64).expect("a number of the format")
    }

    #[test]
    fn results_are_of_the_format() {
        // The largest number of f16 is 65504; f4E2M1FN has neither infinities nor NaNs, and 6 is
        // its largest.
        assert_eq!(apply(FloatFunction::Add, FloatKind::F16, &[65504.0, 65504.0]), f64::INFINITY);
        assert_eq!(apply(FloatFunction::Add, FloatKind::F4E2M1FN, &[6.0, 6.0]), 6.0);
        assert_eq!(apply(FloatFunction::Sqrt, FloatKind::F4E2M1FN, &[-1.0]), 6.0);
        // Formats with `UZ` have no -0.
        let zero = apply(FloatFunction::Trunc, FloatKind::F8E5M2FNUZ, &[-0.1875]);
        assert_eq!(zero.to_bits(), 0);
    }

    #[test]
    fn nan_and_zeros_of_extremes() {
        let zeros = [(0.0f64, -0.0f64), (-0.0, 0.0)];
        for (a, b) in zeros {
            assert_eq!(apply(FloatFunction::Maximum, FloatKind::F64, &[a, b]).to_bits(), 0);
            assert_eq!(apply(FloatFunction::MinNum, FloatKind::F64, &[a, b]).to_bits(), 1 << 63);
        }
        assert!(apply(FloatFunction::Maximum, FloatKind::F32, &[1.0, f64::NAN]).is_nan());
        assert_eq!(apply(FloatFunction::MaxNum, FloatKind::F32, &[1.0, f64::NAN]), 1.0);
        assert_eq!(apply(FloatFunction::MinNum, FloatKind::F32, &[f64::NAN, 1.0]), 1.0);
    }

    #[test]
    fn a_nan_is_positive_but_where_the_sign_is_asked_for() {
        let bits = |function, numbers: &[f64]| apply(function, FloatKind::F64, numbers).to_bits();
        assert_eq!(bits(FloatFunction::Div, &[0.0, 0.0]), f64::NAN.to_bits());
        assert_eq!(bits(FloatFunction::Neg, &[f64::NAN]), f64::NAN.to_bits() | 1 << 63);
    }
}
