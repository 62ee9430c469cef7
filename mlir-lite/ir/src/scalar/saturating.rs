//! Functions whose results are the nearest integers if the exact ones do not fit.

use super::{IntegerFunction, Undefined};
use crate::numbers::ApInt;

/// A sum or a difference.
pub(super) fn of(
    function: IntegerFunction,
    a: &ApInt,
    b: &ApInt,
    signed: bool,
) -> Result<ApInt, Undefined> {
    if !function.wraps(a, b, signed) {
        return function.apply(a, b);
    }
    // A signed result is beyond the limit on the side of the first number's sign.
    Ok(match function {
        _ if signed => limit(a, signed),
        IntegerFunction::Sub => ApInt::zero(a.width()),
        _ => limit(a, signed),
    })
}

/// A shift to the left. The result is poison if the distance is the width or more.
pub(super) fn shift_left(a: &ApInt, by: &ApInt, signed: bool) -> Result<ApInt, Undefined> {
    let shifted = a.shl(by).ok_or(Undefined::Poison)?;
    let back = if signed { shifted.ashr(by) } else { shifted.lshr(by) };
    Ok(if back.as_ref() == Some(a) { shifted } else { limit(a, signed) })
}

/// The least or the greatest number of a width, with the sign of `number`.
fn limit(number: &ApInt, signed: bool) -> ApInt {
    let width = number.width();
    match (signed, number.is_negative()) {
        (true, true) => ApInt::signed_min(width),
        (true, false) => ApInt::signed_max(width),
        (false, _) => ApInt::all_ones(width),
    }
}
