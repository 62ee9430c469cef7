//! Functions of complex numbers.

use super::complex_formulas::{Part, PartFunction, absolute, angle};
use super::{CmpFPredicate, Float, FloatFunction};
use crate::numbers::FloatKind;
use smallvec::SmallVec;
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
/// Each is a formula, rounded after every step. No part of a quotient is scaled, so that of numbers
/// whose squares are too large for the format is not found.
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
    /// The number with the other sign of its imaginary part: `a - bi` of `a + bi`.
    Conj,
    /// e to the power.
    Exp,
    /// e to the power, less 1.
    ExpM1,
    /// Natural logarithm: of the absolute value, and the angle.
    Log,
    /// Natural logarithm of 1 more.
    Log1p,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Hyperbolic tangent.
    Tanh,
    /// Square root.
    Sqrt,
    /// The reciprocal of the square root.
    Rsqrt,
    /// The number divided by its absolute value; 0 of 0.
    Sign,
    /// The first number to the power of the second.
    Pow,
    /// The angle of the point (second, first), continued to complex numbers.
    Atan2,
}

/// A part that may not be known, in a format.
#[derive(Copy, Clone)]
struct Known {
    kind: FloatKind,
    value: Option<Float>,
}

impl Known {
    fn apply(self, function: FloatFunction, others: &[Self]) -> Self {
        let numbers: Option<SmallVec<[Float; 2]>> =
            std::iter::once(&self).chain(others).map(|part| part.value).collect();
        let value = numbers.and_then(|numbers| function.apply(self.kind, &numbers));
        Self { value, ..self }
    }
}

impl Part for Known {
    fn number(self, value: f64) -> Self {
        Self { value: Some(Float::from(value).rounded_to(self.kind)), ..self }
    }

    fn plus(self, other: Self) -> Self {
        self.apply(FloatFunction::Add, &[other])
    }

    fn minus(self, other: Self) -> Self {
        self.apply(FloatFunction::Sub, &[other])
    }

    fn times(self, other: Self) -> Self {
        self.apply(FloatFunction::Mul, &[other])
    }

    fn over(self, other: Self) -> Self {
        self.apply(FloatFunction::Div, &[other])
    }

    fn negative(self) -> Self {
        self.apply(FloatFunction::Neg, &[])
    }

    fn call(self, function: PartFunction, others: &[Self]) -> Self {
        self.apply(function.of_floats(), others)
    }

    fn choose(self, predicate: CmpFPredicate, other: Self, [then, otherwise]: [Self; 2]) -> Self {
        match (self.value, other.value) {
            (Some(a), Some(b)) if predicate.holds(a.order(b)) => then,
            (Some(_), Some(_)) => otherwise,
            _ => Self { value: None, ..self },
        }
    }
}

impl ComplexFunction {
    /// Computes the function on numbers whose parts are of a format.
    ///
    /// None if a part cannot be computed in the format, or if the function takes another number of
    /// arguments.
    pub fn apply(self, kind: FloatKind, numbers: &[Complex]) -> Option<Complex> {
        let parts: SmallVec<[[Known; 2]; 2]> =
            numbers.iter().map(|number| number.parts(kind)).collect();
        let [re, im] = self.of_parts(&parts)?;
        Some(Complex { re: re.value?, im: im.value? })
    }
}

impl Complex {
    /// Whether both parts are equal as numbers: 0 is -0, and no NaN equals another.
    pub fn equals(self, other: Self) -> bool {
        let equal = |a: Float, b: Float| a.order(b) == Some(Ordering::Equal);
        equal(self.re, other.re) && equal(self.im, other.im)
    }

    fn parts(self, kind: FloatKind) -> [Known; 2] {
        [self.re, self.im].map(|part| Known { kind, value: Some(part) })
    }

    /// The absolute value. None if it cannot be computed in the format.
    pub fn absolute(self, kind: FloatKind) -> Option<Float> {
        absolute(self.parts(kind)).value
    }

    /// The angle, from -pi to pi. None if it cannot be computed in the format.
    pub fn angle(self, kind: FloatKind) -> Option<Float> {
        angle(self.parts(kind)).value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::f64::consts::{FRAC_PI_4, PI};

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

    type Row = (ComplexFunction, &'static [(f64, f64)], (f64, f64));

    /// Functions of numbers, by Python's `cmath`, and by the series where it lacks the function.
    const VALUES: &[Row] = {
        use ComplexFunction::{
            Atan2, Cos, Exp, ExpM1, Log, Log1p, Pow, Rsqrt, Sign, Sin, Sqrt, Tan, Tanh,
        };
        &[
            (Exp, &[(0.5, -1.25)], (0.5198786860084937, -1.5646111274988195)),
            (Exp, &[(-2.0, 0.75)], (0.09902332031011532, 0.0922497746528114)),
            (Exp, &[(0.001, 0.002)], (1.0009984981663753, 0.00200199966566635)),
            (Exp, &[(3.0, 4.0)], (-13.128783081462158, -15.200784463067954)),
            (Exp, &[(-0.25, -0.0)], (0.7788007830714049, -0.0)),
            (ExpM1, &[(0.5, -1.25)], (-0.4801213139915063, -1.5646111274988195)),
            (ExpM1, &[(-2.0, 0.75)], (-0.9009766796898847, 0.0922497746528114)),
            (ExpM1, &[(0.001, 0.002)], (0.000998498166375342, 0.00200199966566635)),
            (ExpM1, &[(3.0, 4.0)], (-14.128783081462158, -15.200784463067954)),
            (ExpM1, &[(-0.25, -0.0)], (-0.22119921692859512, -0.0)),
            (Log, &[(0.5, -1.25)], (0.2973535538733464, -1.1902899496825317)),
            (Log, &[(-2.0, 0.75)], (0.7589353594543049, 2.782821983319221)),
            (Log, &[(0.001, 0.002)], (-6.103036322765087, 1.1071487177940904)),
            (Log, &[(3.0, 4.0)], (1.6094379124341003, 0.9272952180016122)),
            (Log, &[(-0.25, -0.0)], (-1.3862943611198906, -PI)),
            (Log1p, &[(0.5, -1.25)], (0.669142570966765, -0.6947382761967031)),
            (Log1p, &[(-2.0, 0.75)], (0.22314355131420976, 2.498091544796509)),
            (Log1p, &[(0.001, 0.002)], (0.001001496335091514, 0.0019979993393257262)),
            (Log1p, &[(3.0, 4.0)], (1.7328679513998633, FRAC_PI_4)),
            (Log1p, &[(-0.25, -0.0)], (-0.2876820724517809, -0.0)),
            (Sin, &[(0.5, -1.25)], (0.9053586344209573, -1.4058162504314684)),
            (Sin, &[(-2.0, 0.75)], (-1.1772521793108766, -0.34220450663488017)),
            (Sin, &[(0.001, 0.002)], (0.001000001833333675, 0.002000000333333017)),
            (Sin, &[(3.0, 4.0)], (3.853738037919377, -27.016813258003932)),
            (Sin, &[(-0.25, -0.0)], (-0.24740395925452294, -0.0)),
            (Cos, &[(0.5, -1.25)], (1.6572478640539148, 0.7680009178735728)),
            (Cos, &[(-2.0, 0.75)], (-0.5387783532487324, 0.747730488384954)),
            (Cos, &[(0.001, 0.002)], (1.0000014999997082, -2.0000010000000616e-06)),
            (Cos, &[(3.0, 4.0)], (-27.034945603074224, -3.851153334811777)),
            (Cos, &[(-0.25, -0.0)], (0.9689124217106447, -0.0)),
            (Tan, &[(0.5, -1.25)], (0.1261085664842344, -0.906724804319431)),
            (Tan, &[(-2.0, 0.75)], (0.44550132143674176, 1.2534271713346838)),
            (Tan, &[(0.001, 0.002)], (0.0009999963333388003, 0.001999999333328267)),
            (Tan, &[(3.0, 4.0)], (-0.0001873462046294784, 0.999355987381473)),
            (Tan, &[(-0.25, -0.0)], (-0.25534192122103627, -0.0)),
            (Tanh, &[(0.5, -1.25)], (1.5839635482844239, -0.8066346988510739)),
            (Tanh, &[(-2.0, 0.75)], (-0.9967473999046033, 0.03643288937571832)),
            (Tanh, &[(0.001, 0.002)], (0.0010000036666721335, 0.002000000666661601)),
            (Tanh, &[(3.0, 4.0)], (1.000709536067233, 0.00490825806749606)),
            (Tanh, &[(-0.25, -0.0)], (-0.24491866240370913, -0.0)),
            (Sqrt, &[(0.5, -1.25)], (0.9608046632337985, -0.6504964265019547)),
            (Sqrt, &[(-2.0, 0.75)], (0.2607689938713792, 1.4380544037569272)),
            (Sqrt, &[(0.001, 0.002)], (0.04022479320953552, 0.02486028939392892)),
            (Sqrt, &[(3.0, 4.0)], (2.0, 1.0)),
            (Sqrt, &[(-0.25, -0.0)], (0.0, -0.5)),
            (Rsqrt, &[(0.5, -1.25)], (0.7136677874451546, 0.4831766156089769)),
            (Rsqrt, &[(-2.0, 0.75)], (0.12208280878354785, -0.6732461485846332)),
            (Rsqrt, &[(0.001, 0.002)], (17.98907439947867, -11.117859405028423)),
            (Rsqrt, &[(3.0, 4.0)], (0.4, -0.2)),
            (Sign, &[(0.5, -1.25)], (0.3713906763541037, -0.9284766908852594)),
            (Sign, &[(-2.0, 0.75)], (-0.9363291775690445, 0.3511234415883917)),
            (Sign, &[(0.001, 0.002)], (0.4472135954999579, 0.8944271909999159)),
            (Sign, &[(3.0, 4.0)], (0.6, 0.8)),
            (Sign, &[(-0.25, -0.0)], (-1.0, -0.0)),
            (Pow, &[(0.5, -1.25), (0.5, 0.25)], (1.3552895307785968, -0.7774392500829092)),
            (Pow, &[(0.5, -1.25), (-2.0, 1.0)], (-1.6225601973648374, 0.811303608398775)),
            (Pow, &[(-2.0, 0.75), (0.5, 0.25)], (-0.0075427465062687755, 0.7288470602832294)),
            (Pow, &[(-2.0, 0.75), (-2.0, 1.0)], (0.0012769998488032265, 0.013498895535066035)),
            (Pow, &[(0.001, 0.002), (0.5, 0.25)], (0.020203481904271275, -0.02961950825226637)),
            (Pow, &[(0.001, 0.002), (-2.0, 1.0)], (-29543.34493933705, -59130.36371039973)),
            (Pow, &[(3.0, 4.0), (0.5, 0.25)], (1.1489345350508247, 1.3508794375556883)),
            (Pow, &[(3.0, 4.0), (-2.0, 1.0)], (0.015351734187477315, -0.003840769545666153)),
            (Atan2, &[(1.0, 0.0), (2.0, 0.0)], (0.4636476090008061, 0.0)),
            (Atan2, &[(0.5, 0.25), (2.0, -1.0)], (0.15485147227122809, 0.19797050531140856)),
        ]
    };

    #[test]
    fn functions_are_near_the_values_of_another_library() {
        for &(function, numbers, (re, im)) in VALUES {
            let value = apply(function, numbers).unwrap();
            let found = [value.re, value.im].map(|part| part.as_f64().unwrap());
            // Rounding errors are small beside the number, not beside each of its parts.
            let size = re.hypot(im);
            let error = (found[0] - re).hypot(found[1] - im);
            assert!(error <= 4.0 * f64::EPSILON * size, "{function:?} {numbers:?}: {found:?}");
            for (found, part) in found.iter().zip([re, im]) {
                let signs = (found.is_sign_negative(), part.is_sign_negative());
                assert!(signs.0 == signs.1, "{function:?} {numbers:?}: {found}");
            }
        }
    }

    #[test]
    fn functions_of_zero_and_of_large_numbers() {
        let is = |re, im| Some(complex(FloatKind::F64, re, im));
        let zero = (0.0, 0.0);
        assert_eq!(apply(ComplexFunction::Sqrt, &[zero]), is(0.0, 0.0));
        assert_eq!(apply(ComplexFunction::Sign, &[zero]), is(0.0, 0.0));
        assert_eq!(apply(ComplexFunction::Pow, &[zero, zero]), is(1.0, 0.0));
        assert_eq!(apply(ComplexFunction::Pow, &[zero, (2.0, 0.0)]), is(0.0, 0.0));
        assert_eq!(apply(ComplexFunction::Log, &[zero]), is(f64::NEG_INFINITY, 0.0));
        // The hyperbolic tangent of large numbers is 1, and the root of one does not overflow.
        assert_eq!(apply(ComplexFunction::Tanh, &[(1000.0, 0.5)]), is(1.0, 0.0));
        assert_eq!(apply(ComplexFunction::Sqrt, &[(1e308, 0.0)]), is(1e154, 0.0));
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
