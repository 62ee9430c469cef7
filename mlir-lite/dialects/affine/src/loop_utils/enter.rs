//! Loops that are built one within the other.

use crate::operands::MapOperands;
use crate::{ForBound, ForOp};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{BlockId, Body, OpBuilder, ValueId};

/// The lower and the upper bound of a loop.
pub(crate) fn both_bounds(body: &Body, this: ForOp) -> [MapOperands; 2] {
    [this.lower_bound(body), this.upper_bound(body)]
}

/// Builds a loop and goes into it; returns its variable and its block.
pub(crate) fn enter(
    builder: &mut BodyBuilder<'_>,
    [lower, upper]: &[MapOperands; 2],
    step: i64,
) -> (ValueId, BlockId) {
    let lower = ForBound::Map(lower.map, &lower.operands);
    let upper = ForBound::Map(upper.map, &upper.operands);
    let this = ForOp::from_to(builder, lower, upper, step);
    let block = this.block(builder.body());
    builder.set_insertion_point(InsertionPoint::Start(block));
    (this.induction_variable(builder.body()), block)
}
