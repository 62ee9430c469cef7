//! Reductions of loops whose result does not depend on the order of the iterations.

use crate::ForOp;
use mlir_lite::dialects::standard::{AddIOp, AndOp, MaximumFOp, MinimumFOp, MulIOp, OrOp};
use mlir_lite::ir::{Body, OpDefinition, OpId, ValueId};
use mlir_lite::scalar::AtomicRmwKind;

/// A carried value that each iteration combines with another one.
pub(super) struct Reduction {
    pub(super) kind: AtomicRmwKind,
    /// The op that combines them.
    pub(super) op: OpId,
    pub(super) carried: ValueId,
    pub(super) other: ValueId,
}

/// How a loop combines the values that it carries. None if it does something else with one of them,
/// or if the order of the iterations matters, as it does for sums of floats.
pub(super) fn reductions(body: &Body, this: ForOp) -> Option<Vec<Reduction>> {
    let block = this.block(body);
    let carried = &body.arguments(block)[1..];
    if carried.is_empty() {
        return Some(Vec::new());
    }
    let end = body.terminator(block)?;
    carried.iter().zip(body.operands(end)).map(|(&it, next)| reduction(body, it, next)).collect()
}

fn reduction(body: &Body, carried: ValueId, next: ValueId) -> Option<Reduction> {
    type Is = fn(&Body, OpId) -> bool;
    const KINDS: [(Is, AtomicRmwKind); 6] = [
        (AddIOp::is, AtomicRmwKind::AddI),
        (MulIOp::is, AtomicRmwKind::MulI),
        (AndOp::is, AtomicRmwKind::AndI),
        (OrOp::is, AtomicRmwKind::OrI),
        (MaximumFOp::is, AtomicRmwKind::MaximumF),
        (MinimumFOp::is, AtomicRmwKind::MinimumF),
    ];
    let op = body.defining_op(next)?;
    let kind = KINDS.iter().find(|(is, _)| is(body, op))?.1;
    let other = match body.operand_list(op)[..] {
        [a, b] if a == carried => b,
        [a, b] if b == carried => a,
        _ => return None,
    };
    let is_own = body.block(op) == body.defining_block(carried);
    (is_own && body.has_one_use(carried) && body.has_one_use(next)).then_some(Reduction {
        kind,
        op,
        carried,
        other,
    })
}
