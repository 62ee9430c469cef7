//! How numbers are written: in digits, which `_` may separate, and integers also in other bases.

/// The text without the `_` between digits.
fn without_separators(text: &str) -> String {
    text.chars().filter(|c| *c != '_').collect()
}

/// The digits of an integer in another base than ten, and the base: `0xff`.
fn in_base(text: &str) -> Option<(&str, u32)> {
    let (zero, rest) = text.split_at_checked(2)?;
    let base = match zero {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    Some((rest, base))
}

/// The value of a well-formed number: the nearest float.
pub(crate) fn value(text: &str) -> Option<f64> {
    match in_base(text) {
        // All digits count, so that a large integer is rounded once.
        Some((digits, base)) => {
            let digits = without_separators(digits);
            match u128::from_str_radix(&digits, base) {
                Ok(integer) => Some(integer as f64),
                Err(_) => Some(f64::INFINITY),
            }
        }
        None if text.contains('_') => without_separators(text).parse().ok(),
        None => text.parse().ok(),
    }
}

/// The decimal digits of a number that is written as an integer.
pub(crate) fn integer_digits(text: &str) -> Option<String> {
    match in_base(text) {
        Some((digits, base)) => {
            u128::from_str_radix(&without_separators(digits), base).ok().map(|n| n.to_string())
        }
        None => {
            let digits = without_separators(text);
            digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(digits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn numbers_have_their_values() {
        for (text, expected) in [
            ("0xff", 255.0),
            ("0XFF", 255.0),
            ("0xdead_beef", 3_735_928_559.0),
            ("0b1010", 10.0),
            ("0o17", 15.0),
            ("1_000", 1000.0),
            ("1_000.000_5e1_0", 1000.0005e10),
            ("0x20000000000001", 9_007_199_254_740_992.0),
            ("0x20000000000003", 9_007_199_254_740_996.0),
            ("0x1ffffffffffffffffffffffffffffffffffff", f64::INFINITY),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn integers_keep_all_digits() {
        assert_eq!(integer_digits("0x20000000000001").as_deref(), Some("9007199254740993"));
        assert_eq!(integer_digits("9_007_199_254_740_993").as_deref(), Some("9007199254740993"));
        assert_eq!(integer_digits("1.5"), None);
        assert_eq!(integer_digits("1e3"), None);
    }
}
