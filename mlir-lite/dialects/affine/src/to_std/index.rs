//! Lowers delinearized and linearized indices, as affine maps that are expanded.

use super::NOT_DEFINED;
use crate::expand_affine_expr;
use crate::{DelinearizeIndexOp, LinearizeIndexOp};
use mlir_lite::dialects::standard;
use mlir_lite::ir::{Location, OpBuilder, OpDefinition, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};
use mlir_lite::types::DYNAMIC;
use smallvec::SmallVec;

/// The sizes of a basis as values.
fn basis(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    numbers: &[i64],
    dynamic: &[ValueId],
) -> Result<Vec<ValueId>, MatchFailure> {
    let mut dynamic = dynamic.iter().copied();
    let value = |&number: &i64| match number {
        DYNAMIC => dynamic.next().ok_or(MatchFailure::from("a size is missing")),
        number => {
            Ok(standard::ConstantOp::index(rewriter, location, number).result(rewriter.body()))
        }
    };
    numbers.iter().map(value).collect()
}

/// The last index is the remainder by the last size, and so on; the first is the rest, whose size
/// is only a bound.
pub(super) fn lower_delinearize(
    op: DelinearizeIndexOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let location = body.location(op.id());
    let mut rest = op.linear_index(body);
    let count = body.num_results(op.id());
    let numbers =
        op.static_basis(body).as_i64_array(body.context()).ok_or("the basis is missing")?;
    let dynamic = op.dynamic_basis(body);
    let sizes = basis(rewriter, location, &numbers, &dynamic)?;
    let ctx = rewriter.context().clone();
    // For an index and a size: the rest, and the remainder.
    let (index, size) = (ctx.affine_dim(0), ctx.affine_symbol(0));
    let (quotient, remainder) = (ctx.affine_floordiv(index, size), ctx.affine_mod(index, size));
    let mut results: SmallVec<[ValueId; 4]> = SmallVec::new();
    for &size in sizes.iter().rev().take(count.saturating_sub(1)) {
        let result = expand_affine_expr(rewriter, location, remainder, &[rest], &[size]);
        results.push(result.ok_or(NOT_DEFINED)?);
        rest = expand_affine_expr(rewriter, location, quotient, &[rest], &[size])
            .ok_or(NOT_DEFINED)?;
    }
    results.push(rest);
    results.reverse();
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

/// Each index is multiplied by all sizes after it; the first one's size is only a bound.
pub(super) fn lower_linearize(
    op: LinearizeIndexOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let location = body.location(op.id());
    let indices = op.multi_index(body);
    let numbers =
        op.static_basis(body).as_i64_array(body.context()).ok_or("the basis is missing")?;
    let dynamic = op.dynamic_basis(body);
    let sizes = basis(rewriter, location, &numbers, &dynamic)?;
    let Some((&first, others)) = indices.split_first() else {
        let zero = standard::ConstantOp::index(rewriter, location, 0).result(rewriter.body());
        rewriter.replace_op(op.id(), &[zero]);
        return Ok(());
    };
    let mut sum = first;
    for (&index, &size) in others.iter().zip(&sizes[sizes.len().saturating_sub(others.len())..]) {
        let scaled = standard::MulIOp::build(rewriter, location, sum, size).result(rewriter.body());
        sum = standard::AddIOp::build(rewriter, location, scaled, index).result(rewriter.body());
    }
    rewriter.replace_op(op.id(), &[sum]);
    Ok(())
}
