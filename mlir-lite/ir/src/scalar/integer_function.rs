//! Functions of integers.

use super::saturating;
use crate::numbers::ApInt;
use std::fmt;

/// A function of two integers of one width.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum IntegerFunction {
    /// Sum; wraps.
    Add,
    /// Difference; wraps.
    Sub,
    /// Product; wraps.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Bitwise and, all bits flipped.
    Nand,
    /// Signed quotient, rounded towards zero.
    DivSigned,
    /// Unsigned quotient, rounded down.
    DivUnsigned,
    /// Signed remainder, with the sign of the dividend.
    RemSigned,
    /// Unsigned remainder.
    RemUnsigned,
    /// Signed quotient, rounded down.
    FloorDivSigned,
    /// Signed quotient, rounded up.
    CeilDivSigned,
    /// Unsigned quotient, rounded up.
    CeilDivUnsigned,
    /// Shift to the left.
    ShiftLeft,
    /// An arithmetic shift to the right.
    ShiftRightSigned,
    /// A logical shift to the right.
    ShiftRightUnsigned,
    /// The larger signed integer.
    MaxSigned,
    /// The smaller signed integer.
    MinSigned,
    /// The larger unsigned integer.
    MaxUnsigned,
    /// The smaller unsigned integer.
    MinUnsigned,
    /// Signed sum, or the integer nearest to it.
    AddSaturatingSigned,
    /// Unsigned sum, or the integer nearest to it.
    AddSaturatingUnsigned,
    /// Signed difference, or the integer nearest to it.
    SubSaturatingSigned,
    /// Unsigned difference, or 0 if it is negative.
    SubSaturatingUnsigned,
    /// Signed shift to the left, or the integer nearest to it.
    ShiftLeftSaturatingSigned,
    /// Unsigned shift to the left, or the integer nearest to it.
    ShiftLeftSaturatingUnsigned,
    /// The first integer plus 1; 0 from the second one on.
    IncrementWrapping,
    /// The first integer minus 1; the second one after 0, and for integers above it.
    DecrementWrapping,
    /// The unsigned difference; the first integer if it would be negative.
    SubIfNotBelow,
}

/// Why an operation has no result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Undefined {
    /// The result is poison, such as for a shift by the width or more.
    Poison,
    /// Division by zero, which is undefined behaviour of the program.
    DividesByZero,
    /// The smallest integer divided by -1, whose quotient overflows.
    QuotientTooLarge,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Poison => "the result is poison",
            Self::DividesByZero => "division by zero",
            Self::QuotientTooLarge => "the quotient overflows",
        })
    }
}

impl std::error::Error for Undefined {}

impl IntegerFunction {
    /// Computes the function on two integers of one width.
    ///
    /// # Errors
    /// If the result is not defined; the error says why.
    pub fn apply(self, a: &ApInt, b: &ApInt) -> Result<ApInt, Undefined> {
        let chosen = |first: bool| Ok(if first { a.clone() } else { b.clone() });
        match self {
            Self::Add => Ok(a.wrapping_add(b)),
            Self::Sub => Ok(a.wrapping_sub(b)),
            Self::Mul => Ok(a.wrapping_mul(b)),
            Self::And => Ok(a.and(b)),
            Self::Or => Ok(a.or(b)),
            Self::Xor => Ok(a.xor(b)),
            Self::Nand => Ok(a.and(b).not()),
            Self::DivSigned => Ok(signed(a, b)?.0),
            Self::RemSigned => Ok(signed(a, b)?.1),
            Self::DivUnsigned => Ok(unsigned(a, b)?.0),
            Self::RemUnsigned => Ok(unsigned(a, b)?.1),
            Self::FloorDivSigned => adjusted(a, b, |is_positive| if is_positive { 0 } else { -1 }),
            Self::CeilDivSigned => adjusted(a, b, i64::from),
            Self::CeilDivUnsigned => {
                let (quotient, remainder) = unsigned(a, b)?;
                Ok(quotient
                    .wrapping_add(&ApInt::from_u64(a.width(), u64::from(!remainder.is_zero()))))
            }
            Self::ShiftLeft => a.shl(b).ok_or(Undefined::Poison),
            Self::ShiftRightSigned => a.ashr(b).ok_or(Undefined::Poison),
            Self::ShiftRightUnsigned => a.lshr(b).ok_or(Undefined::Poison),
            Self::MaxSigned => chosen(a.cmp_signed(b).is_ge()),
            Self::MinSigned => chosen(a.cmp_signed(b).is_le()),
            Self::MaxUnsigned => chosen(a.cmp_unsigned(b).is_ge()),
            Self::MinUnsigned => chosen(a.cmp_unsigned(b).is_le()),
            Self::AddSaturatingSigned => saturating::of(Self::Add, a, b, true),
            Self::AddSaturatingUnsigned => saturating::of(Self::Add, a, b, false),
            Self::SubSaturatingSigned => saturating::of(Self::Sub, a, b, true),
            Self::SubSaturatingUnsigned => saturating::of(Self::Sub, a, b, false),
            Self::ShiftLeftSaturatingSigned => saturating::shift_left(a, b, true),
            Self::ShiftLeftSaturatingUnsigned => saturating::shift_left(a, b, false),
            Self::IncrementWrapping if a.cmp_unsigned(b).is_ge() => Ok(ApInt::zero(a.width())),
            Self::IncrementWrapping => Ok(a.wrapping_add(&ApInt::from_u64(a.width(), 1))),
            Self::DecrementWrapping if a.is_zero() || a.cmp_unsigned(b).is_gt() => Ok(b.clone()),
            Self::DecrementWrapping => Ok(a.wrapping_sub(&ApInt::from_u64(a.width(), 1))),
            Self::SubIfNotBelow if a.cmp_unsigned(b).is_lt() => Ok(a.clone()),
            Self::SubIfNotBelow => Ok(a.wrapping_sub(b)),
        }
    }

    /// Whether a sum, a difference or a product is not the exact one: whether its bits are too few.
    pub fn wraps(self, a: &ApInt, b: &ApInt, signed: bool) -> bool {
        let extend = |number: &ApInt| {
            // Twice as many bits hold the exact result; a difference may be negative.
            let width = 2 * number.width();
            if signed { number.sext(width) } else { number.zext(width) }
        };
        match (self.apply(a, b), self.apply(&extend(a), &extend(b))) {
            (Ok(value), Ok(exact)) => {
                let width = exact.width();
                exact != if signed { value.sext(width) } else { value.zext(width) }
            }
            _ => false,
        }
    }

    /// Whether the function divides by the second integer, so that it must not be zero.
    pub fn divides(self) -> bool {
        matches!(
            self,
            Self::DivSigned
                | Self::DivUnsigned
                | Self::RemSigned
                | Self::RemUnsigned
                | Self::FloorDivSigned
                | Self::CeilDivSigned
                | Self::CeilDivUnsigned
        )
    }

    /// Whether the smallest integer divided by -1 is not defined.
    pub fn overflows(self) -> bool {
        matches!(
            self,
            Self::DivSigned | Self::RemSigned | Self::FloorDivSigned | Self::CeilDivSigned
        )
    }
}

/// An integer to the power of a signed one; wraps. A power with a negative exponent is the quotient
/// of 1 and a power, rounded towards zero; that of zero is not defined.
pub fn integer_power(base: &ApInt, exponent: &ApInt) -> Option<ApInt> {
    let width = base.width();
    let one = ApInt::from_u64(width, 1);
    if exponent.is_negative() {
        let is_odd = exponent.trunc(1).is_all_ones();
        return match () {
            () if base.is_zero() => None,
            () if base.is_one() || (base.is_all_ones() && !is_odd) => Some(one),
            () if base.is_all_ones() => Some(base.clone()),
            () => Some(ApInt::zero(width)),
        };
    }
    let (mut power, mut square, mut rest) = (one, base.clone(), exponent.clone());
    while !rest.is_zero() {
        if rest.trunc(1).is_all_ones() {
            power = power.wrapping_mul(&square);
        }
        square = square.wrapping_mul(&square);
        rest = rest.lshr(&ApInt::from_u64(rest.width(), 1)).unwrap_or_else(|| ApInt::zero(width));
    }
    Some(power)
}

/// Quotient, rounded towards zero, and remainder.
fn signed(a: &ApInt, b: &ApInt) -> Result<(ApInt, ApInt), Undefined> {
    if b.is_zero() {
        return Err(Undefined::DividesByZero);
    }
    a.sdivrem(b).ok_or(Undefined::QuotientTooLarge)
}

fn unsigned(a: &ApInt, b: &ApInt) -> Result<(ApInt, ApInt), Undefined> {
    a.udivrem(b).ok_or(Undefined::DividesByZero)
}

/// The quotient, plus an adjustment if there is a remainder. The adjustment depends on the sign of
/// the quotient.
fn adjusted(a: &ApInt, b: &ApInt, by: fn(bool) -> i64) -> Result<ApInt, Undefined> {
    let (quotient, remainder) = signed(a, b)?;
    if remainder.is_zero() {
        return Ok(quotient);
    }
    let by = by(a.is_negative() == b.is_negative());
    Ok(quotient.wrapping_add(&ApInt::from_i64(a.width(), by)))
}
