//! Ranges of integers, and what functions of integers make of them.
//!
//! A range holds bounds of the number read as unsigned and as signed. Each is exact where the other
//! is not: from 250 to 5 of 8 bits, there is a gap as signed numbers and none as unsigned ones.

use crate::scalar::{CmpIPredicate, IntegerFunction, NoWrap};

/// A set of integers of one width, by its bounds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct IntegerRange {
    width: u32,
    unsigned: (i128, i128),
    signed: (i128, i128),
}

impl IntegerRange {
    /// The widest integers of which there are ranges.
    pub const MAX_WIDTH: u32 = 64;

    /// All integers of a width. None if the width is 0 or more than
    /// [`MAX_WIDTH`](Self::MAX_WIDTH).
    pub fn all(width: u32) -> Option<Self> {
        (1..=Self::MAX_WIDTH).contains(&width).then(|| Self::full(width))
    }

    fn full(width: u32) -> Self {
        let half = 1i128 << (width - 1);
        Self { width, unsigned: (0, 2 * half - 1), signed: (-half, half - 1) }
    }

    /// One integer: the low bits of a number. None for a width without ranges.
    pub fn constant(width: u32, bits: i64) -> Option<Self> {
        let all = Self::all(width)?;
        let unsigned = i128::from(bits) & all.unsigned.1;
        Some(Self { width, unsigned: (unsigned, unsigned), signed: all.signed }.tightened())
    }

    /// The integers from `low` to `high`, read as unsigned numbers; all if these do not fit.
    #[must_use]
    pub fn from_unsigned(self, low: i128, high: i128) -> Self {
        let all = Self::full(self.width);
        if low < 0 || high > all.unsigned.1 || low > high {
            return all;
        }
        Self { unsigned: (low, high), ..all }.tightened()
    }

    /// The integers from `low` to `high`, read as signed numbers; all if these do not fit.
    #[must_use]
    pub fn from_signed(self, low: i128, high: i128) -> Self {
        let all = Self::full(self.width);
        if low < all.signed.0 || high > all.signed.1 || low > high {
            return all;
        }
        Self { signed: (low, high), ..all }.tightened()
    }

    /// The same integers, with bounds of one kind by those of the other.
    fn tightened(self) -> Self {
        let all = Self::full(self.width);
        let (size, most) = (all.unsigned.1 + 1, all.signed.1);
        let by_unsigned = match self.unsigned {
            (low, high) if high <= most => (low, high),
            (low, high) if low > most => (low - size, high - size),
            _ => all.signed,
        };
        let by_signed = match self.signed {
            (low, high) if low >= 0 => (low, high),
            (low, high) if high < 0 => (low + size, high + size),
            _ => all.unsigned,
        };
        Self {
            width: self.width,
            unsigned: both(self.unsigned, by_signed),
            signed: both(self.signed, by_unsigned),
        }
    }

    /// The width of the integers, in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The bounds as unsigned numbers.
    pub fn unsigned(self) -> (i128, i128) {
        self.unsigned
    }

    /// The bounds as signed numbers.
    pub fn signed(self) -> (i128, i128) {
        self.signed
    }

    /// The only integer, sign-extended. None if there may be several.
    pub fn as_constant(self) -> Option<i64> {
        let (low, high) = self.signed;
        (low == high).then_some(low as i64)
    }

    /// Whether an integer is in the range, given by its low bits.
    pub fn contains(self, bits: i64) -> bool {
        let Some(one) = Self::constant(self.width, bits) else { return false };
        let is_in = |(low, high): (i128, i128), it: (i128, i128)| low <= it.0 && it.0 <= high;
        is_in(self.unsigned, one.unsigned) && is_in(self.signed, one.signed)
    }

    /// The integers that are in one or the other range, and those between them.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let hull = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        Self {
            width: self.width,
            unsigned: hull(self.unsigned, other.unsigned),
            signed: hull(self.signed, other.signed),
        }
    }

    /// The integers that are in both ranges, of which there is at least one.
    #[must_use]
    fn intersection(self, other: Self) -> Self {
        Self {
            width: self.width,
            unsigned: both(self.unsigned, other.unsigned),
            signed: both(self.signed, other.signed),
        }
        .tightened()
    }

    /// The same numbers in another width, by their signs if they have one.
    #[must_use]
    pub fn resized(self, width: u32, has_sign: bool) -> Option<Self> {
        let all = Self::all(width)?;
        if width == self.width {
            return Some(self);
        }
        Some(match (width > self.width, has_sign) {
            (true, true) => all.from_signed(self.signed.0, self.signed.1),
            (true, false) => all.from_unsigned(self.unsigned.0, self.unsigned.1),
            // The low bits are the numbers themselves if all of them fit, in either reading.
            (false, _) => {
                let as_signed = all.from_signed(self.signed.0, self.signed.1);
                as_signed.intersection(all.from_unsigned(self.unsigned.0, self.unsigned.1))
            }
        })
    }

    /// Whether a comparison with another range holds for all integers, or for none. None if it
    /// depends.
    pub fn compare(self, predicate: CmpIPredicate, other: Self) -> Option<bool> {
        use CmpIPredicate as P;
        let less = |a: (i128, i128), b: (i128, i128)| match () {
            () if a.1 < b.0 => Some(true),
            () if a.0 >= b.1 => Some(false),
            () => None,
        };
        match predicate {
            P::Slt => less(self.signed, other.signed),
            P::Sgt => less(other.signed, self.signed),
            P::Sle => less(other.signed, self.signed).map(|holds| !holds),
            P::Sge => less(self.signed, other.signed).map(|holds| !holds),
            P::Ult => less(self.unsigned, other.unsigned),
            P::Ugt => less(other.unsigned, self.unsigned),
            P::Ule => less(other.unsigned, self.unsigned).map(|holds| !holds),
            P::Uge => less(self.unsigned, other.unsigned).map(|holds| !holds),
            P::Eq => self.equals(other),
            P::Ne => self.equals(other).map(|holds| !holds),
        }
    }

    fn equals(self, other: Self) -> Option<bool> {
        let is_apart = |a: (i128, i128), b: (i128, i128)| a.1 < b.0 || b.1 < a.0;
        if is_apart(self.signed, other.signed) || is_apart(self.unsigned, other.unsigned) {
            return Some(false);
        }
        let one = self.as_constant();
        (one.is_some() && one == other.as_constant()).then_some(true)
    }

    /// The bits that all integers of the range have, and those that some may have besides.
    fn bits(self) -> (i128, i128) {
        let (low, high) = self.unsigned;
        let differing = (low ^ high) as u128;
        let open = (1i128 << (u128::BITS - differing.leading_zeros())) - 1;
        (low & !open, open)
    }
}

/// The numbers that are in both ranges; those of the second one if there are none.
fn both(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let (low, high) = (a.0.max(b.0), a.1.min(b.1));
    if low <= high { (low, high) } else { b }
}

impl IntegerFunction {
    /// The range of the results for operands of these ranges, of one width. Operands for which the
    /// function is not defined do not count.
    pub fn range(self, lhs: IntegerRange, rhs: IntegerRange, no_wrap: NoWrap) -> IntegerRange {
        let all = IntegerRange::full(lhs.width);
        let (a, b) = (lhs.unsigned, rhs.unsigned);
        let (s, t) = (lhs.signed, rhs.signed);
        let width = i128::from(lhs.width);
        match self {
            Self::Add => wrapping(all, no_wrap, (a.0 + b.0, a.1 + b.1), (s.0 + t.0, s.1 + t.1)),
            Self::Sub => wrapping(all, no_wrap, (a.0 - b.1, a.1 - b.0), (s.0 - t.1, s.1 - t.0)),
            Self::Mul => {
                let unsigned = (a.0.saturating_mul(b.0), a.1.saturating_mul(b.1));
                wrapping(all, no_wrap, unsigned, corners(s, &[t], i128::saturating_mul))
            }
            Self::DivUnsigned if b.1 > 0 => all.from_unsigned(a.0 / b.1, a.1 / b.0.max(1)),
            Self::CeilDivUnsigned if b.1 > 0 => {
                let rounded_up = |a: i128, b: i128| (a + b - 1) / b;
                all.from_unsigned(rounded_up(a.0, b.1), rounded_up(a.1, b.0.max(1)))
            }
            Self::DivSigned => quotients(all, s, t, |a, b| a / b),
            Self::FloorDivSigned => {
                quotients(all, s, t, |a, b| a / b - i128::from(a % b != 0 && (a < 0) != (b < 0)))
            }
            Self::CeilDivSigned => {
                quotients(all, s, t, |a, b| a / b + i128::from(a % b != 0 && (a < 0) == (b < 0)))
            }
            Self::RemUnsigned if b.1 > 0 => match a.1 < b.0 {
                true => lhs,
                false if b.0 == b.1 && a.0 / b.0 == a.1 / b.0 => {
                    all.from_unsigned(a.0 % b.0, a.1 % b.0)
                }
                false => all.from_unsigned(0, a.1.min(b.1 - 1)),
            },
            Self::RemSigned => remainders(lhs, s, t),
            Self::And | Self::Or | Self::Xor => bitwise(self, lhs, rhs),
            Self::ShiftLeft if b.1 < width => {
                let shift = |a: i128, by: i128| a << by;
                let shifted = corners(s, &[b], shift);
                all.from_unsigned(a.0 << b.0, a.1 << b.1)
                    .intersection(all.from_signed(shifted.0, shifted.1))
            }
            Self::ShiftRightUnsigned if b.0 < width => {
                all.from_unsigned(a.0 >> b.1.min(width - 1), a.1 >> b.0)
            }
            Self::ShiftRightSigned if b.0 < width => {
                let shifted = corners(s, &[(b.0, b.1.min(width - 1))], |a, by| a >> by);
                all.from_signed(shifted.0, shifted.1)
            }
            Self::MaxSigned => chosen(lhs, rhs, all.from_signed(s.0.max(t.0), s.1.max(t.1))),
            Self::MinSigned => chosen(lhs, rhs, all.from_signed(s.0.min(t.0), s.1.min(t.1))),
            Self::MaxUnsigned => chosen(lhs, rhs, all.from_unsigned(a.0.max(b.0), a.1.max(b.1))),
            Self::MinUnsigned => chosen(lhs, rhs, all.from_unsigned(a.0.min(b.0), a.1.min(b.1))),
            _ => all,
        }
    }

    /// The operand that the result is equal to for all operands of these ranges: 0 or 1. None if
    /// there is no such operand, or that is not known.
    pub fn same_operand(self, lhs: IntegerRange, rhs: IntegerRange) -> Option<usize> {
        use CmpIPredicate as P;
        let first_if = |predicate| lhs.compare(predicate, rhs).map(|holds| usize::from(!holds));
        match self {
            Self::RemUnsigned => (lhs.unsigned.1 < rhs.unsigned.0).then_some(0),
            Self::RemSigned => is_below(lhs.signed, rhs.signed).then_some(0),
            Self::MaxSigned => first_if(P::Sge),
            Self::MinSigned => first_if(P::Sle),
            Self::MaxUnsigned => first_if(P::Uge),
            Self::MinUnsigned => first_if(P::Ule),
            _ => None,
        }
    }
}

/// Numbers that wrap unless that is excluded.
fn wrapping(
    all: IntegerRange,
    no_wrap: NoWrap,
    unsigned: (i128, i128),
    signed: (i128, i128),
) -> IntegerRange {
    let kept = |is_kept: bool, found: (i128, i128), most: (i128, i128)| {
        if is_kept { both(found, most) } else { found }
    };
    let unsigned = kept(no_wrap.unsigned, unsigned, all.unsigned);
    let signed = kept(no_wrap.signed, signed, all.signed);
    let by_unsigned = all.from_unsigned(unsigned.0, unsigned.1);
    by_unsigned.intersection(all.from_signed(signed.0, signed.1))
}

/// The least and the greatest result of a function that is monotone in each operand, where the
/// second one is in one of these ranges.
fn corners(
    a: (i128, i128),
    others: &[(i128, i128)],
    function: impl Fn(i128, i128) -> i128,
) -> (i128, i128) {
    let pairs = others.iter().flat_map(|b| [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]);
    let results = pairs.map(|(a, b)| function(a, b));
    results.fold((i128::MAX, i128::MIN), |(low, high), it| (low.min(it), high.max(it)))
}

/// Signed quotients: by negative divisors, and by positive ones.
fn quotients(
    all: IntegerRange,
    a: (i128, i128),
    b: (i128, i128),
    divide: impl Fn(i128, i128) -> i128,
) -> IntegerRange {
    let parts = [(b.0, b.1.min(-1)), (b.0.max(1), b.1)];
    let parts: Vec<(i128, i128)> = parts.into_iter().filter(|part| part.0 <= part.1).collect();
    let (low, high) = corners(a, &parts, divide);
    // The quotient that overflows is not defined.
    all.from_signed(low, high.min(all.signed.1))
}

/// Whether the first operand of a signed remainder is nearer to 0 than the second one.
fn is_below(a: (i128, i128), b: (i128, i128)) -> bool {
    let least = if b.0 > 0 {
        b.0
    } else if b.1 < 0 {
        -b.1
    } else {
        0
    };
    a.0.abs().max(a.1.abs()) < least
}

fn remainders(lhs: IntegerRange, a: (i128, i128), b: (i128, i128)) -> IntegerRange {
    let most = b.0.abs().max(b.1.abs()) - 1;
    if is_below(a, b) || most < 0 {
        return lhs;
    }
    if b.0 == b.1 && (a.0 >= 0 || a.1 <= 0) && a.0 / b.0 == a.1 / b.0 {
        return lhs.from_signed(a.0 % b.0, a.1 % b.0);
    }
    lhs.from_signed(a.0.min(0).max(-most), a.1.max(0).min(most))
}

fn bitwise(function: IntegerFunction, lhs: IntegerRange, rhs: IntegerRange) -> IntegerRange {
    let ((a, open_a), (b, open_b)) = (lhs.bits(), rhs.bits());
    let (x, y) = (lhs.unsigned, rhs.unsigned);
    let (low, high) = match function {
        IntegerFunction::And => (a & b, ((a | open_a) & (b | open_b)).min(x.1).min(y.1)),
        IntegerFunction::Or => ((a | b).max(x.0).max(y.0), a | open_a | b | open_b),
        _ => {
            let open = open_a | open_b;
            let known = (a ^ b) & !open;
            (known, known | open)
        }
    };
    lhs.from_unsigned(low, high)
}

/// One of two integers.
fn chosen(lhs: IntegerRange, rhs: IntegerRange, found: IntegerRange) -> IntegerRange {
    found.intersection(lhs.union(rhs))
}
