//! Natural numbers of any size, as digits of 32 bits, the lowest first, without zeros at the end.

use std::cmp::Ordering;

/// The digits of a natural number.
pub(crate) type Digits = Vec<u32>;

pub(crate) fn from_u128(mut value: u128) -> Digits {
    let mut digits = Digits::new();
    while value > 0 {
        digits.push(value as u32);
        value >>= 32;
    }
    digits
}

/// The value; none if it does not fit.
pub(crate) fn to_u128(digits: &[u32]) -> Option<u128> {
    let join = |high: u128, &digit: &u32| (high << 32) | u128::from(digit);
    (digits.len() <= 4).then(|| digits.iter().rev().fold(0, join))
}

pub(crate) fn compare(a: &[u32], b: &[u32]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn trim(digits: &mut Digits) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

pub(crate) fn add(a: &[u32], b: &[u32]) -> Digits {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut sum = Digits::with_capacity(a.len() + 1);
    let mut carry = 0;
    for (i, &digit) in a.iter().enumerate() {
        let total = u64::from(digit) + u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        sum.push(total as u32);
        carry = total >> 32;
    }
    sum.push(carry as u32);
    trim(&mut sum);
    sum
}

/// `a - b`, where `a` is at least `b`.
pub(crate) fn subtract(a: &[u32], b: &[u32]) -> Digits {
    let mut difference = Digits::with_capacity(a.len());
    let mut borrow = 0;
    for (i, &digit) in a.iter().enumerate() {
        let total = i64::from(digit) - i64::from(b.get(i).copied().unwrap_or(0)) - borrow;
        difference.push(total as u32);
        borrow = i64::from(total < 0);
    }
    trim(&mut difference);
    difference
}

pub(crate) fn multiply(a: &[u32], b: &[u32]) -> Digits {
    let mut product = vec![0; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, &y) in b.iter().enumerate() {
            let total = u64::from(product[i + j]) + u64::from(x) * u64::from(y) + carry;
            product[i + j] = total as u32;
            carry = total >> 32;
        }
        product[i + b.len()] = carry as u32;
    }
    trim(&mut product);
    product
}

fn shift_left(digits: &[u32], bits: u32) -> Digits {
    let mut shifted = Digits::with_capacity(digits.len() + 1);
    let mut carry = 0;
    for &digit in digits {
        let wide = (u64::from(digit) << bits) | carry;
        shifted.push(wide as u32);
        carry = wide >> 32;
    }
    shifted.push(carry as u32);
    shifted
}

fn shift_right(digits: &[u32], bits: u32) -> Digits {
    let high = |i: usize| u64::from(digits.get(i + 1).copied().unwrap_or(0)) << 32;
    let shifted = |(i, &digit): (usize, &u32)| ((high(i) | u64::from(digit)) >> bits) as u32;
    let mut shifted: Digits = digits.iter().enumerate().map(shifted).collect();
    trim(&mut shifted);
    shifted
}

/// The quotient and the remainder; `b` is not zero. Knuth's algorithm D.
pub(crate) fn divide(a: &[u32], b: &[u32]) -> (Digits, Digits) {
    if compare(a, b) == Ordering::Less {
        return (Digits::new(), a.to_vec());
    }
    let bits = b.last().map_or(0, |digit| digit.leading_zeros());
    let mut b = shift_left(b, bits);
    trim(&mut b);
    let mut rest = shift_left(a, bits);
    let count = b.len();
    if count == 1 {
        return divide_by_digit(a, bits, &b);
    }
    let mut quotient = vec![0; rest.len() - count];
    let (top, next) = (u64::from(b[count - 1]), u64::from(b[count - 2]));
    for at in (0..quotient.len()).rev() {
        let head = (u64::from(rest[at + count]) << 32) | u64::from(rest[at + count - 1]);
        let (mut guess, mut left) = (head / top, head % top);
        while guess >> 32 != 0 || guess * next > ((left << 32) | u64::from(rest[at + count - 2])) {
            guess -= 1;
            left += top;
            if left >> 32 != 0 {
                break;
            }
        }
        if subtract_times(&mut rest[at..=at + count], &b, guess) {
            guess -= 1;
            add_back(&mut rest[at..=at + count], &b);
        }
        quotient[at] = guess as u32;
    }
    trim(&mut quotient);
    (quotient, shift_right(&rest[..count], bits))
}

fn divide_by_digit(a: &[u32], bits: u32, b: &[u32]) -> (Digits, Digits) {
    let divisor = u64::from(b[0] >> bits);
    let (mut quotient, mut left) = (vec![0; a.len()], 0u64);
    for (digit, of_quotient) in a.iter().zip(&mut quotient).rev() {
        let value = (left << 32) | u64::from(*digit);
        *of_quotient = (value / divisor) as u32;
        left = value % divisor;
    }
    trim(&mut quotient);
    (quotient, from_u128(left.into()))
}

/// Subtracts `times` times `b`; whether the result is negative.
fn subtract_times(rest: &mut [u32], b: &[u32], times: u64) -> bool {
    let (mut carry, mut borrow) = (0u64, 0i64);
    for (i, digit) in rest.iter_mut().enumerate() {
        let product = times * u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        carry = product >> 32;
        let total = i64::from(*digit) - i64::from(product as u32) - borrow;
        *digit = total as u32;
        borrow = i64::from(total < 0);
    }
    borrow != 0
}

fn add_back(rest: &mut [u32], b: &[u32]) {
    let mut carry = 0;
    for (i, digit) in rest.iter_mut().enumerate() {
        let total = u64::from(*digit) + u64::from(b.get(i).copied().unwrap_or(0)) + carry;
        *digit = total as u32;
        carry = total >> 32;
    }
}
