//! Patterns on lists of shapes: equal ones, empty ones, and casts.

use crate::kinds::rank_of;
use crate::ops::known::constant_extents;
use mlir_lite::dialects::standard::TensorCastOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::types::DYNAMIC;

/// Leaves out operands that occur before, if at least `least` stay.
pub(crate) fn drop_repeated(
    op: OpId,
    rewriter: &mut PatternRewriter<'_>,
    least: usize,
) -> MatchResult {
    let operands = rewriter.body().operand_list(op);
    let mut kept: SmallVec<[ValueId; 4]> = SmallVec::new();
    for &operand in &operands {
        if !kept.contains(&operand) {
            kept.push(operand);
        }
    }
    keep(op, &operands, &kept, least, rewriter)
}

/// Whether the shape is known to have no extent.
pub(crate) fn is_empty(body: &Body, shape: ValueId) -> bool {
    rank_of(body.context(), body.ty(shape)) == Some(0)
        || constant_extents(body, shape).is_some_and(|extents| extents.is_empty())
}

/// Leaves out shapes of no extent.
pub(crate) fn drop_empty(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let operands = body.operand_list(op);
    let kept: SmallVec<[ValueId; 4]> =
        operands.iter().copied().filter(|&shape| !is_empty(body, shape)).collect();
    keep(op, &operands, &kept, 1, rewriter)
}

fn keep(
    op: OpId,
    operands: &[ValueId],
    kept: &[ValueId],
    least: usize,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    if kept.len() == operands.len() {
        return Err("all operands are needed".into());
    }
    if kept.len() < least {
        return Err("the operands are needed".into());
    }
    rewriter.update_in_place(op, |body| body.set_operands(op, kept));
    Ok(())
}

/// Uses tensors of extents before casts that only forget their number.
pub(crate) fn drop_casts(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let operands = body.operand_list(op);
    let before_cast = |&operand: &ValueId| {
        let cast = TensorCastOp::defining(body, operand)?;
        let forgets = body.ty(operand).shape(body.context()) == Some(&[DYNAMIC]);
        let source = cast.source(body);
        (forgets && crate::ExtentTensor::matches(body.context(), body.ty(source))).then_some(source)
    };
    let new: SmallVec<[ValueId; 4]> =
        operands.iter().map(|operand| before_cast(operand).unwrap_or(*operand)).collect();
    if new[..] == operands[..] {
        return Err("nothing is cast".into());
    }
    rewriter.update_in_place(op, |body| body.set_operands(op, &new));
    Ok(())
}
