//! Fused multiply-add of any format that `f64` holds.

/// Computes `a * b + c`, to be rounded to the result's format. If that is narrower than `f64`, the
/// value is such that this rounding gives the same as rounding the exact result once.
pub(crate) fn fma(a: f64, b: f64, c: f64, is_f64: bool) -> f64 {
    if is_f64 { a.mul_add(b, c) } else { narrow_fma(a, b, c) }
}

/// Computes `a * b + c` for numbers of a narrow format, to be rounded to it. If the sum is not
/// exact in `f64`, its last bit is set ("round to odd"), so that the second rounding is correct.
fn narrow_fma(a: f64, b: f64, c: f64) -> f64 {
    // The product of two `f32`s fits into `f64`.
    let product = a * b;
    let sum = product + c;
    if !sum.is_finite() {
        return sum;
    }
    let part = sum - product;
    let error = (product - (sum - part)) + (c - part);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // The odd one of the two neighbours of the exact sum.
    let away_from_zero = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away_from_zero { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::power::power_of_two;

    /// Some sums are just beside the middle between two `f32`s. Rounded to `f64` first, they would
    /// be exactly the middle.
    #[test]
    fn f32_is_rounded_once() {
        let tiny = f64::from(f32::from_bits(1));
        let odd = power_of_two(12) + 1.0;
        for (a, b, c) in [
            // 2^24 + 2^13 + 1 is the middle; these are slightly more or less.
            (odd, odd, tiny),
            (odd, odd, -tiny),
            (-odd, odd, tiny),
            (1.0, 1.0 + power_of_two(-23), power_of_two(-24)),
            (tiny, 0.5, 1.0 + power_of_two(-23)),
            (power_of_two(100), power_of_two(100), -f64::INFINITY),
            (0.0, -1.0, 0.0),
        ] {
            let expected = (a as f32).mul_add(b as f32, c as f32);
            assert_eq!(
                (fma(a, b, c, false) as f32).to_bits(),
                expected.to_bits(),
                "{a} * {b} + {c}"
            );
        }
        // Rounding twice gives another result for the first.
        assert_ne!((odd * odd + tiny) as f32, fma(odd, odd, tiny, false) as f32);
    }

    #[test]
    fn random_f32s_are_what_the_machine_says() {
        let mut state = 1u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // Similar exponents, so that sums cancel and carry.
            f32::from_bits(
                ((state >> 32) as u32 & 0x807f_ffff) | (115 + (state >> 20 & 15) as u32) << 23,
            )
        };
        // Miri takes a second for a hundred.
        for _ in 0..if cfg!(miri) { 500 } else { 100_000 } {
            let (a, b, c) = (next(), next(), next());
            let found = fma(a.into(), b.into(), c.into(), false) as f32;
            assert_eq!(found.to_bits(), a.mul_add(b, c).to_bits(), "{a} * {b} + {c}");
        }
    }
}
