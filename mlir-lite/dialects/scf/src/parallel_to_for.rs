//! Lowers `scf.parallel` and `scf.forall` to nests of `scf.for`: sequential execution is one of the
//! orders that they allow.

use super::loop_nest::LoopNest;
use crate as scf;
use mlir_lite::dialects::standard;
use mlir_lite::ir::{OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::keep_attributes::keep_attributes;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use mlir_lite::text::static_dynamic::numbers_of;
use mlir_lite::types::DYNAMIC;
use smallvec::SmallVec;

type Values = SmallVec<[ValueId; 4]>;

const NO_LOOPS: &str = "the op has no loops";

pub(super) fn lower_parallel(
    op: scf::ParallelOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let location = body.location(op.id());
    let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step(body));
    let inits = op.init_vals(body);
    let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
    let reduce = body.last_op(block).and_then(|last| scf::ReduceOp::cast(body, last));
    let reduce = reduce.ok_or("the loop does not end with `scf.reduce`")?;
    let bounds =
        lower.iter().zip(&upper).zip(&step).map(|((&lower, &upper), &step)| [lower, upper, step]);
    let bounds: Vec<_> = bounds.collect();
    let nest = LoopNest::create(rewriter, location, bounds, &inits).ok_or(NO_LOOPS)?;
    let innermost = nest.innermost().ok_or(NO_LOOPS)?;
    rewriter.merge_blocks(block, innermost, &nest.variables);
    let (mut next, mut ends) = (Values::new(), Vec::new());
    let values: Values = reduce.operands(rewriter.body());
    for (index, (&value, &so_far)) in values.iter().zip(&nest.carried).enumerate() {
        let region = rewriter.body().region(reduce.id(), index);
        let block = rewriter.body().entry_block(region).ok_or("a reduction has no body")?;
        let end = rewriter.body().last_op(block).ok_or("a reduction has no end")?;
        rewriter.inline_block_before(block, reduce.id(), &[so_far, value]);
        next.push(rewriter.body().operand(end, 0));
        ends.push(end);
    }
    if let Some(only) = nest.only() {
        keep_attributes(rewriter.body_mut(), op.id(), only);
    }
    let results = nest.finish(rewriter, location, &next);
    // Only after the values that they end with are used elsewhere.
    ends.into_iter().for_each(|end| rewriter.erase_op(end));
    rewriter.erase_op(reduce.id());
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

/// The bounds of a group as values.
fn bounds(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    group: usize,
    name: &str,
) -> Option<Values> {
    let location = rewriter.body().location(op);
    let numbers = numbers_of(rewriter.body().op(op), name);
    let operands = rewriter.body().operand_group(op, group);
    let mut dynamic = operands
        .map(|position| rewriter.body().operand(op, position))
        .collect::<Values>()
        .into_iter();
    let value = |number| match number {
        DYNAMIC => dynamic.next(),
        number => {
            Some(standard::ConstantOp::index(rewriter, location, number).result(rewriter.body()))
        }
    };
    numbers.into_iter().map(value).collect()
}

pub(super) fn lower_forall(op: scf::ForallOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    if !op.outputs(body).is_empty() {
        return Err("loops that share tensors must be bufferized first".into());
    }
    let location = body.location(op.id());
    let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
    let end = body.last_op(block).ok_or("the loop has no terminator")?;
    const MALFORMED: &str = "the loop's bounds are malformed";
    let lower = bounds(rewriter, op.id(), 0, "staticLowerBound").ok_or(MALFORMED)?;
    let upper = bounds(rewriter, op.id(), 1, "staticUpperBound").ok_or(MALFORMED)?;
    let step = bounds(rewriter, op.id(), 2, "staticStep").ok_or(MALFORMED)?;
    let bounds =
        lower.iter().zip(&upper).zip(&step).map(|((&lower, &upper), &step)| [lower, upper, step]);
    let nest = LoopNest::create(rewriter, location, bounds, &[]).ok_or(NO_LOOPS)?;
    let innermost = nest.innermost().ok_or(NO_LOOPS)?;
    rewriter.merge_blocks(block, innermost, &nest.variables);
    rewriter.erase_op(end);
    if let Some(only) = nest.only() {
        keep_attributes(rewriter.body_mut(), op.id(), only);
    }
    nest.finish(rewriter, location, &[]);
    rewriter.erase_op(op.id());
    Ok(())
}
