//! The error function of `f64`.
//!
//! Up to 1 it is `x * p(x * x)`, where `p` is the start of its series. Above, it is
//! `1 - exp(-x * x) * q(u)` of the absolute value, with a polynomial `q` of
//! `u = (x - c) / (x + c)`, from 6 on with that of 6. The error is below two units in the last
//! place.

use crate::support::fma::fma;

/// The numbers of the formula.
#[doc(hidden)]
#[derive(Debug)]
pub struct ErrorFunction {
    /// The coefficients of the series of `erf(x) / x` in `x * x`:
    /// `2 / sqrt(pi) * (-1)^k / (k! (2k + 1))`.
    pub series: [f64; 19],
    /// The coefficients of the polynomial that interpolates `exp(x * x) * erfc(x)` at the Chebyshev
    /// points of `u` between 1 and 6.
    pub tail: [f64; 18],
    /// The number `c` in `u`.
    pub centre: f64,
    /// From here on, the result is 1.
    pub largest: f64,
}

/// The numbers of the formula.
#[doc(hidden)]
pub const ERF: ErrorFunction = ErrorFunction {
    series: [
        std::f64::consts::FRAC_2_SQRT_PI,
        -0.37612638903183754,
        0.11283791670955126,
        -0.026866170645131252,
        0.005223977625442188,
        -0.0008548327023450853,
        0.00012055332981789664,
        -1.492565035840625e-05,
        1.6462114365889248e-06,
        -1.6365844691234924e-07,
        1.4807192815879218e-08,
        -1.2290555301717928e-09,
        9.422759064650411e-11,
        -6.7113668551641105e-12,
        4.4632242632864775e-13,
        -2.7835162072109215e-14,
        1.6342614095367152e-15,
        -9.063970842808673e-17,
        4.763348040515068e-18,
    ],
    tail: [
        0.2108063640611436,
        -0.37173673394897333,
        0.2517131932174493,
        -0.1250330523788293,
        0.03992253907558476,
        -0.003993701165858238,
        -0.002642365964297403,
        0.0008759154501337608,
        0.00022838037890860082,
        -0.0001288771713312957,
        -3.418223813331523e-05,
        1.8614457552080007e-05,
        7.552594323139502e-06,
        -2.2981102519735954e-06,
        -1.8020038653448608e-06,
        7.773331597404786e-08,
        3.441892461295565e-07,
        6.961191560229168e-08,
    ],
    centre: 2.5,
    largest: 6.0,
};

/// A polynomial at `x`, from the highest power down.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| fma(sum, x, *coefficient, true))
}

/// The error function.
pub(super) fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() <= 1.0 {
        return x * polynomial(&ERF.series, x * x);
    }
    let y = x.abs().min(ERF.largest);
    let u = (y - ERF.centre) / (y + ERF.centre);
    fma(-(-(y * y)).exp(), polynomial(&ERF.tail, u), 1.0, true).copysign(x)
}

/// How many fractions of the continued fraction of [`erfc`] are enough from 6 on.
const FRACTIONS: u32 = 24;

/// 1 without the error function. From 6 on, it is `exp(-x * x) / (x * sqrt(pi))` with a continued
/// fraction in `1 / (2 * x * x)`.
pub(super) fn erfc(x: f64) -> f64 {
    if x.is_nan() || x <= 1.0 {
        return 1.0 - erf(x);
    }
    // A square that underflows the exponential leaves no fraction.
    if x > 28.0 {
        return 0.0;
    }
    let square = x * x;
    let rest = fma(x, x, -square, true);
    let power = (-square).exp() * (1.0 - rest);
    if x <= ERF.largest {
        return power * polynomial(&ERF.tail, (x - ERF.centre) / (x + ERF.centre));
    }
    let fraction = (1..=FRACTIONS)
        .rev()
        .fold(1.0, |rest, number| 1.0 + f64::from(number) / (2.0 * square) / rest);
    power * std::f64::consts::FRAC_2_SQRT_PI / (2.0 * x * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_tables() {
        // The values are correctly rounded ones, computed with 50 digits.
        let cases = [
            (0.125, 0.1403162048013338),
            (0.5, 0.5204998778130465),
            (0.875, 0.7840750610598597),
            (1.0, 0.8427007929497149),
            (1.25, 0.9229001282564583),
            (2.0, 0.9953222650189527),
            (3.0, 0.9999779095030014),
            (4.5, 0.9999999998033839),
            (5.875, 0.9999999999999999),
        ];
        for (x, expected) in cases {
            let ulp = f64::from_bits(f64::to_bits(expected) + 1) - expected;
            assert!((erf(x) - expected).abs() <= 2.0 * ulp, "{x}");
            assert_eq!(erf(-x), -erf(x));
        }
        assert!(erf(f64::NAN).is_nan() && erf(-0.0).is_sign_negative());
        assert_eq!((erf(f64::INFINITY), erf(7.0)), (1.0, 1.0));
    }

    #[test]
    fn values_of_the_complement() {
        let cases = [
            (-2.0, 1.9953222650189528),
            (0.5, 0.4795001221869535),
            (1.0, 0.15729920705028513),
            (2.0, 0.004677734981047266),
            (3.0, 2.209049699858544e-05),
            (5.0, 1.5374597944280347e-12),
            (6.5, 3.842148327120647e-20),
            (10.0, 2.088487583762545e-45),
            (20.0, 5.395865611607901e-176),
            (26.0, 5.663192408856143e-296),
        ];
        for (x, expected) in cases {
            assert!((erfc(x) / expected - 1.0).abs() <= 4e-15, "{x}: {}", erfc(x));
        }
        assert_eq!((erfc(f64::NEG_INFINITY), erfc(f64::INFINITY)), (2.0, 0.0));
        assert!(erfc(f64::NAN).is_nan());
    }
}
