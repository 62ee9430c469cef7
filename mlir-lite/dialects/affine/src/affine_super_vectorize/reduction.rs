//! Values that a loop combines over its iterations.

use crate::ForOp;
use mlir_lite::dialects::standard::{
    AddFOp, AddIOp, AndOp, MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp, MinUIOp,
    MinimumFOp, MulFOp, MulIOp, OrOp, XOrOp,
};
use mlir_lite::dialects::vector::{CombiningKind, neutral_attr};
use mlir_lite::ir::prelude::*;

/// A carried value that each iteration combines with another one.
pub(super) struct Reduction {
    pub(super) kind: CombiningKind,
    /// The op that combines them.
    pub(super) op: OpId,
    /// The other operand.
    pub(super) operand: usize,
    /// The identity element.
    pub(super) neutral: Attribute,
    /// The initial value of each element of the vector.
    pub(super) start: Attribute,
    /// Whether the initial value is that of the loop.
    pub(super) starts_with_init: bool,
}

/// How a loop combines the values that it carries. None if it does something else with one of them.
pub(super) fn reductions(body: &Body, this: ForOp) -> Option<Vec<Reduction>> {
    let (block, carried) = (this.block(body), body.num_results(this.id()));
    let end = body.terminator(block).filter(|_| carried > 0);
    let Some(end) = end else { return (carried == 0).then(Vec::new) };
    let carried = body.arguments(block).iter().skip(1).copied();
    let steps = this.inits(body).into_iter().zip(carried).zip(body.operands(end));
    steps.map(|((init, carried), next)| reduction(body, init, carried, next)).collect()
}

fn reduction(body: &Body, init: ValueId, carried: ValueId, next: ValueId) -> Option<Reduction> {
    let op = body.defining_op(next)?;
    let kind = combining_kind(body, op)?;
    let operands: SmallVec<[ValueId; 2]> = body.operands(op).collect();
    let place = operands.iter().position(|&operand| operand == carried)?;
    let is_used_for_that_alone = body.has_one_use(carried) && body.has_one_use(next);
    let is_own = body.block(op) == body.defining_block(carried);
    let neutral = neutral_attr(body.context(), kind, body.ty(carried))?;
    // A sum that begins with +0.0 is never -0.0, which alone is neutral.
    let (ctx, ty) = (body.context(), body.ty(carried));
    let is_sum_of_floats = kind == CombiningKind::Add && ty.is_float(ctx);
    let is_start = |&number: &Attribute| {
        number == neutral || (is_sum_of_floats && number == ctx.float_attr(ty, 0.0))
    };
    let init = body.constant_value(init).filter(is_start);
    (is_used_for_that_alone && is_own && operands.len() == 2).then_some(Reduction {
        kind,
        op,
        operand: 1 - place,
        neutral,
        start: init.unwrap_or(neutral),
        starts_with_init: init.is_some(),
    })
}

fn combining_kind(body: &Body, op: OpId) -> Option<CombiningKind> {
    use CombiningKind as Kind;
    type Is = fn(&Body, OpId) -> bool;
    let kinds: [(Is, CombiningKind); 15] = [
        (AddFOp::is, Kind::Add),
        (AddIOp::is, Kind::Add),
        (MulFOp::is, Kind::Mul),
        (MulIOp::is, Kind::Mul),
        (MaximumFOp::is, Kind::MaximumF),
        (MinimumFOp::is, Kind::MinimumF),
        (MaxNumFOp::is, Kind::MaxNumF),
        (MinNumFOp::is, Kind::MinNumF),
        (MaxSIOp::is, Kind::MaxSI),
        (MinSIOp::is, Kind::MinSI),
        (MaxUIOp::is, Kind::MaxUI),
        (MinUIOp::is, Kind::MinUI),
        (AndOp::is, Kind::And),
        (OrOp::is, Kind::Or),
        (XOrOp::is, Kind::Xor),
    ];
    kinds.into_iter().find(|(is, _)| is(body, op)).map(|(_, kind)| kind)
}
