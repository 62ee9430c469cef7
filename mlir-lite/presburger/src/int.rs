//! Integers of any size.

use crate::magnitude::{self, Digits};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// An integer of any size. One that fits in 128 bits takes no memory of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Int(Form);

/// A number has the first form in which it fits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    Small(i64),
    /// The upper and the lower half, which together need no larger alignment.
    Medium(i64, u64),
    Large(Box<Large>),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Large {
    is_negative: bool,
    digits: Digits,
}

impl Int {
    /// 0
    pub const ZERO: Self = Self(Form::Small(0));
    /// 1
    pub const ONE: Self = Self(Form::Small(1));

    /// The number in 64 bits, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Small(value) => Some(value),
            Form::Medium(..) | Form::Large(_) => None,
        }
    }

    /// The number in 128 bits, if it fits.
    #[inline]
    fn to_i128(&self) -> Option<i128> {
        match self.0 {
            Form::Small(value) => Some(value.into()),
            Form::Medium(high, low) => Some((i128::from(high) << 64) | i128::from(low)),
            Form::Large(_) => None,
        }
    }

    /// Whether the number is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0))
    }

    /// -1, 0 or 1: the sign.
    #[inline]
    pub fn signum(&self) -> i64 {
        match &self.0 {
            Form::Small(value) | Form::Medium(value @ ..=-1, _) => value.signum(),
            Form::Medium(..) => 1,
            Form::Large(large) => 1 - 2 * i64::from(large.is_negative),
        }
    }

    /// The number without its sign.
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// The largest number that divides both; 0 for two zeros.
    pub fn gcd(&self, other: &Self) -> Self {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0) {
            return i128::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs())).into();
        }
        let (mut a, mut b) = (self.abs(), other.abs());
        while !b.is_zero() {
            if let (Some(a), Some(b)) = (a.to_u128(), b.to_u128()) {
                return Self::from_parts(false, magnitude::from_u128(gcd_u128(a, b)));
            }
            let rest = a.modulo(&b);
            (a, b) = (b, rest);
        }
        a
    }

    /// The largest integer that is at most the quotient. The divisor is not zero.
    pub fn floor_div(&self, divisor: &Self) -> Self {
        self.divided(divisor).0
    }

    /// The smallest integer that is at least the quotient. The divisor is not zero.
    pub fn ceil_div(&self, divisor: &Self) -> Self {
        -&(-self).floor_div(divisor)
    }

    /// The remainder of [`floor_div`](Self::floor_div); it has the sign of the divisor.
    pub fn modulo(&self, divisor: &Self) -> Self {
        self.divided(divisor).1
    }

    fn divided(&self, divisor: &Self) -> (Self, Self) {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &divisor.0)
            && *b != -1
        {
            let (quotient, rest) = (a / b, a % b);
            let is_less = rest != 0 && (rest < 0) != (*b < 0);
            return if is_less {
                ((quotient - 1).into(), (rest + b).into())
            } else {
                (quotient.into(), rest.into())
            };
        }
        if let (Some(a), Some(b)) = (self.to_i128(), divisor.to_i128())
            && a != i128::MIN
        {
            let (quotient, rest) = (a / b, a % b);
            let is_less = rest != 0 && (rest < 0) != (b < 0);
            return if is_less {
                ((quotient - 1).into(), (rest + b).into())
            } else {
                (quotient.into(), rest.into())
            };
        }
        let ((sign_a, a), (sign_b, b)) = (self.parts(), divisor.parts());
        let (quotient, rest) = magnitude::divide(&a, &b);
        let quotient = Self::from_parts(sign_a != sign_b, quotient);
        let rest = Self::from_parts(sign_a, rest);
        if !rest.is_zero() && sign_a != sign_b {
            (&quotient - &Self::ONE, &rest + divisor)
        } else {
            (quotient, rest)
        }
    }

    /// About how much work an operation on the number is, compared with a small one.
    pub(crate) fn size(&self) -> usize {
        match &self.0 {
            Form::Small(_) => 1,
            Form::Medium(..) => 4,
            Form::Large(large) => 16 + large.digits.len(),
        }
    }

    /// The number without its sign in 128 bits, if it fits.
    fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Form::Large(large) => magnitude::to_u128(&large.digits),
            _ => self.to_i128().map(i128::unsigned_abs),
        }
    }

    /// Whether the number is negative, and its digits.
    fn parts(&self) -> (bool, Digits) {
        match &self.0 {
            Form::Large(large) => (large.is_negative, large.digits.clone()),
            _ => {
                let value = self.to_i128().unwrap_or(0);
                (value < 0, magnitude::from_u128(value.unsigned_abs()))
            }
        }
    }

    fn from_parts(is_negative: bool, digits: Digits) -> Self {
        if let Some(value) = magnitude::to_u128(&digits)
            && let Ok(value) = i128::try_from(value)
        {
            return if is_negative { -value } else { value }.into();
        }
        Self(Form::Large(Box::new(Large { is_negative, digits })))
    }

    fn sum(&self, other: &Self, negates: bool) -> Self {
        let ((sign_a, a), (sign_b, b)) = (self.parts(), other.parts());
        let sign_b = sign_b != negates;
        if sign_a == sign_b {
            return Self::from_parts(sign_a, magnitude::add(&a, &b));
        }
        match magnitude::compare(&a, &b) {
            Ordering::Less => Self::from_parts(sign_b, magnitude::subtract(&b, &a)),
            _ => Self::from_parts(sign_a, magnitude::subtract(&a, &b)),
        }
    }
}

/// The largest number that divides both.
pub(crate) fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << shift
}

fn gcd_u128(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << shift
}

impl From<i64> for Int {
    #[inline]
    fn from(value: i64) -> Self {
        Self(Form::Small(value))
    }
}

impl From<i32> for Int {
    fn from(value: i32) -> Self {
        Self(Form::Small(value.into()))
    }
}

impl From<i128> for Int {
    #[inline]
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(Form::Small(value)),
            // Without the least number, each has a negative one.
            Err(_) if value == i128::MIN => {
                let digits = magnitude::from_u128(value.unsigned_abs());
                Self(Form::Large(Box::new(Large { is_negative: true, digits })))
            }
            Err(_) => Self(Form::Medium((value >> 64) as i64, value as u64)),
        }
    }
}

impl Add for &Int {
    type Output = Int;

    #[inline]
    fn add(self, other: Self) -> Int {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => (i128::from(*a) + i128::from(*b)).into(),
            _ => {
                let sum = self.to_i128().zip(other.to_i128());
                let sum = sum.and_then(|(a, b)| a.checked_add(b));
                sum.map_or_else(|| self.sum(other, false), Int::from)
            }
        }
    }
}

impl Sub for &Int {
    type Output = Int;

    #[inline]
    fn sub(self, other: Self) -> Int {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => (i128::from(*a) - i128::from(*b)).into(),
            _ => {
                let sum = self.to_i128().zip(other.to_i128());
                let sum = sum.and_then(|(a, b)| a.checked_sub(b));
                sum.map_or_else(|| self.sum(other, true), Int::from)
            }
        }
    }
}

impl Mul for &Int {
    type Output = Int;

    #[inline]
    fn mul(self, other: Self) -> Int {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => (i128::from(*a) * i128::from(*b)).into(),
            _ => {
                let product = self.to_i128().zip(other.to_i128());
                if let Some(product) = product.and_then(|(a, b)| a.checked_mul(b)) {
                    return product.into();
                }
                let ((sign_a, a), (sign_b, b)) = (self.parts(), other.parts());
                Int::from_parts(sign_a != sign_b, magnitude::multiply(&a, &b))
            }
        }
    }
}

impl Neg for &Int {
    type Output = Int;

    fn neg(self) -> Int {
        match &self.0 {
            Form::Large(large) => Int::from_parts(!large.is_negative, large.digits.clone()),
            _ => (-self.to_i128().unwrap_or(0)).into(),
        }
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => a.cmp(b),
            _ => match (self.to_i128(), other.to_i128()) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => (self - other).signum().cmp(&0),
            },
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (is_negative, mut digits) = self.parts();
        let mut text = Vec::new();
        while !digits.is_empty() {
            let (quotient, rest) = magnitude::divide(&digits, &[10]);
            text.push(char::from(b'0' + rest.first().copied().unwrap_or(0) as u8));
            digits = quotient;
        }
        let text: String = text.iter().rev().collect();
        f.pad_integral(!is_negative, "", if text.is_empty() { "0" } else { &text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of up to 300 bits with their sizes around those of the forms.
    fn numbers() -> Vec<Int> {
        let mut numbers = vec![Int::ZERO];
        let mut power = Int::ONE;
        for bits in 0..300 {
            if [0, 1, 31, 32, 62, 63, 64, 65, 95, 126, 127, 128, 129, 200, 299].contains(&bits) {
                for off in -2..3 {
                    let number = &power + &Int::from(off);
                    numbers.extend([-&number, number]);
                }
            }
            power = &power + &power;
        }
        numbers
    }

    #[test]
    fn laws_hold_for_numbers_of_all_forms() {
        let numbers = numbers();
        for a in &numbers {
            for b in &numbers {
                assert_eq!(&(&(a + b) - b), a);
                assert_eq!(a.cmp(b), (a - b).signum().cmp(&0));
                assert_eq!(&(a + b) * &(a - b), &(a * a) - &(b * b));
                if b.is_zero() {
                    continue;
                }
                let (quotient, rest) = (a.floor_div(b), a.modulo(b));
                assert_eq!(&(&(&quotient * b) + &rest), a, "{a} and {b}");
                assert!(rest.is_zero() || rest.signum() == b.signum());
                assert!(rest.abs() < b.abs());
                assert_eq!((a * b).floor_div(b), *a);
                let gcd = a.gcd(b);
                assert!(a.modulo(&gcd).is_zero() && b.modulo(&gcd).is_zero());
                let (a, b) = (a.floor_div(&gcd), b.floor_div(&gcd));
                assert_eq!(a.gcd(&b), Int::ONE);
            }
        }
    }
}
