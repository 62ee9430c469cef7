//! Functions of integers: values from their definitions, and all pairs of 4 bits compared with
//! numbers that are wide enough for exact results.

use super::{
    CmpIPredicate, IntegerFunction, IntegerRange, NoWrap, Undefined, funnel_shift_left,
    funnel_shift_right,
};
use crate::numbers::ApInt;

const WIDTH: u32 = 4;

/// A function of exact numbers.
type Exact = fn(i64, i64) -> i64;

fn int(bits: i64) -> ApInt {
    ApInt::from_i64(WIDTH, bits)
}

/// The 4 bits as a number from -8 to 7, or from 0 to 15.
fn number(bits: i64, signed: bool) -> i64 {
    if signed && bits >= 8 { bits - 16 } else { bits }
}

fn range(signed: bool) -> [i64; 2] {
    if signed { [-8, 7] } else { [0, 15] }
}

/// All pairs of 4 bits.
fn pairs() -> impl Iterator<Item = (i64, i64)> {
    (0..16).flat_map(|a| (0..16).map(move |b| (a, b)))
}

#[test]
fn saturated_results_are_the_nearest() {
    use IntegerFunction::{
        AddSaturatingSigned, AddSaturatingUnsigned, SubSaturatingSigned, SubSaturatingUnsigned,
    };
    let exact: [(IntegerFunction, bool, Exact); 4] = [
        (AddSaturatingSigned, true, |a, b| a + b),
        (AddSaturatingUnsigned, false, |a, b| a + b),
        (SubSaturatingSigned, true, |a, b| a - b),
        (SubSaturatingUnsigned, false, |a, b| a - b),
    ];
    for (function, signed, exact) in exact {
        for (a, b) in pairs() {
            let [low, high] = range(signed);
            let expected = exact(number(a, signed), number(b, signed)).clamp(low, high);
            assert_eq!(function.apply(&int(a), &int(b)), Ok(int(expected)), "{function:?} {a} {b}");
        }
    }
}

#[test]
fn saturated_shifts_are_the_nearest() {
    let functions = [
        (IntegerFunction::ShiftLeftSaturatingSigned, true),
        (IntegerFunction::ShiftLeftSaturatingUnsigned, false),
    ];
    for (function, signed) in functions {
        for (a, b) in pairs() {
            let [low, high] = range(signed);
            // The distance is unsigned.
            let expected = match b {
                0..4 => Ok(int((number(a, signed) << b).clamp(low, high))),
                _ => Err(Undefined::Poison),
            };
            assert_eq!(function.apply(&int(a), &int(b)), expected, "{function:?} {a} {b}");
        }
    }
}

#[test]
fn results_that_do_not_fit_wrap() {
    let exact: [(IntegerFunction, Exact); 3] = [
        (IntegerFunction::Add, |a, b| a + b),
        (IntegerFunction::Sub, |a, b| a - b),
        (IntegerFunction::Mul, |a, b| a * b),
    ];
    for (function, exact) in exact {
        for signed in [true, false] {
            for (a, b) in pairs() {
                let [low, high] = range(signed);
                let fits = (low..=high).contains(&exact(number(a, signed), number(b, signed)));
                let wraps = function.wraps(&int(a), &int(b), signed);
                assert_eq!(wraps, !fits, "{function:?} {a} {b} {signed}");
            }
        }
    }
}

#[test]
fn atomic_updates_are_unsigned() {
    for (a, b) in pairs() {
        let expected = [
            (IntegerFunction::IncrementWrapping, if a >= b { 0 } else { a + 1 }),
            (IntegerFunction::DecrementWrapping, if a == 0 || a > b { b } else { a - 1 }),
            (IntegerFunction::SubIfNotBelow, if a >= b { a - b } else { a }),
        ];
        for (function, expected) in expected {
            assert_eq!(function.apply(&int(a), &int(b)), Ok(int(expected)), "{function:?} {a} {b}");
        }
    }
}

#[test]
fn funnel_shifts_are_of_both_halves() {
    for (high, low) in pairs() {
        for by in 0..16 {
            let (both, distance) = (high << 4 | low, by % 4);
            let left = int(both << distance >> 4 & 15);
            let right = int(both >> distance & 15);
            let [a, b, c] = [high, low, by].map(int);
            assert_eq!(funnel_shift_left(&a, &b, &c), left, "{high} {low} {by}");
            assert_eq!(funnel_shift_right(&a, &b, &c), right, "{high} {low} {by}");
        }
    }
}

#[test]
fn wide_and_narrow_integers_saturate() {
    let apply = |function: IntegerFunction, a: &ApInt, b: &ApInt| function.apply(a, b);
    for width in [1, 8, 64, 65, 128, 200] {
        let (min, max) = (ApInt::signed_min(width), ApInt::signed_max(width));
        let (ones, zero) = (ApInt::all_ones(width), ApInt::zero(width));
        let sum = apply(IntegerFunction::AddSaturatingSigned, &min, &min);
        assert_eq!(sum, Ok(min.clone()), "{width}");
        // -1 is the least number of one bit.
        let difference = apply(IntegerFunction::SubSaturatingSigned, &max, &min);
        assert_eq!(difference, Ok(max.clone()), "{width}");
        let sum = apply(IntegerFunction::AddSaturatingUnsigned, &ones, &ones);
        assert_eq!(sum, Ok(ones.clone()), "{width}");
        let difference = apply(IntegerFunction::SubSaturatingUnsigned, &zero, &ones);
        assert_eq!(difference, Ok(zero.clone()), "{width}");
        assert_eq!(funnel_shift_left(&min, &min, &ApInt::zero(width)), min, "{width}");
    }
    // Examples of LLVM's language reference: fshl.i8(255, 0, 15) is 128, fshr.i8(255, 0, 15) 254.
    let [a, b, c] = [255, 0, 15].map(|bits| ApInt::from_u64(8, bits));
    assert_eq!(funnel_shift_left(&a, &b, &c), ApInt::from_u64(8, 128));
    assert_eq!(funnel_shift_right(&a, &b, &c), ApInt::from_u64(8, 254));
}

/// All ranges of 3 bits that are ranges of unsigned, or of signed numbers.
fn ranges() -> Vec<IntegerRange> {
    let all = IntegerRange::all(3).expect("ranges of 3 bits exist");
    let pairs = |low: i128| (0..8).flat_map(move |a| (a..8).map(move |b| (low + a, low + b)));
    let unsigned = pairs(0).map(|(low, high)| all.from_unsigned(low, high));
    unsigned.chain(pairs(-4).map(|(low, high)| all.from_signed(low, high))).collect()
}

/// Each result for operands in two ranges is in the range of the results, and equal to the operand
/// that it is said to be equal to.
#[test]
fn results_are_in_their_ranges() {
    use IntegerFunction as F;
    let functions = [
        F::Add,
        F::Sub,
        F::Mul,
        F::And,
        F::Or,
        F::Xor,
        F::DivSigned,
        F::DivUnsigned,
        F::RemSigned,
        F::RemUnsigned,
        F::FloorDivSigned,
        F::CeilDivSigned,
        F::CeilDivUnsigned,
        F::ShiftLeft,
        F::ShiftRightSigned,
        F::ShiftRightUnsigned,
        F::MaxSigned,
        F::MinSigned,
        F::MaxUnsigned,
        F::MinUnsigned,
        F::Nand,
    ];
    let ranges = ranges();
    for function in functions {
        let result = |a: i64, b: i64| {
            let found = function.apply(&ApInt::from_i64(3, a), &ApInt::from_i64(3, b)).ok()?;
            Some(found.to_i64().expect("3 bits are few"))
        };
        let results: Vec<Option<i64>> =
            (0..8).flat_map(|a| (0..8).map(move |b| result(a, b))).collect();
        for (&lhs, &rhs) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (a, b))) {
            let found = function.range(lhs, rhs, NoWrap::NONE);
            let same = function.same_operand(lhs, rhs);
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                let Some(result) = results[(8 * a + b) as usize] else { continue };
                if !lhs.contains(a) || !rhs.contains(b) {
                    continue;
                }
                assert!(found.contains(result), "{function:?} {lhs:?} {rhs:?}: {found:?} {result}");
                let is_same = same.is_none_or(|same| (result - [a, b][same]) % 8 == 0);
                assert!(is_same, "{function:?} {lhs:?} {rhs:?}: {same:?}, not {result}");
            }
        }
    }
}

/// With the promise that numbers do not wrap, ranges hold the results that keep it.
#[test]
fn results_without_overflow_are_in_their_ranges() {
    use IntegerFunction::{Add, Mul, Sub};
    let ranges = ranges();
    let functions: [(IntegerFunction, Exact); 3] =
        [(Add, |a, b| a + b), (Sub, |a, b| a - b), (Mul, |a, b| a * b)];
    for (function, exact) in functions {
        for (&lhs, &rhs) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (a, b))) {
            let signed = function.range(lhs, rhs, NoWrap { signed: true, unsigned: false });
            let unsigned = function.range(lhs, rhs, NoWrap { signed: false, unsigned: true });
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                if !lhs.contains(a) || !rhs.contains(b) {
                    continue;
                }
                let as_signed = |it: i64| if it >= 4 { it - 8 } else { it };
                let result = exact(as_signed(a), as_signed(b));
                assert!(!(-4..4).contains(&result) || signed.contains(result), "{function:?}");
                let result = exact(a, b);
                assert!(!(0..8).contains(&result) || unsigned.contains(result), "{function:?}");
            }
        }
    }
}

/// The result of a comparison of ranges holds for all of their integers.
#[test]
fn comparisons_of_ranges_hold() {
    use CmpIPredicate as P;
    let ranges = ranges();
    for predicate in [P::Eq, P::Ne, P::Slt, P::Sle, P::Sgt, P::Sge, P::Ult, P::Ule, P::Ugt, P::Uge]
    {
        for (&lhs, &rhs) in ranges.iter().flat_map(|a| ranges.iter().map(move |b| (a, b))) {
            let Some(found) = lhs.compare(predicate, rhs) else { continue };
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                let holds = predicate.holds(&ApInt::from_i64(3, a), &ApInt::from_i64(3, b));
                assert!(!lhs.contains(a) || !rhs.contains(b) || holds == found, "{predicate:?}");
            }
        }
    }
}

/// Integers of another width, with the sign or filled with zeros, or cut.
#[test]
fn ranges_of_other_widths_hold_the_integers() {
    for (range, bits) in ranges().into_iter().flat_map(|range| (0..8).map(move |bit| (range, bit)))
    {
        let int = ApInt::from_i64(3, bits);
        if !range.contains(bits) {
            continue;
        }
        let is_in = |range: Option<IntegerRange>, int: ApInt| {
            let bits = int.to_i64().expect("few bits");
            assert!(range.expect("a width with ranges").contains(bits), "{range:?} {bits}");
        };
        is_in(range.resized(5, true), int.sext(5));
        is_in(range.resized(5, false), int.zext(5));
        is_in(range.resized(2, true), int.trunc(2));
    }
}
