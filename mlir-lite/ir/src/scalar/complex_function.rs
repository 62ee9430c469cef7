//! Functions of complex numbers.

use super::{Float, FloatFunction};
use crate::numbers::FloatKind;
use std::cmp::Ordering;

/// A complex number whose parts are of one float format. The format is not stored.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Complex {
    /// The real part.
    pub re: Float,
    /// The imaginary part.
    pub im: Float,
}

/// A function of one or two complex numbers.
///
/// Each is the formula of its definition, rounded after every step: no part is scaled, so the
/// quotient of numbers whose squares are too large for the format is not found.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::scalar::{Complex, ComplexFunction, Float};
/// use mlir_lite::types::FloatKind;
///
/// let complex = |re: f64, im: f64| Complex { re: Float::from(re), im: Float::from(im) };
/// // (1 + 2i)(3 + 4i) = 3 - 8 + (4 + 6)i
/// let product = ComplexFunction::Mul.apply(FloatKind::F64, &[complex(1., 2.), complex(3., 4.)]);
/// assert_eq!(product, Some(complex(-5., 10.)));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ComplexFunction {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product: `(a + bi)(c + di) = (ac - bd) + (ad + bc)i`.
    Mul,
    /// Quotient: `(a + bi) / (c + di) = ((ac + bd) + (bc - ad)i) / (cc + dd)`.
    Div,
    /// The number with the other signs.
    Neg,
}

impl ComplexFunction {
    /// Computes the function on numbers whose parts are of a format.
    ///
    /// None if a part cannot be computed in the format, or if the function takes another number of
    /// arguments.
    pub fn apply(self, kind: FloatKind, numbers: &[Complex]) -> Option<Complex> {
        let of = |function: FloatFunction, a: Float, b: Float| function.apply(kind, &[a, b]);
        let add = |a, b| of(FloatFunction::Add, a, b);
        let sub = |a, b| of(FloatFunction::Sub, a, b);
        let mul = |a, b| of(FloatFunction::Mul, a, b);
        let div = |a, b| of(FloatFunction::Div, a, b);
        let (re, im) = match (self, numbers) {
            (Self::Neg, &[Complex { re, im }]) => {
                let neg = |a| FloatFunction::Neg.apply(kind, &[a]);
                (neg(re)?, neg(im)?)
            }
            (_, &[Complex { re: a, im: b }, Complex { re: c, im: d }]) => match self {
                Self::Add => (add(a, c)?, add(b, d)?),
                Self::Sub => (sub(a, c)?, sub(b, d)?),
                Self::Mul => (sub(mul(a, c)?, mul(b, d)?)?, add(mul(a, d)?, mul(b, c)?)?),
                Self::Div => {
                    let norm = add(mul(c, c)?, mul(d, d)?)?;
                    let re = add(mul(a, c)?, mul(b, d)?)?;
                    let im = sub(mul(b, c)?, mul(a, d)?)?;
                    (div(re, norm)?, div(im, norm)?)
                }
                Self::Neg => return None,
            },
            _ => return None,
        };
        Some(Complex { re, im })
    }
}

impl Complex {
    /// Whether both parts are equal as numbers: 0 is -0, and no NaN equals another.
    pub fn equals(self, other: Self) -> bool {
        let equal = |a: Float, b: Float| a.order(b) == Some(Ordering::Equal);
        equal(self.re, other.re) && equal(self.im, other.im)
    }

    /// The absolute value, as `max * sqrt(1 + (min / max)^2)`, where `max` and `min` are the parts
    /// without their signs: the square of a part may be too large for the format. Of two zeros and
    /// of two infinities the quotient is NaN, and the result is `min`.
    ///
    /// None if it cannot be computed in the format.
    pub fn absolute(self, kind: FloatKind) -> Option<Float> {
        let of = |function: FloatFunction, numbers: &[Float]| function.apply(kind, numbers);
        let a = of(FloatFunction::Abs, &[self.re])?;
        let b = of(FloatFunction::Abs, &[self.im])?;
        let greatest = of(FloatFunction::Maximum, &[a, b])?;
        let least = of(FloatFunction::Minimum, &[a, b])?;
        let ratio = of(FloatFunction::Div, &[least, greatest])?;
        let square = of(FloatFunction::Mul, &[ratio, ratio])?;
        let sum = of(FloatFunction::Add, &[Float::from(1.0).rounded_to(kind), square])?;
        let root = of(FloatFunction::Sqrt, &[sum])?;
        let norm = of(FloatFunction::Mul, &[greatest, root])?;
        Some(if norm.is_nan() { least } else { norm })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn complex(kind: FloatKind, re: f64, im: f64) -> Complex {
        Complex { re: Float::from(re).rounded_to(kind), im: Float::from(im).rounded_to(kind) }
    }

    fn apply(function: ComplexFunction, numbers: &[(f64, f64)]) -> Option<Complex> {
        let numbers: Vec<Complex> =
            numbers.iter().map(|&(re, im)| complex(FloatKind::F64, re, im)).collect();
        function.apply(FloatKind::F64, &numbers)
    }

    #[test]
    fn formulas_are_those_of_the_field() {
        let is = |re, im| Some(complex(FloatKind::F64, re, im));
        assert_eq!(apply(ComplexFunction::Add, &[(1., 2.), (3., 5.)]), is(4., 7.));
        assert_eq!(apply(ComplexFunction::Sub, &[(1., 2.), (3., 5.)]), is(-2., -3.));
        // i * i = -1
        assert_eq!(apply(ComplexFunction::Mul, &[(0., 1.), (0., 1.)]), is(-1., 0.));
        // (-5 + 10i) / (1 + 2i) = 3 + 4i
        assert_eq!(apply(ComplexFunction::Div, &[(-5., 10.), (1., 2.)]), is(3., 4.));
        assert_eq!(apply(ComplexFunction::Neg, &[(1., -2.)]), is(-1., 2.));
        assert_eq!(apply(ComplexFunction::Neg, &[(1., 2.), (3., 4.)]), None);
        assert_eq!(apply(ComplexFunction::Add, &[(1., 2.)]), None);
    }

    #[test]
    fn absolute_values_do_not_overflow() {
        for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64] {
            let absolute = |re, im| complex(kind, re, im).absolute(kind);
            let number = |value: f64| Some(Float::from(value).rounded_to(kind));
            assert_eq!(absolute(-4., 3.), number(5.));
            assert_eq!(absolute(0., 0.), number(0.));
            assert_eq!(absolute(f64::INFINITY, f64::NEG_INFINITY), number(f64::INFINITY));
            assert_eq!(absolute(0., -40000.), number(40000.));
        }
        assert_eq!(
            complex(FloatKind::F64, 3e300, 4e300).absolute(FloatKind::F64),
            Some(5e300.into())
        );
    }

    #[test]
    fn zeros_are_equal_and_nan_is_not() {
        for kind in [FloatKind::F64, FloatKind::F128] {
            let (zero, minus) = (complex(kind, 0., 1.), complex(kind, -0., 1.));
            let nan = complex(kind, f64::NAN, 1.);
            assert!(zero.equals(minus) && !zero.equals(complex(kind, 0., 2.)));
            assert!(!nan.equals(nan));
        }
    }

    #[test]
    fn every_step_is_rounded_to_the_format() {
        // 257 * 257 = 66049 rounds to an infinity: the largest number of f16 is 65504.
        let big = complex(FloatKind::F16, 257., 0.);
        let square = ComplexFunction::Mul.apply(FloatKind::F16, &[big, big]);
        assert_eq!(square.map(|it| it.re), Some(f64::INFINITY.into()));
    }
}
