//! Floating point numbers as MLIR writes them.
//!
//! Six digits after the point if that is the same value, else as many digits
//! as the format needs, else the bits in hexadecimal.

use crate::types::FloatKind;
use std::fmt::Write;

/// Appends the literal of a value given by its bits.
pub fn write_float(kind: FloatKind, bits: u128, out: &mut String) {
    let Some(value) = to_f64(kind, bits).filter(|value| value.is_finite()) else {
        return write_hex(kind, bits, out);
    };
    let short = format_exponential(value, 6);
    if from_text(kind, &short) == Some(bits) {
        out.push_str(&short);
        return;
    }
    match format_natural(value, significant_digits(kind)) {
        Some(text) if from_text(kind, &text) == Some(bits) => out.push_str(&text),
        _ => write_hex(kind, bits, out),
    }
}

fn write_hex(kind: FloatKind, bits: u128, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "0x{bits:0width$X}", width = kind.width() as usize / 4);
}

/// The value of the bits, for the formats that `f64` holds exactly.
pub fn to_f64(kind: FloatKind, bits: u128) -> Option<f64> {
    match kind {
        FloatKind::F64 => Some(f64::from_bits(bits as u64)),
        FloatKind::F32 => Some(f64::from(f32::from_bits(bits as u32))),
        FloatKind::BF16 => Some(f64::from(f32::from_bits((bits as u32) << 16))),
        FloatKind::F16 => {
            let sign = if bits >> 15 & 1 == 1 { -1.0 } else { 1.0 };
            let exponent = (bits >> 10 & 0x1F) as i32;
            let fraction = (bits & 0x3FF) as f64 / 1024.0;
            Some(match exponent {
                0 => sign * fraction * 2f64.powi(-14),
                0x1F if fraction == 0.0 => sign * f64::INFINITY,
                0x1F => f64::NAN,
                _ => sign * (1.0 + fraction) * 2f64.powi(exponent - 15),
            })
        }
        FloatKind::F80 | FloatKind::F128 => None,
    }
}

/// The bits of the value nearest to `value`, for the formats that `f64` holds exactly.
pub fn from_f64(kind: FloatKind, value: f64) -> Option<u128> {
    match kind {
        FloatKind::F64 => Some(u128::from(value.to_bits())),
        FloatKind::F32 => Some(u128::from((value as f32).to_bits())),
        FloatKind::F16 => Some(round_to(value, 5, 10)),
        FloatKind::BF16 => Some(round_to(value, 8, 7)),
        FloatKind::F80 | FloatKind::F128 => None,
    }
}

/// The bits of the number that `text` writes in decimal, rounded to nearest.
/// None for the formats that only have hexadecimal literals.
pub fn from_text(kind: FloatKind, text: &str) -> Option<u128> {
    match kind {
        FloatKind::F64 => Some(u128::from(fast_float2::parse::<f64, _>(text).ok()?.to_bits())),
        FloatKind::F32 => Some(u128::from(fast_float2::parse::<f32, _>(text).ok()?.to_bits())),
        FloatKind::F16 => Some(round_to(fast_float2::parse(text).ok()?, 5, 10)),
        FloatKind::BF16 => Some(round_to(fast_float2::parse(text).ok()?, 8, 7)),
        FloatKind::F80 | FloatKind::F128 => None,
    }
}

/// Rounds to a format of so many exponent and fraction bits, ties to even.
fn round_to(value: f64, exponent_bits: u32, fraction_bits: u32) -> u128 {
    let bits = value.to_bits();
    let sign = u128::from(bits >> 63) << (exponent_bits + fraction_bits);
    let max_exponent = (1u128 << exponent_bits) - 1;
    if value.is_nan() {
        return sign | max_exponent << fraction_bits | 1 << (fraction_bits - 1);
    }
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    if value == 0.0 {
        return sign;
    }
    let exponent = ((bits >> 52 & 0x7FF) as i32) - 1023;
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    // Subnormals keep fewer bits.
    let shift = 52 - fraction_bits as i32 + (1 - bias - exponent).max(0);
    if shift > 54 {
        return sign;
    }
    let kept = significand >> shift;
    let rest = significand & ((1u64 << shift) - 1);
    let half = 1u64 << (shift - 1);
    let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
    let biased = (exponent + bias).max(1) as u128 - 1;
    let result = (biased << fraction_bits) + u128::from(rounded);
    sign | result.min(max_exponent << fraction_bits)
}

fn significant_digits(kind: FloatKind) -> usize {
    match kind {
        FloatKind::F16 => 5,
        FloatKind::BF16 => 4,
        FloatKind::F32 => 9,
        _ => 17,
    }
}

/// `1.500000e+00`
pub fn format_exponential(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => ('-', rest),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{exponent:0>2}")
}

/// All significant digits, with an exponent only where the number is very
/// small or large; none if the result has no point and so reads as an integer.
fn format_natural(value: f64, significant: usize) -> Option<String> {
    let text = format!("{:.*e}", significant - 1, value.abs());
    let (mantissa, exponent) = text.split_once('e')?;
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    let digits = digits.trim_end_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    let top: i32 = exponent.parse().ok()?;
    let count = digits.len() as i32;
    let low = top - (count - 1);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let scientific = if low >= 0 { low > 3 || count + low > significant as i32 } else { top < -3 };
    if scientific {
        let rest = if count == 1 { "0" } else { &digits[1..] };
        let exponent_sign = if top < 0 { '-' } else { '+' };
        return Some(format!("{sign}{}.{rest}E{exponent_sign}{}", &digits[..1], top.abs()));
    }
    if low >= 0 {
        return None;
    }
    Some(if top >= 0 {
        let whole = (top + 1) as usize;
        format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
    } else {
        format!("{sign}0.{}{digits}", "0".repeat((-top - 1) as usize))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f64_text(value: f64) -> String {
        let mut out = String::new();
        write_float(FloatKind::F64, u128::from(value.to_bits()), &mut out);
        out
    }

    // What mlir-opt 22 prints for these values.
    #[test]
    fn values_print_as_in_mlir() {
        assert_eq!(f64_text(1.0), "1.000000e+00");
        assert_eq!(f64_text(-0.0), "-0.000000e+00");
        assert_eq!(f64_text(0.1), "1.000000e-01");
        assert_eq!(f64_text(std::f64::consts::PI), "3.1415926535897931");
        assert_eq!(f64_text(1.0 / 3.0), "0.33333333333333331");
        assert_eq!(f64_text(123456789.0), "0x419D6F3454000000");
        assert_eq!(f64_text(f64::INFINITY), "0x7FF0000000000000");
        assert_eq!(f64_text(1.23456789e-10), "1.2345678900000001E-10");
        assert_eq!(f64_text(1234.5678), "1234.5678");
        assert_eq!(f64_text(1.0e300), "1.000000e+300");
    }

    #[test]
    fn small_formats_round_to_nearest() {
        assert_eq!(from_text(FloatKind::F16, "1.0"), Some(0x3C00));
        assert_eq!(from_text(FloatKind::F16, "65520.0"), Some(0x7C00));
        assert_eq!(from_text(FloatKind::F16, "5.9604644775390625e-8"), Some(1));
        assert_eq!(from_text(FloatKind::BF16, "1.0"), Some(0x3F80));
        assert_eq!(to_f64(FloatKind::F16, 0xC000), Some(-2.0));
        for bits in 0..0x7C00u128 {
            let value = to_f64(FloatKind::F16, bits).unwrap();
            assert_eq!(from_text(FloatKind::F16, &format!("{value:e}")), Some(bits));
        }
    }
}
