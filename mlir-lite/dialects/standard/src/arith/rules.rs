//! Conditions that the rewrite rules of several kinds of arithmetic ops share.

use crate::{SExtIOp, ZExtIOp};
use mlir_lite::constants::integer_width;
use mlir_lite::constants::is_integer;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::constant_value;

pub(crate) fn is_minus_one(body: &Body, value: ValueId) -> bool {
    is_integer(body.context(), constant_value(body, value), -1)
}

pub(crate) fn width(body: &Body, value: ValueId) -> Option<u32> {
    integer_width(body.context(), body.ty(value).element_or_self(body.context()))
}

/// The values that two values were extended from, and whether with the sign, if both were extended
/// in the same manner.
pub(crate) fn extended_alike(a: ValueRef<'_>, b: ValueRef<'_>) -> Option<(ValueId, ValueId, bool)> {
    let signed =
        |value: ValueRef<'_>| value.defining::<SExtIOp>().map(|extension| extension.operand().id());
    let unsigned =
        |value: ValueRef<'_>| value.defining::<ZExtIOp>().map(|extension| extension.operand().id());
    match (signed(a).zip(signed(b)), unsigned(a).zip(unsigned(b))) {
        (Some((a, b)), _) => Some((a, b, true)),
        (None, Some((a, b))) => Some((a, b, false)),
        (None, None) => None,
    }
}
