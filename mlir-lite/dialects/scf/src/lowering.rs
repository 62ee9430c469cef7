//! The interface of lowerings to the dialects below, and helpers that lowerings to branches share.

use super::YieldOp;
use mlir_lite::conversion::{LowerTo, LoweringTarget};
use mlir_lite::dialects::standard::{BrOp, ConstantOp};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::{
    Adaptor, BlockId, Body, Location, OpAdaptor, OpBuilder, OpDefinition, OpId, OpModel, RegionId,
    ValueId,
};
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{MatchResult, PatternName, PatternRewriter, RewritePatternSet};
use mlir_lite::types::DYNAMIC;
use smallvec::SmallVec;

/// The dialect std with the structured control flow that has its own lowering, as a target.
pub struct Std;

impl LoweringTarget for Std {
    type Builder<'r> = PatternRewriter<'r>;
    type Lowered<'e> = MatchResult;
    type Patterns = RewritePatternSet;
    type Options = ();

    fn add<M: LowerTo<Self> + OpModel>(patterns: &mut RewritePatternSet) {
        let name = const { &PatternName::of(<M::Op as OpDefinition>::NAME, "-to-std") };
        patterns.add::<M::Op>(name, 1, |op, rewriter| {
            with_own_operands::<M, _>(op, rewriter, M::lower)
        });
    }
}

/// Lowers an op with the operands that it has, which the rewriter does not replace.
pub fn with_own_operands<M: OpModel, R>(
    op: M::Op,
    rewriter: &mut PatternRewriter<'_>,
    lower: impl FnOnce(M::Op, Adaptor<'_, M>, &mut PatternRewriter<'_>) -> R,
) -> R {
    let operands: ValueIds = rewriter.body().operands(op.id()).collect();
    let operands = OpAdaptor::of(rewriter.body().op(op.id()), &operands);
    lower(op, operands, rewriter)
}

/// Numbers as values; the smallest number represents one of the `dynamic` values, in their order.
/// None if such a value is missing.
pub fn as_values(
    rewriter: &mut PatternRewriter<'_>,
    numbers: &[i64],
    dynamic: &[ValueId],
) -> Option<SmallVec<[ValueId; 4]>> {
    let mut dynamic = dynamic.iter().copied();
    let value = |&number: &i64| match number {
        DYNAMIC => dynamic.next(),
        number => Some(ConstantOp::index(rewriter, number)),
    };
    numbers.iter().map(value).collect()
}

pub(super) type ValueIds = SmallVec<[ValueId; 4]>;

/// The `scf.yield` (or other terminator `T`) of a region, in whichever block it is now.
pub(super) fn end_of<T: OpDefinition>(body: &Body, region: RegionId) -> Option<T> {
    body.blocks(region).rev().find_map(|block| T::cast(body, body.last_op(block)?))
}

/// Splits the block of an op and returns the block before it, and the one that continues after it,
/// whose arguments are the op's results.
pub(super) fn split_around(
    op: OpId,
    rewriter: &mut PatternRewriter<'_>,
) -> (BlockId, BlockId, ValueIds) {
    let location = rewriter.body().location(op);
    let types = rewriter.body().result_types(op);
    let (before, after) = rewriter.split_block(op);
    if types.is_empty() {
        return (before, after, ValueIds::new());
    }
    let join = rewriter.create_block_before(after, &types);
    branch(rewriter, InsertionPoint::End(join), location, after, &[]);
    (before, join, rewriter.body().arguments(join).into())
}

/// Moves a region before `join`, replaces its `scf.yield`s by branches to it, and returns the
/// region's first block; `join` itself if it has none.
pub(super) fn inline_yielding(
    region: RegionId,
    join: BlockId,
    rewriter: &mut PatternRewriter<'_>,
) -> BlockId {
    let blocks: SmallVec<[BlockId; 4]> = rewriter.body().blocks(region).collect();
    rewriter.inline_region_before(region, join);
    for &block in &blocks {
        let body = rewriter.body();
        if let Some(end) = body.last_op(block).and_then(|last| YieldOp::cast(body, last)) {
            let values: ValueIds = end.results(body);
            replace_end(rewriter, end.id(), join, &values);
        }
    }
    blocks.first().copied().unwrap_or(join)
}

pub(super) fn branch(
    rewriter: &mut PatternRewriter<'_>,
    point: InsertionPoint,
    location: Location,
    target: BlockId,
    values: &[ValueId],
) -> OpId {
    at(rewriter, point, |rewriter| BrOp::build(rewriter, location, (target, values))).id()
}

/// Replaces a terminator by a branch, and returns the branch.
pub(super) fn replace_end(
    rewriter: &mut PatternRewriter<'_>,
    end: OpId,
    target: BlockId,
    values: &[ValueId],
) -> OpId {
    let location = rewriter.body().location(end);
    replace_keeping_attributes(rewriter, end, |b| BrOp::build(b, location, (target, values))).id()
}
