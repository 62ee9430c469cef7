//! Floating point literals, as MLIR prints them.
//!
//! They have six significant digits in exponential form if that is exact, otherwise as many digits
//! as the format needs, otherwise the bits in hexadecimal.
//!
//! As in MLIR, a decimal literal means the nearest `f64`, which is then rounded to the format.
//! Values that `f64` cannot represent (of `f80` and `f128`) are printed in hexadecimal, so that
//! they are parsed exactly.

use crate::numbers::{FloatKind, FloatLayout, NonFinite};
use crate::support::power::power_of_two;
use std::fmt::Write;

/// Appends the literal of a value given by its bits.
#[doc(hidden)]
pub fn write_float(kind: FloatKind, bits: u128, out: &mut String) {
    let Some(value) = to_f64(kind, bits).filter(|value| value.is_finite()) else {
        return write_hex(kind, bits, out);
    };
    match SixDigits::of(value).filter(|digits| digits.are_exact(kind, value, bits)) {
        Some(digits) => digits.write(value.is_sign_negative(), out),
        None => write_any(kind, value, bits, out),
    }
}

/// Appends the literal of a finite value.
fn write_any(kind: FloatKind, value: f64, bits: u128, out: &mut String) {
    let short = six_digits(value);
    if is_exact(kind, &short, value, bits) {
        out.push_str(&short);
        return;
    }
    match format_natural(value, significant_digits(kind)) {
        Some(text) if from_text(kind, &text) == Some(bits) => out.push_str(&text),
        _ => write_hex(kind, bits, out),
    }
}

/// Whether parsing `text` in the format gives the value.
fn is_exact(kind: FloatKind, text: &str, value: f64, bits: u128) -> bool {
    match kind {
        // Here more digits than those of `f64` matter.
        FloatKind::F80 | FloatKind::F128 => {
            let all = format!("{value:.780e}");
            let digits = all.split_once('e').map_or(&all[..], |parts| parts.0);
            let after = digits.trim_start_matches('-').bytes().skip(7);
            after.into_iter().all(|digit| digit == b'0')
        }
        _ => from_text(kind, text) == Some(bits),
    }
}

fn write_hex(kind: FloatKind, bits: u128, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "0x{bits:0width$X}", width = kind.width().div_ceil(4) as usize);
}

/// The value of the bits, if `f64` can represent it.
#[doc(hidden)]
pub fn to_f64(kind: FloatKind, bits: u128) -> Option<f64> {
    // The processor's conversion would make a signaling NaN a quiet one.
    let of_f32 = |bits| Some(f32::from_bits(bits)).filter(|value| !value.is_nan()).map(f64::from);
    let decoded = || Some(decode(kind.layout(), bits as u64));
    match kind {
        FloatKind::F64 => Some(f64::from_bits(bits as u64)),
        FloatKind::F32 => of_f32(bits as u32).or_else(decoded),
        FloatKind::BF16 => of_f32((bits as u32) << 16).or_else(decoded),
        FloatKind::F80 | FloatKind::F128 => narrow(kind, bits),
        _ => decoded(),
    }
}

/// Rounds `value` to the format, as bits.
#[doc(hidden)]
pub fn from_f64(kind: FloatKind, value: f64) -> Option<u128> {
    Some(match kind {
        FloatKind::F64 => u128::from(value.to_bits()),
        FloatKind::F32 if !value.is_nan() => u128::from((value as f32).to_bits()),
        FloatKind::F80 | FloatKind::F128 => widen(kind, value),
        _ => u128::from(round_to(kind.layout(), value)),
    })
}

/// Parses a decimal number, as bits of the format. None if the text is not a number.
#[doc(hidden)]
pub fn from_text(kind: FloatKind, text: &str) -> Option<u128> {
    from_f64(kind, fast_float2::parse(text).ok()?)
}

/// Decodes the bits of a format that is narrower than `f64` in range and precision.
fn decode(layout: FloatLayout, bits: u64) -> f64 {
    let FloatLayout { exponent, fraction, bias, non_finite } = layout;
    let all_ones = (1u64 << (exponent + fraction)) - 1;
    let magnitude = bits & all_ones;
    if non_finite == NonFinite::ExponentOnly {
        return if magnitude == all_ones {
            f64::NAN
        } else {
            power_of_two(magnitude as i32 - bias)
        };
    }
    let sign = if bits > all_ones { -1.0 } else { 1.0 };
    let (biased, digits) = ((magnitude >> fraction) as i32, magnitude & ((1 << fraction) - 1));
    match non_finite {
        NonFinite::Ieee if biased == (1 << exponent) - 1 => {
            // The payload of a NaN is kept: a bitcast shows it.
            let payload = digits << (f64::MANTISSA_DIGITS - 1 - fraction);
            let infinity = f64::INFINITY.copysign(sign);
            return f64::from_bits(infinity.to_bits() | payload);
        }
        NonFinite::AllOnes if magnitude == all_ones => return f64::NAN,
        NonFinite::NegativeZero if magnitude == 0 && sign < 0.0 => return f64::NAN,
        _ => {}
    }
    let significand = if biased == 0 { digits } else { digits | 1 << fraction };
    sign * significand as f64 * power_of_two(biased.max(1) - bias - fraction as i32)
}

/// Rounds to a format that is narrower than `f64` in range and precision, ties to even.
fn round_to(layout: FloatLayout, value: f64) -> u64 {
    let FloatLayout { exponent: exponent_bits, fraction, bias, non_finite } = layout;
    let magnitude_bits = exponent_bits + fraction;
    let all_ones = (1u64 << magnitude_bits) - 1;
    let sign = match non_finite {
        NonFinite::ExponentOnly => 0,
        _ => u64::from(value.is_sign_negative()) << magnitude_bits,
    };
    let infinity = ((1u64 << exponent_bits) - 1) << fraction;
    // The bits that represent overflow, and the magnitude above which numbers overflow.
    let (overflow, largest) = match non_finite {
        NonFinite::Ieee => (sign | infinity, infinity - 1),
        NonFinite::AllOnes => (sign | all_ones, all_ones - 1),
        NonFinite::NegativeZero => (1 << magnitude_bits, all_ones),
        NonFinite::None => (sign | all_ones, all_ones),
        NonFinite::ExponentOnly => (all_ones, all_ones - 1),
    };
    if value.is_nan() {
        return match non_finite {
            NonFinite::Ieee => {
                let payload = (value.to_bits() & ((1 << 52) - 1)) >> (52 - fraction);
                let quiet = 1 << (fraction - 1);
                sign | infinity | if payload == 0 { quiet } else { payload }
            }
            // The sign of a computed NaN depends on the machine.
            NonFinite::None => all_ones,
            _ => overflow,
        };
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52 & 0x7FF) as i32) - 1023;
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    if non_finite == NonFinite::ExponentOnly {
        let up = i32::from(significand >> 51 & 1 == 1);
        return ((exponent + up + bias).max(0) as u64).min(largest + 1);
    }
    // Subnormals keep fewer bits.
    let shift = 52 - fraction as i32 + (1 - bias - exponent).max(0);
    let magnitude = if value == 0.0 || shift > 54 {
        0
    } else {
        let kept = significand >> shift;
        let rest = significand & ((1u64 << shift) - 1);
        let half = 1u64 << (shift - 1);
        let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
        ((((exponent + bias).max(1) - 1) as u64) << fraction) + rounded
    };
    match magnitude {
        0 if non_finite == NonFinite::NegativeZero => 0,
        _ if magnitude > largest => overflow,
        _ => sign | magnitude,
    }
}

/// Converts to a format that is wider than `f64` in range and precision.
fn widen(kind: FloatKind, value: f64) -> u128 {
    let FloatLayout { exponent, fraction, bias, .. } = kind.layout();
    // The leading 1, which `f80` stores.
    let leading = u32::from(kind == FloatKind::F80);
    let bits = value.to_bits();
    let sign = u128::from(bits >> 63) << (exponent + fraction);
    let infinity = ((1u128 << exponent) - 1) << fraction | u128::from(leading) << 63;
    let digits = bits & ((1 << 52) - 1);
    if !value.is_finite() {
        return sign | infinity | u128::from(digits) << (fraction - leading - 52);
    }
    if value == 0.0 {
        return sign;
    }
    // Numbers that are subnormal in `f64` are normal here.
    let biased = (bits >> 52 & 0x7FF) as i32;
    let significand = if biased == 0 { digits } else { digits | 1 << 52 };
    let top = 63 - significand.leading_zeros();
    let exponent = biased.max(1) - 1023 - 52 + top as i32;
    let mut wide = u128::from(significand) << (fraction - leading - top);
    if leading == 0 {
        wide &= (1 << fraction) - 1;
    }
    sign | ((exponent + bias) as u128) << fraction | wide
}

/// Converts from a format that is wider than `f64`, if `f64` can represent the value.
fn narrow(kind: FloatKind, bits: u128) -> Option<f64> {
    let FloatLayout { exponent, fraction, bias, .. } = kind.layout();
    let leading = u32::from(kind == FloatKind::F80);
    let sign = if bits >> (exponent + fraction) & 1 == 1 { -1.0 } else { 1.0 };
    let biased = (bits >> fraction & ((1 << exponent) - 1)) as i32;
    let digits = bits & ((1u128 << fraction) - 1);
    if biased == (1 << exponent) - 1 {
        // Infinities have no digits except a stored leading 1.
        let is_infinite = digits == u128::from(leading) << (fraction - 1);
        return Some(if is_infinite { sign * f64::INFINITY } else { f64::NAN });
    }
    let significand = if biased == 0 || leading == 1 { digits } else { digits | 1 << fraction };
    let low = significand.trailing_zeros().min(127);
    let scale = biased.max(1) - bias - (fraction - leading) as i32 + low as i32;
    let value = match significand {
        0 => sign * 0.0,
        _ if significand >> low >= 1 << 53 || !(-1074..=1023).contains(&scale) => return None,
        _ => sign * (significand >> low) as f64 * power_of_two(scale),
    };
    (widen(kind, value) == bits).then_some(value)
}

/// The number of digits that distinguish all values of the format.
fn significant_digits(kind: FloatKind) -> usize {
    let layout = kind.layout();
    // Counts the leading 1; that of `f80` is stored.
    let precision = layout.fraction + u32::from(kind != FloatKind::F80);
    2 + precision as usize * 59 / 196
}

/// `1.500000e+00`
#[doc(hidden)]
pub fn format_exponential(value: f64, digits: usize) -> String {
    with_exponent(&format!("{value:.digits$e}"), "")
}

/// A mantissa, padded, and an exponent of at least two digits.
fn with_exponent(text: &str, padding: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(rest) => ('-', rest),
        None => ('+', exponent),
    };
    format!("{mantissa}{padding}e{sign}{exponent:0>2}")
}

/// `1.500000e+00`: six significant digits, padded to six after the point.
fn six_digits(value: f64) -> String {
    let (digits, top) = decimal(value.abs(), 6);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    with_exponent(&format!("{sign}{}.{:0<5}e{top}", &digits[..1], &digits[1..]), "0")
}

/// The first six digits of a number that is not negative, found by arithmetic of `f64`: most
/// numbers in programs have so few.
struct SixDigits {
    digits: u32,
    /// The exponent of the first digit.
    top: i32,
}

impl SixDigits {
    /// The powers of ten that `f64` represents exactly.
    const POWERS: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ];

    /// The digits of the absolute value, if the number goes on with a digit below 5 after them: so
    /// they are the same if the rest is cut off. None if this arithmetic does not decide it.
    fn of(value: f64) -> Option<Self> {
        let value = value.abs();
        if value == 0.0 {
            return Some(Self { digits: 0, top: 0 });
        }
        // The power of two, times the decimal logarithm of 2; may be one too small.
        let exponent = (value.to_bits() >> 52) as i32 - 1023;
        let estimate = (f64::from(exponent) * std::f64::consts::LOG10_2).floor() as i32;
        [estimate, estimate + 1].into_iter().find_map(|top| {
            let power = *Self::POWERS.get((5 - top).unsigned_abs() as usize)?;
            let scaled = if top <= 5 { value * power } else { value / power };
            let digits = scaled.round();
            // `scaled` is rounded; the sign of the rest is not.
            let rest = match top <= 5 {
                true => value.mul_add(power, -digits),
                false => -digits.mul_add(power, -value),
            };
            let is_cut_off = rest >= 0.0 && scaled - digits < 0.49;
            ((1e5..1e6).contains(&digits) && is_cut_off)
                .then_some(Self { digits: digits as u32, top })
        })
    }

    /// Whether parsing these digits in the format gives the value. In formats with more digits than
    /// `f64` has, this arithmetic does not say it.
    fn are_exact(&self, kind: FloatKind, value: f64, bits: u128) -> bool {
        let digits = f64::from(self.digits);
        let power = Self::POWERS[(5 - self.top).unsigned_abs() as usize];
        let parsed = if self.top <= 5 { digits / power } else { digits * power };
        !matches!(kind, FloatKind::F80 | FloatKind::F128)
            && from_f64(kind, parsed.copysign(value)) == Some(bits)
    }

    /// Appends `1.500000e+00`.
    fn write(&self, is_negative: bool, out: &mut String) {
        let mut digits = *b"0.000000";
        let mut rest = self.digits;
        for place in [6, 5, 4, 3, 2, 0] {
            digits[place] += (rest % 10) as u8;
            rest /= 10;
        }
        out.push_str(if is_negative { "-" } else { "" });
        out.extend(digits.map(char::from));
        out.push_str(if self.top < 0 { "e-" } else { "e+" });
        out.push_str(if self.top.abs() < 10 { "0" } else { "" });
        out.push_str(itoa::Buffer::new().format(self.top.unsigned_abs()));
    }
}

/// `value = significand * 2^exponent`, with an odd significand.
fn odd_significand(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let biased = (bits >> 52 & 0x7FF) as i32;
    let digits = bits & ((1 << 52) - 1);
    let significand = if biased == 0 { digits } else { digits | 1 << 52 };
    let zeros = significand.trailing_zeros().min(63);
    (significand >> zeros, biased.max(1) - 1075 + zeros as i32)
}

/// At most `precision` significant digits of a number that is not negative, without trailing zeros,
/// and the exponent of the first one.
///
/// This is LLVM's algorithm: the exact value is an integer times a power of ten; digits are cut off
/// until it has about as many bits as `precision` digits need, and only then is it rounded, with
/// ties up.
fn decimal(value: f64, precision: usize) -> (String, i32) {
    if value == 0.0 {
        return ("0".to_owned(), 0);
    }
    let (significand, exponent) = odd_significand(value);
    let fives = (-exponent).max(0);
    let bits = if exponent >= 0 {
        64 - significand.leading_zeros() as i32 + exponent
    } else {
        ((significand as f64).log2() + f64::from(fives) * 5f64.log2()).floor() as i32 + 1
    };
    let text = format!("{value:.*e}", precision + 24);
    let (mantissa, top) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: Vec<u8> = mantissa.bytes().filter(|byte| *byte != b'.').collect();
    let mut top: i32 = top.parse().unwrap_or(0);
    let needed = (precision as i32 * 196 + 58) / 59;
    let cut = (bits - needed).max(0) * 59 / 196;
    digits.truncate((top + 1 + fives - cut).max(1) as usize);
    if let Some(&next) = digits.get(precision) {
        digits.truncate(precision);
        if next >= b'5' {
            while digits.last() == Some(&b'9') {
                digits.pop();
            }
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    digits.push(b'1');
                    top += 1;
                }
            }
        }
    }
    while digits.len() > 1 && digits.last() == Some(&b'0') {
        digits.pop();
    }
    (digits.into_iter().map(char::from).collect(), top)
}

/// All significant digits, with an exponent only for very small or large numbers. None if the
/// result has no point, because it would be parsed as an integer.
fn format_natural(value: f64, significant: usize) -> Option<String> {
    let (digits, top) = decimal(value.abs(), significant);
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

    // The output of mlir-opt 22 for these values.
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
        assert_eq!(f64_text(0.1234567), "0.1234567");
    }

    // Arithmetic must find the same digits as the search of all digits.
    #[test]
    fn six_digits_are_found_by_arithmetic_and_by_all_digits() {
        use FloatKind::{BF16, F16, F32, F64};
        let mut state = 1_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 11
        };
        let mut found = [0; 4];
        for round in 0..40_000 {
            // A few digits, or any bits; large and small ones.
            let few = (number() % 2_000_000) as f64 * 10f64.powi((number() % 40) as i32 - 25);
            let any = f64::from_bits((number() << 11) | (number() % (1 << 11)));
            let value = if round % 4 == 0 { any } else { few };
            for (i, kind) in [F64, F32, F16, BF16].into_iter().enumerate() {
                let bits = from_f64(kind, if round % 3 == 0 { -value } else { value }).unwrap();
                let Some(value) = to_f64(kind, bits).filter(|value| value.is_finite()) else {
                    continue;
                };
                let digits = SixDigits::of(value);
                found[i] += u32::from(digits.is_some_and(|it| it.are_exact(kind, value, bits)));
                let (mut short, mut all) = (String::new(), String::new());
                write_float(kind, bits, &mut short);
                write_any(kind, value, bits, &mut all);
                assert_eq!(short, all, "{kind:?} {value:e}");
            }
        }
        assert!(found.iter().all(|&found| found > 4_000), "{found:?}");
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

    /// The bits of the formats with one sign, infinities and NaNs stay when they are read and
    /// written, those of NaNs included: `bitcast` shows them.
    #[test]
    fn bits_of_ieee_formats_stay() {
        for kind in [FloatKind::F16, FloatKind::BF16] {
            for bits in 0..=u128::from(u16::MAX) {
                let value = to_f64(kind, bits).expect("the format is narrow");
                assert_eq!(from_f64(kind, value), Some(bits), "{kind:?} {bits:#x} {value}");
            }
        }
        for bits in [0x7F80_0001, 0x7FC0_0000, 0xFFBF_FFFF, 0xFFFF_FFFF, 0x3F80_0001] {
            let value = to_f64(FloatKind::F32, bits).expect("the format is narrow");
            assert_eq!(from_f64(FloatKind::F32, value), Some(bits), "{bits:#x} {value}");
        }
    }
}
