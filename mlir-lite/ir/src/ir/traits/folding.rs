//! Traits that fold the ops that have them.

use crate::ir::fold::{Fold, FoldFn};
use crate::ir::op_def::OpTrait;
use crate::ir::view::OpRef;

/// `f(f(x))` is `f(x)`.
pub struct Idempotent;

impl OpTrait for Idempotent {
    const NAME: &'static str = "Idempotent";
    const FOLD: Option<FoldFn> = Some(|op, _| match same_op_before(op) {
        Some(_) => Fold::value(op.operand(0)),
        None => Fold::Unchanged,
    });
}

/// `f(f(x))` is `x`.
pub struct Involution;

impl OpTrait for Involution {
    const NAME: &'static str = "Involution";
    const FOLD: Option<FoldFn> = Some(|op, _| match same_op_before(op) {
        Some(before) => Fold::value(before.operand(0)),
        None => Fold::Unchanged,
    });
}

/// The op that defines the only operand, if it has the same name and attributes.
fn same_op_before(op: OpRef<'_>) -> Option<OpRef<'_>> {
    if op.num_operands() != 1 || op.num_results() != 1 {
        return None;
    }
    let before = op.operand_view(0).defining_op()?;
    let attributes = |op: OpRef<'_>| op.body().attributes(op.id());
    let same = before.name() == op.name() && attributes(before) == attributes(op);
    (same && before.num_operands() == 1).then_some(before)
}
