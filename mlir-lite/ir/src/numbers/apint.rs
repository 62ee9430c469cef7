//! Integers of any fixed width, as bit patterns.

mod arithmetic;

use crate::numbers::few_digits;
use smallvec::SmallVec;
use std::fmt;

/// A bit pattern of `width` bits, without a sign: operations choose how to read it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ApInt(Repr);

/// Almost all integers have at most 64 bits: these take two words, since each attribute that is a
/// number contains one.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// At most 64 bits. Those beyond the width are zero.
    Word { width: u32, word: u64 },
    /// More bits, as little endian words. Bits beyond the width are zero.
    #[allow(clippy::box_collection, reason = "a vector is larger than a word")]
    Words { width: u32, words: Box<Vec<u64>> },
}

impl ApInt {
    /// Makes an integer of one word. Almost all integers have at most 64 bits, and operations on
    /// them skip the loops over words.
    fn of_word(width: u32, word: u64) -> Self {
        debug_assert!(width <= 64, "more bits than a word has");
        Self(Repr::Word { width, word: Self::low_bits(width, word) })
    }

    /// Makes an integer of words, as many as its width needs.
    fn of_words(width: u32, words: SmallVec<[u64; 1]>) -> Self {
        if width <= 64 {
            return Self::of_word(width, words.first().copied().unwrap_or(0));
        }
        Self(Repr::Words { width, words: Box::new(words.into_vec()) })
    }

    fn words(&self) -> &[u64] {
        match &self.0 {
            Repr::Word { word, .. } => std::slice::from_ref(word),
            Repr::Words { words, .. } => words,
        }
    }

    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Repr::Word { word, .. } => std::slice::from_mut(word),
            Repr::Words { words, .. } => words,
        }
    }

    fn low_bits(width: u32, word: u64) -> u64 {
        if width == 0 { 0 } else { word << (64 - width) >> (64 - width) }
    }

    /// The only word, if the integer has at most 64 bits.
    pub(crate) fn word(&self) -> Option<u64> {
        match self.0 {
            Repr::Word { word, .. } => Some(word),
            Repr::Words { .. } => None,
        }
    }

    fn normalized(width: u32, mut words: SmallVec<[u64; 1]>) -> Self {
        if width <= 64 {
            return Self::of_word(width, words.first().copied().unwrap_or(0));
        }
        words.resize(Self::words_for(width), 0);
        let spare = words.len() as u32 * 64 - width;
        if let Some(last) = words.last_mut().filter(|_| spare > 0) {
            *last = if spare == 64 { 0 } else { *last << spare >> spare };
        }
        Self::of_words(width, words)
    }

    fn words_for(width: u32) -> usize {
        (width.div_ceil(64) as usize).max(1)
    }

    /// The low `width` bits of a sign-extended `value`.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 {
            return Self::of_word(width, value as u64);
        }
        let mut words: SmallVec<[u64; 1]> =
            SmallVec::from_elem((value >> 63) as u64, Self::words_for(width));
        words[0] = value as u64;
        Self::normalized(width, words)
    }

    /// The low `width` bits of a zero-extended `value`.
    pub fn from_u64(width: u32, value: u64) -> Self {
        Self::normalized(width, SmallVec::from_elem(value, 1))
    }

    /// The low `width` bits of little endian bytes.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Self {
        let words = bytes
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        Self::normalized(width, words)
    }

    /// The bits as little endian bytes, as many as the width needs.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.words().iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(self.width().div_ceil(8) as usize);
        bytes
    }

    /// Parses `digits` in base 10 or 16, negated if `negative`. None if the text is not a number,
    /// or if the number fits into `width` bits neither as signed nor as unsigned.
    pub fn parse(width: u32, digits: &str, radix: u32, negative: bool) -> Option<Self> {
        if width <= 64 {
            return Self::parse_word(width, digits, radix, negative);
        }
        let mut words: SmallVec<[u64; 1]> = SmallVec::from_elem(0, Self::words_for(width) + 1);
        for digit in digits.chars() {
            let mut carry = u128::from(digit.to_digit(radix)?);
            for word in &mut words {
                carry += u128::from(*word) * u128::from(radix);
                *word = carry as u64;
                carry >>= 64;
            }
            if carry != 0 {
                return None;
            }
        }
        let wide = Self::of_words(words.len() as u32 * 64, words);
        let bits = wide.active_bits();
        let is_power = bits > 0 && wide.words().iter().map(|w| w.count_ones()).sum::<u32>() == 1;
        let fits =
            if negative { bits < width || (bits == width && is_power) } else { bits <= width };
        if !fits {
            return None;
        }
        let words = wide.words().iter().copied().take(Self::words_for(width)).collect();
        let value = Self::normalized(width, words);
        Some(if negative { value.negated() } else { value })
    }

    /// As [`ApInt::parse`], for at most 64 bits.
    fn parse_word(width: u32, digits: &str, radix: u32, negative: bool) -> Option<Self> {
        let few = few_digits(digits).filter(|_| radix == 10);
        let value = match few {
            Some(value) => value,
            None => digits.chars().try_fold(0u64, |value, digit| {
                let digit = digit.to_digit(radix)?;
                value.checked_mul(radix.into())?.checked_add(digit.into())
            })?,
        };
        let bits = u64::BITS - value.leading_zeros();
        let fits = bits < width || (bits == width && (!negative || value.is_power_of_two()));
        let signed = if negative { value.wrapping_neg() } else { value };
        fits.then(|| Self::of_word(width, signed))
    }

    /// Bits of the pattern.
    pub fn width(&self) -> u32 {
        match self.0 {
            Repr::Word { width, .. } | Repr::Words { width, .. } => width,
        }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The top bit.
    pub fn is_negative(&self) -> bool {
        self.width() > 0
            && self.words()[(self.width() as usize - 1) / 64] >> ((self.width() - 1) % 64) & 1 == 1
    }

    fn active_bits(&self) -> u32 {
        let top = self.words().iter().rposition(|&word| word != 0);
        top.map_or(0, |i| (i as u32 + 1) * 64 - self.words()[i].leading_zeros())
    }

    /// Whether this equals [`ApInt::from_i64`] of the value.
    pub fn is_i64(&self, value: i64) -> bool {
        match self.word() {
            Some(word) => word == Self::low_bits(self.width(), value as u64),
            None => *self == Self::from_i64(self.width(), value),
        }
    }

    /// The two's complement negation.
    pub fn negated(&self) -> Self {
        if let Some(word) = self.word() {
            return Self::of_word(self.width(), word.wrapping_neg());
        }
        let mut carry = true;
        let words = self
            .words()
            .iter()
            .map(|word| {
                let (sum, overflow) = (!word).overflowing_add(u64::from(carry));
                carry = overflow;
                sum
            })
            .collect();
        Self::normalized(self.width(), words)
    }

    /// The value read as signed, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.width() <= 64 {
            let shift = 64 - self.width().max(1);
            return Some((self.words()[0] << shift) as i64 >> shift);
        }
        if self.is_negative() {
            let magnitude = self.negated();
            return (magnitude.active_bits() <= 64 && magnitude.words()[0] <= 1 << 63)
                .then(|| (magnitude.words()[0] as i64).wrapping_neg());
        }
        (self.active_bits() < 64).then(|| self.words()[0] as i64)
    }

    /// The value read as unsigned, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        (self.active_bits() <= 64).then(|| self.words()[0])
    }

    /// The value in decimal, read as signed or as unsigned.
    pub fn to_decimal(&self, signed: bool) -> String {
        let negative = signed && self.is_negative();
        let mut magnitude = if negative { self.negated() } else { self.clone() };
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut chunks = Vec::new();
        while magnitude.active_bits() > 64 {
            let mut remainder = 0u128;
            for word in magnitude.words_mut().iter_mut().rev() {
                let value = remainder << 64 | u128::from(*word);
                *word = (value / u128::from(CHUNK)) as u64;
                remainder = value % u128::from(CHUNK);
            }
            chunks.push(remainder as u64);
        }
        let mut text = if negative { "-".to_string() } else { String::new() };
        let low = magnitude.words()[0];
        if low >= CHUNK && !chunks.is_empty() {
            text += &format!("{}{:019}", low / CHUNK, low % CHUNK);
        } else {
            text += &low.to_string();
        }
        for chunk in chunks.iter().rev() {
            text += &format!("{chunk:019}");
        }
        text
    }
}

impl fmt::Debug for ApInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {}", self.width(), self.to_decimal(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_to_their_width() {
        assert_eq!(ApInt::from_i64(8, -1).to_u64(), Some(255));
        assert_eq!(ApInt::from_i64(8, 255).to_i64(), Some(-1));
        assert_eq!(ApInt::from_u64(1, 1).to_i64(), Some(-1));
        assert_eq!(ApInt::from_i64(100, -5).to_i64(), Some(-5));
        assert_eq!(ApInt::from_i64(0, 1).to_u64(), Some(0));
        assert!(ApInt::from_u64(8, 255).is_i64(-1) && ApInt::from_i64(100, -1).is_i64(-1));
        assert!(!ApInt::from_i64(8, 1).is_i64(0) && ApInt::from_i64(8, 0).is_i64(256));
    }

    #[test]
    fn parse_rejects_what_does_not_fit() {
        assert_eq!(ApInt::parse(8, "255", 10, false).and_then(|v| v.to_u64()), Some(255));
        assert_eq!(ApInt::parse(8, "256", 10, false), None);
        assert_eq!(ApInt::parse(8, "128", 10, true).and_then(|v| v.to_i64()), Some(-128));
        assert_eq!(ApInt::parse(8, "129", 10, true), None);
        assert_eq!(ApInt::parse(64, "zz", 16, false), None);
    }

    #[test]
    fn decimal_of_wide_values() {
        // 2^100 = 1267650600228229401496703205376
        let digits = "1267650600228229401496703205376";
        let value = ApInt::parse(128, digits, 10, false).unwrap();
        assert_eq!(value.to_decimal(true), digits);
        assert_eq!(value.negated().to_decimal(true), format!("-{digits}"));
    }
}
