//! Powers of two.

/// `2^exponent`, exact if `f64` can represent it, and infinite above. (`powi` can be wrong in its
/// last digit.)
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        1024.. => f64::INFINITY,
        -1022.. => f64::from_bits(((exponent + 1023) as u64) << 52),
        // Subnormal numbers.
        -1074.. => f64::from_bits(1 << (exponent + 1074)),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::power_of_two;

    #[test]
    fn each_is_twice_the_one_before() {
        assert_eq!((power_of_two(0), power_of_two(-1), power_of_two(10)), (1.0, 0.5, 1024.0));
        assert_eq!(
            (power_of_two(-1022), power_of_two(-1074)),
            (f64::MIN_POSITIVE, f64::from_bits(1))
        );
        for exponent in -1074..1024 {
            assert_eq!(power_of_two(exponent) * 2.0, power_of_two(exponent + 1), "{exponent}");
        }
        assert_eq!((power_of_two(1024), power_of_two(-1075)), (f64::INFINITY, 0.0));
    }
}
