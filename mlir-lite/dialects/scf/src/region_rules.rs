//! Rules for ops whose regions yield their results: they remove unused results, replace results by
//! outer values that all regions yield, and inline regions that are executed exactly once.

use super::YieldOp;
use mlir_lite::ir::InsertionPoint;
use mlir_lite::ir::builder::at;
use mlir_lite::ir::interfaces::RegionSuccessor;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchResult, PatternRewriter};
use rustc_hash::FxHashMap;

/// Whether a value comes from outside an op.
pub(crate) fn is_outside(body: &Body, value: ValueId, op: OpId) -> bool {
    let owner = body.defining_op(value).or_else(|| body.block_owner(body.defining_block(value)?));
    owner.is_none_or(|owner| !body.is_inside(owner, op))
}

/// Replaces a result, or an argument of a region, by an earlier one that has the same value from
/// wherever control comes.
pub(crate) fn merge_equal_inputs(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let view = body.op(op);
    let regions = body.regions(op).iter().map(|&region| RegionSuccessor::Region(region));
    let mut equal = None;
    for to in [RegionSuccessor::Parent].into_iter().chain(regions) {
        let inputs = view.successor_inputs(to).filter(|inputs| inputs.len() > 1);
        let mut first_of = FxHashMap::default();
        for input in inputs.into_iter().flatten() {
            let Some(values) = view.predecessor_values(to, input) else { continue };
            if values.is_empty() {
                continue;
            }
            let first = *first_of.entry(values).or_insert(input);
            if first != input && body.has_uses(input) {
                equal = Some((input, first));
            }
        }
    }
    let (input, first) = equal.ok_or("no two values are always equal")?;
    rewriter.replace_all_uses(input, first);
    Ok(())
}

/// The terminators of the op's regions that have blocks; none unless each of them has one block.
pub(crate) fn ends(body: &Body, op: OpId) -> Option<SmallVec<[OpId; 4]>> {
    let mut ends = SmallVec::new();
    for &region in body.regions(op) {
        if body.entry_block(region).is_none() {
            continue;
        }
        let block = body.entry_block(region).filter(|_| body.has_one_block(region))?;
        ends.push(body.terminator(block)?);
    }
    Some(ends)
}

/// Replaces the op by a similar one with these operands and results and the same regions. The
/// results of the old op still have their uses.
pub(crate) fn rebuild(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    results: &[Type],
) -> OpId {
    let body = rewriter.body();
    let mut state =
        OperationState::new(body.name(op), body.location(op)).operands(operands).results(results);
    for (name, value) in body.attributes(op) {
        state = state.attribute(name, value);
    }
    let count = body.regions(op).len();
    let new = at(rewriter, InsertionPoint::Before(op), |rewriter| {
        for _ in 0..count {
            let region = rewriter.body_mut().create_region();
            state.regions.push(region);
        }
        rewriter.create(state)
    });
    for index in 0..count {
        let (from, to) = (rewriter.body().region(op, index), rewriter.body().region(new, index));
        rewriter.move_region(from, to);
    }
    new
}

/// Replaces an op by one without some of its unused results.
pub(crate) fn drop_results(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    operands: &[ValueId],
    keep: impl Fn(usize) -> bool,
) -> OpId {
    let body = rewriter.body();
    let kept: SmallVec<[usize; 4]> =
        (0..body.num_results(op)).filter(|&index| keep(index)).collect();
    let types: SmallVec<[Type; 4]> =
        kept.iter().map(|&index| body.ty(body.result(op, index))).collect();
    let new = rebuild(rewriter, op, operands, &types);
    for (to, &from) in kept.iter().enumerate() {
        let (from, to) = (rewriter.body().result(op, from), rewriter.body().result(new, to));
        rewriter.replace_all_uses(from, to);
    }
    rewriter.erase_op(op);
    new
}

/// Keeps only these operands after the first `own` ones.
pub(crate) fn keep_operands(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    own: usize,
    keep: impl Fn(usize) -> bool,
) {
    let operands = rewriter.body().operand_list(op);
    let kept: SmallVec<[ValueId; 4]> = operands
        .iter()
        .enumerate()
        .filter(|&(index, _)| index < own || keep(index - own))
        .map(|(_, &value)| value)
        .collect();
    rewriter.update_in_place(op, |body| body.set_operands(op, &kept));
}

/// For ops whose regions yield exactly the results: removes unused results, and replaces results
/// that all regions yield as the same outer value.
#[doc(hidden)]
pub fn simplify_results(op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let count = body.num_results(op);
    if count == 0 {
        return Err("there are no results".into());
    }
    let ends = ends(body, op).ok_or("a region has several blocks")?;
    if ends.iter().any(|&end| body.num_operands(end) != count) {
        return Err("a region ends otherwise".into());
    }
    let yielded = |index: usize| -> Option<ValueId> {
        let first = body.operand(*ends.first()?, index);
        ends.iter().all(|&end| body.operand(end, index) == first).then_some(first)
    };
    // All regions yield the same value, or the same as for an earlier result.
    let mut replaced: SmallVec<[(ValueId, ValueId); 4]> = SmallVec::new();
    for index in 0..count {
        let result = body.result(op, index);
        if !body.has_uses(result) {
            continue;
        }
        if let Some(value) = yielded(index).filter(|&value| is_outside(body, value, op)) {
            replaced.push((result, value));
        } else if let Some(earlier) = (0..index).find(|&earlier| {
            ends.iter().all(|&end| body.operand(end, earlier) == body.operand(end, index))
        }) {
            replaced.push((result, body.result(op, earlier)));
        }
    }
    if !replaced.is_empty() {
        for (result, value) in replaced {
            rewriter.replace_all_uses(result, value);
        }
        return Ok(());
    }
    let used: SmallVec<[bool; 4]> = body.results(op).map(|result| body.has_uses(result)).collect();
    if used.iter().all(|&used| used) {
        return Err("all results are used".into());
    }
    let operands = body.operand_list(op);
    for end in ends {
        keep_operands(rewriter, end, 0, |index| used[index]);
    }
    drop_results(rewriter, op, &operands, |index| used[index]);
    Ok(())
}

/// Moves the contents of a block before an op, with values for its arguments, and returns the
/// operands of its terminator after the first `own` ones. The op is left without that block.
#[doc(hidden)]
pub fn inline_before(
    rewriter: &mut PatternRewriter<'_>,
    block: BlockId,
    op: OpId,
    arguments: &[ValueId],
    own: usize,
) -> Option<SmallVec<[ValueId; 4]>> {
    let body = rewriter.body();
    let end = body.terminator(block)?;
    let map = body.arguments(block).to_vec();
    let values = body
        .operands(end)
        .skip(own)
        .map(|value| {
            map.iter()
                .position(|&argument| argument == value)
                .map_or(value, |index| arguments[index])
        })
        .collect();
    rewriter.erase_op(end);
    rewriter.inline_block_before(block, op, arguments);
    Some(values)
}

/// Replaces an op by the contents of one of its regions, which is executed once and has no
/// arguments.
pub(crate) fn inline_region(
    rewriter: &mut PatternRewriter<'_>,
    op: OpId,
    region: RegionId,
) -> MatchResult {
    let body = rewriter.body();
    let Some(block) = body.entry_block(region) else {
        rewriter.erase_op(op);
        return Ok(());
    };
    if !body.has_one_block(region)
        || !body.terminator(block).is_some_and(|end| YieldOp::is(body, end))
    {
        return Err("the region is not one block that yields".into());
    }
    let values = inline_before(rewriter, block, op, &[], 0).ok_or("the region has no end")?;
    rewriter.replace_op(op, &values);
    Ok(())
}
