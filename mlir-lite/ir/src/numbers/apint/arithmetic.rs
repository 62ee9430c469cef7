//! Arithmetic modulo 2 to the width.
//!
//! Both operands of an operation have the same width, and so does the result. The operation, not
//! the bit pattern, says whether numbers are signed. Operations without a result (a quotient by
//! zero, a shift by the width or more) return `None`.

use super::ApInt;
use crate::support::power::power_of_two;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The greatest width for division: long division takes time quadratic in the width.
const MAX_DIVISION_WIDTH: u32 = 4096;

impl ApInt {
    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        if let (Some(a), Some(b)) = (self.word(), other.word()) {
            return Self::of_word(self.width(), f(a, b));
        }
        let words = self.words().iter().zip(other.words()).map(|(&a, &b)| f(a, b)).collect();
        Self::normalized(self.width(), words)
    }

    /// Zero.
    pub fn zero(width: u32) -> Self {
        Self::from_u64(width, 0)
    }

    /// All bits set: -1, or the largest unsigned value.
    pub fn all_ones(width: u32) -> Self {
        Self::from_i64(width, -1)
    }

    /// The smallest signed value: the top bit.
    pub fn signed_min(width: u32) -> Self {
        Self::from_u64(width, 1).shl_bits(width.saturating_sub(1))
    }

    /// The largest signed value.
    pub fn signed_max(width: u32) -> Self {
        Self::signed_min(width).not()
    }

    /// Whether all bits are set.
    pub fn is_all_ones(&self) -> bool {
        *self == Self::all_ones(self.width())
    }

    /// Whether the value is 1.
    pub fn is_one(&self) -> bool {
        self.words()[0] == 1 && self.words()[1..].iter().all(|&word| word == 0)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// Each bit flipped.
    pub fn not(&self) -> Self {
        self.zip(self, |a, _| !a)
    }

    /// Sum; wraps.
    pub fn wrapping_add(&self, other: &Self) -> Self {
        if let (Some(a), Some(b)) = (self.word(), other.word()) {
            return Self::of_word(self.width(), a.wrapping_add(b));
        }
        let mut carry = false;
        let sum = |(&a, &b): (&u64, &u64)| {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        };
        let words = self.words().iter().zip(other.words()).map(sum).collect();
        Self::normalized(self.width(), words)
    }

    /// Difference; wraps.
    pub fn wrapping_sub(&self, other: &Self) -> Self {
        self.wrapping_add(&other.negated())
    }

    /// Product; wraps.
    pub fn wrapping_mul(&self, other: &Self) -> Self {
        if let (Some(a), Some(b)) = (self.word(), other.word()) {
            return Self::of_word(self.width(), a.wrapping_mul(b));
        }
        let count = self.words().len();
        let mut words: SmallVec<[u64; 1]> = SmallVec::from_elem(0, count);
        for (i, &a) in self.words().iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in other.words().iter().take(count - i).enumerate() {
                carry += u128::from(a) * u128::from(b) + u128::from(words[i + j]);
                words[i + j] = carry as u64;
                carry >>= 64;
            }
        }
        Self::normalized(self.width(), words)
    }

    fn shl_bits(&self, by: u32) -> Self {
        let (skipped, bits) = ((by / 64) as usize, by % 64);
        let word = |i: usize| {
            i.checked_sub(skipped).and_then(|i| self.words().get(i)).copied().unwrap_or(0)
        };
        let words = (0..self.words().len()).map(|i| match bits {
            0 => word(i),
            _ => word(i) << bits | if i == 0 { 0 } else { word(i - 1) >> (64 - bits) },
        });
        Self::normalized(self.width(), words.collect())
    }

    fn lshr_bits(&self, by: u32) -> Self {
        let (skipped, bits) = ((by / 64) as usize, by % 64);
        let word = |i: usize| self.words().get(i + skipped).copied().unwrap_or(0);
        let words = (0..self.words().len()).map(|i| match bits {
            0 => word(i),
            _ => word(i) >> bits | word(i + 1) << (64 - bits),
        });
        Self::normalized(self.width(), words.collect())
    }

    /// The distance of a shift, if it is less than the width.
    fn distance(&self) -> Option<u32> {
        self.to_u64().and_then(|by| u32::try_from(by).ok()).filter(|&by| by < self.width())
    }

    /// Shifts to the left. None if by the width or more.
    pub fn shl(&self, by: &Self) -> Option<Self> {
        Some(self.shl_bits(by.distance()?))
    }

    /// Shifts to the right and fills with zeros. None if by the width or more.
    pub fn lshr(&self, by: &Self) -> Option<Self> {
        Some(self.lshr_bits(by.distance()?))
    }

    /// Shifts to the right and fills with the sign. None if by the width or more.
    pub fn ashr(&self, by: &Self) -> Option<Self> {
        let by = by.distance()?;
        // The complement of a negative number is not negative.
        Some(if self.is_negative() { self.not().lshr_bits(by).not() } else { self.lshr_bits(by) })
    }

    /// Quotient and remainder of unsigned numbers. None if the divisor is zero.
    pub fn udivrem(&self, by: &Self) -> Option<(Self, Self)> {
        if by.is_zero() || self.width() > MAX_DIVISION_WIDTH {
            return None;
        }
        if let (Some(a), Some(b)) = (self.to_u64(), by.to_u64()) {
            return Some((
                Self::from_u64(self.width(), a / b),
                Self::from_u64(self.width(), a % b),
            ));
        }
        // One more bit, because the remainder may be larger than the width before the divisor is
        // subtracted.
        let (wide, divisor) = (self.width() + 1, by.zext(self.width() + 1));
        let mut remainder = Self::zero(wide);
        let mut quotient = Self::zero(self.width());
        for bit in (0..self.active_bits()).rev() {
            let (word, at) = ((bit / 64) as usize, bit % 64);
            remainder = remainder.shl_bits(1);
            remainder.words_mut()[0] |= self.words()[word] >> at & 1;
            if remainder.cmp_unsigned(&divisor).is_ge() {
                remainder = remainder.wrapping_sub(&divisor);
                quotient.words_mut()[word] |= 1 << at;
            }
        }
        Some((quotient, remainder.trunc(self.width())))
    }

    /// Quotient, rounded towards zero, and remainder of signed numbers. None if the divisor is zero
    /// or if the quotient overflows (the smallest number by -1).
    pub fn sdivrem(&self, by: &Self) -> Option<(Self, Self)> {
        if by.is_all_ones() && *self == Self::signed_min(self.width()) {
            return None;
        }
        let magnitude =
            |value: &Self| if value.is_negative() { value.negated() } else { value.clone() };
        let (quotient, remainder) = magnitude(self).udivrem(&magnitude(by))?;
        let quotient =
            if self.is_negative() != by.is_negative() { quotient.negated() } else { quotient };
        let remainder = if self.is_negative() { remainder.negated() } else { remainder };
        Some((quotient, remainder))
    }

    /// The order of unsigned numbers.
    pub fn cmp_unsigned(&self, other: &Self) -> Ordering {
        self.words().iter().rev().cmp(other.words().iter().rev())
    }

    /// The order of signed numbers.
    pub fn cmp_signed(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.cmp_unsigned(other))
    }

    /// Extends with zeros to `width`, which is not less than the current width.
    pub fn zext(&self, width: u32) -> Self {
        Self::normalized(width, self.words().into())
    }

    /// Extends with the sign to `width`, which is not less than the current width.
    pub fn sext(&self, width: u32) -> Self {
        if self.is_negative() { self.not().zext(width).not() } else { self.zext(width) }
    }

    /// The low bits.
    pub fn trunc(&self, width: u32) -> Self {
        Self::normalized(width, self.words().into())
    }

    /// The bits in reverse order.
    pub fn reverse_bits(&self) -> Self {
        let words = self.words().iter().rev().map(|word| word.reverse_bits()).collect();
        self.top_of(words)
    }

    /// The bytes in reverse order, of a width that is a multiple of 8.
    pub fn swap_bytes(&self) -> Self {
        let words = self.words().iter().rev().map(|word| word.swap_bytes()).collect();
        self.top_of(words)
    }

    /// The upper bits of words, as many as this integer has.
    fn top_of(&self, words: SmallVec<[u64; 1]>) -> Self {
        let whole = words.len() as u32 * 64;
        Self::of_words(whole, words).lshr_bits(whole - self.width()).trunc(self.width())
    }

    /// How many bits are set.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// The number of zeros above the highest bit that is set.
    pub fn leading_zeros(&self) -> u32 {
        self.width() - self.active_bits()
    }

    /// The number of zeros below the lowest bit that is set, or the width if no bit is set.
    pub fn trailing_zeros(&self) -> u32 {
        let first = self.words().iter().position(|&word| word != 0);
        first.map_or(self.width(), |i| i as u32 * 64 + self.words()[i].trailing_zeros())
    }

    /// The nearest `f64`, with its last bit set if it is not exact ("round to odd"). Rounding this
    /// again, to a format of at least two bits less, gives the same as rounding the integer
    /// directly.
    pub(crate) fn to_f64_for_rounding(&self, signed: bool) -> f64 {
        let negative = signed && self.is_negative();
        let magnitude = if negative { self.negated() } else { self.clone() };
        let bits = magnitude.active_bits();
        // 53 bits are exact. The lower bits only decide whether the result is exact.
        let dropped = bits.saturating_sub(53);
        let top = magnitude.lshr_bits(dropped).words()[0];
        let has_rest = magnitude.trailing_zeros() < dropped;
        let value = (top | u64::from(has_rest)) as f64 * power_of_two(dropped.min(2000) as i32);
        if negative { -value } else { value }
    }

    /// The nearest `f64`, ties to even.
    pub fn to_f64(&self, signed: bool) -> f64 {
        let negative = signed && self.is_negative();
        let magnitude = if negative { self.negated() } else { self.clone() };
        // As above, but 64 bits are kept, so that there is one rounding.
        let dropped = magnitude.active_bits().saturating_sub(64);
        let top = magnitude.lshr_bits(dropped).words()[0];
        let has_rest = magnitude.trailing_zeros() < dropped;
        let value = (top | u64::from(has_rest)) as f64 * power_of_two(dropped.min(2000) as i32);
        if negative { -value } else { value }
    }

    /// The integer that equals `value`, if it is a whole number that fits into `width` bits.
    pub fn from_f64(width: u32, value: f64, signed: bool) -> Option<Self> {
        if !value.is_finite() || (!signed && value < 0.0) {
            return None;
        }
        let bits = value.abs().to_bits();
        let exponent = (bits >> 52) as i32 - 1075;
        let significand = bits & ((1 << 52) - 1) | if exponent > -1075 { 1 << 52 } else { 0 };
        // Enough bits for the magnitude and a sign.
        let room = (64 + exponent.max(0) as u32 + 1).max(width + 1);
        let wide = Self::from_u64(room, significand);
        let magnitude = if exponent >= 0 {
            wide.shl_bits(exponent as u32)
        } else {
            wide.lshr_bits(exponent.unsigned_abs().min(63))
        };
        let limit = if signed { width.saturating_sub(1) } else { width };
        let negative = value < 0.0;
        let is_lowest = negative && magnitude.active_bits() == width && magnitude.count_ones() == 1;
        if magnitude.active_bits() > limit && !is_lowest {
            return None;
        }
        let result = magnitude.trunc(width);
        Some(if negative { result.negated() } else { result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn i(width: u32, value: i64) -> ApInt {
        ApInt::from_i64(width, value)
    }

    fn wide(digits: &str) -> ApInt {
        let (negative, digits) =
            digits.strip_prefix('-').map_or((false, digits), |digits| (true, digits));
        ApInt::parse(256, digits, 10, negative).unwrap()
    }

    #[test]
    fn sums_and_products_wrap() {
        assert_eq!(i(32, i64::from(i32::MAX)).wrapping_add(&i(32, 1)), i(32, i64::from(i32::MIN)));
        assert_eq!(i(1, 1).wrapping_add(&i(1, 1)), i(1, 0));
        assert_eq!(i(128, -1).wrapping_add(&i(128, 1)), i(128, 0));
        assert_eq!(i(8, 16).wrapping_mul(&i(8, 16)), i(8, 0));
        assert_eq!(i(8, 0).wrapping_sub(&i(8, 1)), i(8, -1));
        // 2^64 * 2^64 = 2^128
        let product = wide("18446744073709551616").wrapping_mul(&wide("18446744073709551616"));
        assert_eq!(product.to_decimal(true), "340282366920938463463374607431768211456");
    }

    #[test]
    fn quotients_round_to_zero_and_may_not_exist() {
        let quotient = |a, b| {
            i(8, a).sdivrem(&i(8, b)).map(|(q, r)| (q.to_i64().unwrap(), r.to_i64().unwrap()))
        };
        assert_eq!(quotient(-7, 2), Some((-3, -1)));
        assert_eq!(quotient(7, -2), Some((-3, 1)));
        assert_eq!(quotient(-128, 1), Some((-128, 0)));
        assert_eq!(quotient(-128, -1), None);
        assert_eq!(quotient(1, 0), None);
        // 10^40 / 3 and 10^40 % 7; 10^40 is 4 mod 7, because 10^6 is 1 mod 7 and 10^4 is 4.
        let big = wide("10000000000000000000000000000000000000000");
        let (third, rest) = big.udivrem(&wide("3")).unwrap();
        assert_eq!(third.to_decimal(true), "3333333333333333333333333333333333333333");
        assert!(rest.is_one());
        assert_eq!(big.udivrem(&wide("7")).unwrap().1, wide("4"));
        assert_eq!(big.negated().sdivrem(&wide("3")).unwrap().0, third.negated());
        // By more than 64 bits: 10^40 / 10^20
        let half = wide("100000000000000000000");
        assert_eq!(big.udivrem(&half), Some((half.clone(), ApInt::zero(256))));
    }

    #[test]
    fn shifts_stay_below_the_width() {
        assert_eq!(i(8, 1).shl(&i(8, 7)), Some(i(8, -128)));
        assert_eq!(i(8, 1).shl(&i(8, 8)), None);
        assert_eq!(i(8, -128).ashr(&i(8, 7)), Some(i(8, -1)));
        assert_eq!(i(8, -128).lshr(&i(8, 7)), Some(i(8, 1)));
        assert_eq!(i(8, 1).lshr(&i(8, -1)), None);
        assert_eq!(i(1, 1).shl(&i(1, 0)), Some(i(1, 1)));
        assert_eq!(i(1, 1).shl(&i(1, 1)), None);
        assert_eq!(i(200, 1).shl(&i(200, 130)).unwrap().lshr(&i(200, 129)), Some(i(200, 2)));
        assert_eq!(i(200, -4).ashr(&i(200, 1)), Some(i(200, -2)));
    }

    #[test]
    fn order_depends_on_how_bits_are_read() {
        assert!(i(8, -1).cmp_unsigned(&i(8, 1)).is_gt());
        assert!(i(8, -1).cmp_signed(&i(8, 1)).is_lt());
        assert!(i(1, 1).cmp_signed(&i(1, 0)).is_lt());
        assert!(i(128, i64::MIN).cmp_signed(&i(128, 0)).is_lt());
    }

    #[test]
    fn widths_change() {
        assert_eq!(i(8, -1).zext(16), i(16, 255));
        assert_eq!(i(8, -1).sext(128), i(128, -1));
        assert_eq!(i(16, 257).trunc(8), i(8, 1));
        assert_eq!(i(64, -1).zext(65).to_decimal(true), "18446744073709551615");
    }

    #[test]
    fn bits_are_counted() {
        assert_eq!((i(100, 0).leading_zeros(), i(100, 0).trailing_zeros()), (100, 100));
        assert_eq!((i(100, 8).leading_zeros(), i(100, 8).trailing_zeros()), (96, 3));
        assert_eq!(i(100, -1).count_ones(), 100);
    }

    #[test]
    fn floats_are_rounded_once() {
        // 2^53 + 1 lies between two floats, of which the lower is even; for 2^53 + 3, the upper is
        // even.
        assert_eq!(i(64, (1 << 53) + 1).to_f64(true), 9007199254740992.0);
        assert_eq!(i(64, (1 << 53) + 3).to_f64(true), 9007199254740996.0);
        assert_eq!(ApInt::all_ones(64).to_f64(false), 18446744073709551616.0);
        assert_eq!(ApInt::all_ones(64).to_f64(true), -1.0);
        assert_eq!(ApInt::all_ones(2000).to_f64(false), f64::INFINITY);
        // 2^24 + 1 + 2^-40, scaled: just above the middle between two f32s. Rounding to f64 first
        // would give exactly the middle.
        let value = ApInt::from_u64(128, (1 << 24) + 1).shl_bits(40).or(&i(128, 1));
        assert_eq!(
            value.to_f64_for_rounding(false) as f32,
            ((1u64 << 24) + 2) as f32 * (1u64 << 40) as f32
        );
    }

    #[test]
    fn whole_floats_become_integers_if_they_fit() {
        assert_eq!(ApInt::from_f64(8, 127.0, true), Some(i(8, 127)));
        assert_eq!(ApInt::from_f64(8, 128.0, true), None);
        assert_eq!(ApInt::from_f64(8, -128.0, true), Some(i(8, -128)));
        assert_eq!(ApInt::from_f64(8, -129.0, true), None);
        assert_eq!(ApInt::from_f64(8, 255.0, false), Some(i(8, -1)));
        assert_eq!(ApInt::from_f64(8, -1.0, false), None);
        assert_eq!(ApInt::from_f64(8, f64::NAN, true), None);
        assert_eq!(ApInt::from_f64(1, -1.0, true), Some(i(1, 1)));
        assert_eq!(ApInt::from_f64(128, power_of_two(100), true), i(128, 1).shl(&i(128, 100)));
        assert_eq!(ApInt::from_f64(64, 9223372036854775808.0, true), None);
    }
}
