//! Functions of integers: values from their definitions, and all pairs of 4 bits compared with
//! numbers that are wide enough for exact results.

use super::{IntegerFunction, Undefined, funnel_shift_left, funnel_shift_right};
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
