//! The formulas of functions of complex numbers, on parts that are numbers or values of a program.

use crate::scalar::{CmpFPredicate, ComplexFunction, FloatFunction};

/// A function of parts that formulas use, besides arithmetic.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PartFunction {
    /// The number without its sign.
    Abs,
    /// The larger number; NaN if one is.
    Maximum,
    /// The smaller number; NaN if one is.
    Minimum,
    /// The first number with the sign of the second.
    CopySign,
    /// Square root.
    Sqrt,
    /// e to the power.
    Exp,
    /// e to the power, less 1.
    ExpM1,
    /// Natural logarithm.
    Log,
    /// Natural logarithm of 1 more.
    Log1p,
    /// The angle of the point (second, first).
    Atan2,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
}

impl PartFunction {
    /// The function of floats.
    pub fn of_floats(self) -> FloatFunction {
        match self {
            Self::Abs => FloatFunction::Abs,
            Self::Maximum => FloatFunction::Maximum,
            Self::Minimum => FloatFunction::Minimum,
            Self::CopySign => FloatFunction::CopySign,
            Self::Sqrt => FloatFunction::Sqrt,
            Self::Exp => FloatFunction::Exp,
            Self::ExpM1 => FloatFunction::ExpM1,
            Self::Log => FloatFunction::Log,
            Self::Log1p => FloatFunction::Log1p,
            Self::Atan2 => FloatFunction::Atan2,
            Self::Sin => FloatFunction::Sin,
            Self::Cos => FloatFunction::Cos,
            Self::Tan => FloatFunction::Tan,
            Self::Sinh => FloatFunction::Sinh,
            Self::Cosh => FloatFunction::Cosh,
            Self::Tanh => FloatFunction::Tanh,
        }
    }
}

/// A part of a complex number, with which a formula computes.
pub trait Part: Copy {
    /// A number of the format of this one.
    fn number(self, value: f64) -> Self;
    /// Sum.
    fn plus(self, other: Self) -> Self;
    /// Difference.
    fn minus(self, other: Self) -> Self;
    /// Product.
    fn times(self, other: Self) -> Self;
    /// Quotient.
    fn over(self, other: Self) -> Self;
    /// The number with the other sign.
    fn negative(self) -> Self;
    /// A function of this number and of others.
    fn call(self, function: PartFunction, others: &[Self]) -> Self;
    /// One of two numbers, by a comparison with another one.
    fn choose(self, predicate: CmpFPredicate, other: Self, results: [Self; 2]) -> Self;

    /// A function of this number.
    fn of(self, function: PartFunction) -> Self {
        self.call(function, &[])
    }
}

/// The absolute value, as `max * sqrt(1 + (min / max)^2)`, where `max` and `min` are the parts
/// without their signs: the square of a part may be too large for the format. Of two zeros and of
/// two infinities the quotient is NaN, and the result is `min`.
pub fn absolute<P: Part>(parts: [P; 2]) -> P {
    let [a, b] = parts.map(|part| part.of(PartFunction::Abs));
    let (greatest, least) =
        (a.call(PartFunction::Maximum, &[b]), a.call(PartFunction::Minimum, &[b]));
    let ratio = least.over(greatest);
    let norm = greatest.times(ratio.number(1.0).plus(ratio.times(ratio)).of(PartFunction::Sqrt));
    norm.choose(CmpFPredicate::Uno, norm, [least, norm])
}

/// The angle of a number.
pub fn angle<P: Part>([a, b]: [P; 2]) -> P {
    b.call(PartFunction::Atan2, &[a])
}

fn product<P: Part>([a, b]: [P; 2], [c, d]: [P; 2]) -> [P; 2] {
    let (ac, bd, ad, bc) = (a.times(c), b.times(d), a.times(d), b.times(c));
    [ac.minus(bd), ad.plus(bc)]
}

fn quotient<P: Part>([a, b]: [P; 2], [c, d]: [P; 2]) -> [P; 2] {
    let norm = c.times(c).plus(d.times(d));
    let (ac, bd, bc, ad) = (a.times(c), b.times(d), b.times(c), a.times(d));
    let (re, im) = (ac.plus(bd), bc.minus(ad));
    [re.over(norm), im.over(norm)]
}

fn exponential<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let length = a.of(PartFunction::Exp);
    [length.times(b.of(PartFunction::Cos)), length.times(b.of(PartFunction::Sin))]
}

fn logarithm<P: Part>(z: [P; 2]) -> [P; 2] {
    [absolute(z).of(PartFunction::Log), angle(z)]
}

/// `expm1(a) cos b - 2 sin^2 (b / 2)` and `e^a sin b`: no two large numbers cancel.
fn exponential_less_one<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let half = b.times(b.number(0.5)).of(PartFunction::Sin);
    let less = half.times(half).times(half.number(2.0));
    let re = a.of(PartFunction::ExpM1).times(b.of(PartFunction::Cos)).minus(less);
    [re, a.of(PartFunction::Exp).times(b.of(PartFunction::Sin))]
}

/// The real part of numbers near 0 is `log1p(a (2 + a) + b^2) / 2`.
fn logarithm_of_one_more<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let one = a.number(1.0);
    let more = [a.plus(one), b];
    let square = a.times(a.plus(a.number(2.0))).plus(b.times(b));
    let near = square.of(PartFunction::Log1p).times(a.number(0.5));
    let far = absolute(more).of(PartFunction::Log);
    let length = absolute([a, b]);
    [length.choose(CmpFPredicate::Olt, one, [near, far]), angle(more)]
}

fn sine<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let re = a.of(PartFunction::Sin).times(b.of(PartFunction::Cosh));
    [re, a.of(PartFunction::Cos).times(b.of(PartFunction::Sinh))]
}

fn cosine<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let re = a.of(PartFunction::Cos).times(b.of(PartFunction::Cosh));
    [re, a.of(PartFunction::Sin).times(b.of(PartFunction::Sinh)).negative()]
}

/// With `u = tanh a` and `t = tan b`: `(u (1 + t^2) + t (1 - u^2) i) / (1 + u^2 t^2)`, of which no
/// step overflows.
fn hyperbolic_tangent<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let (u, t, one) = (a.of(PartFunction::Tanh), b.of(PartFunction::Tan), a.number(1.0));
    let (uu, tt) = (u.times(u), t.times(t));
    let norm = one.plus(uu.times(tt));
    [u.times(one.plus(tt)).over(norm), t.times(one.minus(uu)).over(norm)]
}

/// `tan z = -i tanh iz`
fn tangent<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let [re, im] = hyperbolic_tangent([b.negative(), a]);
    [im, re.negative()]
}

/// The root whose real part is not negative. Its imaginary part has the sign of the number's.
fn square_root<P: Part>([a, b]: [P; 2]) -> [P; 2] {
    let (half, zero) = (a.number(0.5), a.number(0.0));
    let length = absolute([a, b]).times(half);
    let root = a.of(PartFunction::Abs).times(half).plus(length).of(PartFunction::Sqrt);
    let other = b.over(root.plus(root));
    let (is_right, size) = (CmpFPredicate::Oge, other.of(PartFunction::Abs));
    let re = a.choose(is_right, zero, [root, size]);
    let im = a.choose(is_right, zero, [other, root.call(PartFunction::CopySign, &[b])]);
    [re, im].map(|part| root.choose(CmpFPredicate::Oeq, zero, [zero, part]))
}

fn sign<P: Part>(z: [P; 2]) -> [P; 2] {
    let length = absolute(z);
    let zero = length.number(0.0);
    z.map(|part| length.choose(CmpFPredicate::Oeq, zero, [part, part.over(length)]))
}

/// `e^(w log z)`; 0 to the power of 0 is 1, and 0 to any other power is 0.
fn power<P: Part>(z: [P; 2], w: [P; 2]) -> [P; 2] {
    let general = exponential(product(w, logarithm(z)));
    let (base, exponent) = (absolute(z), absolute(w));
    let (zero, one) = (base.number(0.0), base.number(1.0));
    let of_zero = exponent.choose(CmpFPredicate::Oeq, zero, [one, zero]);
    let [re, im] = general;
    [
        base.choose(CmpFPredicate::Oeq, zero, [of_zero, re]),
        base.choose(CmpFPredicate::Oeq, zero, [zero, im]),
    ]
}

/// `-i log ((x + i y) / sqrt (x^2 + y^2))`
fn angle_of_two<P: Part>(y: [P; 2], x: [P; 2]) -> [P; 2] {
    let [[xx, xi], [yy, yi]] = [product(x, x), product(y, y)];
    let root = square_root([xx.plus(yy), xi.plus(yi)]);
    let number = [x[0].minus(y[1]), x[1].plus(y[0])];
    let [re, im] = logarithm(quotient(number, root));
    [im, re.negative()]
}

impl ComplexFunction {
    /// The parts of the function's value, by its formula. None if the function takes another number
    /// of arguments.
    pub fn of_parts<P: Part>(self, numbers: &[[P; 2]]) -> Option<[P; 2]> {
        let of_one: fn([P; 2]) -> [P; 2] = match self {
            Self::Neg => |z| z.map(P::negative),
            Self::Conj => |[re, im]| [re, im.negative()],
            Self::Exp => exponential,
            Self::ExpM1 => exponential_less_one,
            Self::Log => logarithm,
            Self::Log1p => logarithm_of_one_more,
            Self::Sin => sine,
            Self::Cos => cosine,
            Self::Tan => tangent,
            Self::Tanh => hyperbolic_tangent,
            Self::Sqrt => square_root,
            Self::Rsqrt => |z| quotient([z[0].number(1.0), z[0].number(0.0)], square_root(z)),
            Self::Sign => sign,
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Pow | Self::Atan2 => {
                let &[lhs, rhs] = numbers else { return None };
                return Some(match self {
                    Self::Add => [lhs[0].plus(rhs[0]), lhs[1].plus(rhs[1])],
                    Self::Sub => [lhs[0].minus(rhs[0]), lhs[1].minus(rhs[1])],
                    Self::Mul => product(lhs, rhs),
                    Self::Div => quotient(lhs, rhs),
                    Self::Pow => power(lhs, rhs),
                    _ => angle_of_two(lhs, rhs),
                });
            }
        };
        let &[number] = numbers else { return None };
        Some(of_one(number))
    }
}
