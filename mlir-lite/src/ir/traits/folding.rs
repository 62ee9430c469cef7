//! Traits that fold the ops that have them.

use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::fold::{Fold, FoldFn};
use crate::ir::op_def::OpTrait;

/// Doing it twice is doing it once: `f(f(x))` is `f(x)`.
pub struct Idempotent;

impl OpTrait for Idempotent {
    const NAME: &'static str = "Idempotent";
    const FOLD: Option<FoldFn> = Some(|body, op, _| match same_op_before(body, op) {
        Some(_) => Fold::value(body.operand(op, 0)),
        None => Fold::Unchanged,
    });
}

/// Doing it twice is doing nothing: `f(f(x))` is `x`.
pub struct Involution;

impl OpTrait for Involution {
    const NAME: &'static str = "Involution";
    const FOLD: Option<FoldFn> = Some(|body, op, _| match same_op_before(body, op) {
        Some(before) => Fold::value(body.operand(before, 0)),
        None => Fold::Unchanged,
    });
}

/// The op of the same name and attributes that defines the only operand.
fn same_op_before(body: &Body, op: OpId) -> Option<OpId> {
    if body.num_operands(op) != 1 || body.num_results(op) != 1 {
        return None;
    }
    let before = body.defining_op(body.operand(op, 0))?;
    let same = body.name(before) == body.name(op) && body.attributes(before) == body.attributes(op);
    (same && body.num_operands(before) == 1).then_some(before)
}
