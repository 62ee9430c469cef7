//! Shifts of two integers, one after the other, of which one is left.

use crate::numbers::ApInt;

/// The upper half of `high:low`, shifted to the left by `by` modulo the width.
pub fn funnel_shift_left(high: &ApInt, low: &ApInt, by: &ApInt) -> ApInt {
    let width = high.width();
    shifted(high, low, by, ApInt::shl)
        .lshr(&wide(width, width))
        .map_or_else(|| high.clone(), |upper| upper.trunc(width))
}

/// The lower half of `high:low`, shifted to the right by `by` modulo the width.
pub fn funnel_shift_right(high: &ApInt, low: &ApInt, by: &ApInt) -> ApInt {
    shifted(high, low, by, ApInt::lshr).trunc(high.width())
}

/// `high:low`, shifted by less than the width of each.
fn shifted(
    high: &ApInt,
    low: &ApInt,
    by: &ApInt,
    shift: fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> ApInt {
    let width = high.width();
    let both =
        high.zext(2 * width).shl(&wide(width, width)).map(|high| high.or(&low.zext(2 * width)));
    let by = by.zext(2 * width).udivrem(&wide(width, width));
    let moved = both.zip(by).and_then(|(both, (_, by))| shift(&both, &by));
    moved.unwrap_or_else(|| ApInt::zero(2 * width))
}

/// A number of twice a width.
fn wide(width: u32, number: u32) -> ApInt {
    ApInt::from_u64(2 * width, number.into())
}
