//! `convert-scf-to-std` (today `convert-scf-to-cf`): lowers structured control flow to blocks and
//! branches.
//!
//! A loop becomes a header block that tests the condition, with the loop-carried values as
//! arguments, before the blocks of its body; a conditional becomes branches to two blocks that
//! continue in a common one, a switch a chain of comparisons. Parallel loops become loops that run
//! their iterations in order. An op is lowered only where several blocks are allowed: in a
//! function, or in a structured op that is lowered itself. What the body of a loop allocates on the
//! stack is freed at the end of each iteration.

use crate as scf;
use crate::allocation_scope::free_stack_memory;
use crate::parallel_to_for::{lower_forall, lower_parallel};
use mlir_lite::Context;
use mlir_lite::context::Dialect;
use mlir_lite::conversion::structured::{ONE_BLOCK, lower_dialect, may_have_blocks};
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::dialects::standard::{AddIOp, BrOp, CmpIOp, CmpIPredicate, CondBrOp, ConstantOp};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::ir::{BlockId, Body, OpBuilder, OpDefinition, OpId, RegionId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::keep_attributes::{keep_attributes, replace_keeping_attributes};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchResult, PatternRewriter, RewritePatternSet,
};
use mlir_lite_diagnostics::Reported;
use smallvec::SmallVec;

/// Convert structured control flow to branches.
#[pass(
    name = "convert-scf-to-std",
    upstream = "convert-scf-to-cf",
    aliases("convert-scf-to-cf"),
    each_body,
    dialects(scf::ScfDialect, StdDialect, LlvmDialect),
    initialize
)]
pub struct ScfToStdPass {
    patterns: FrozenRewritePatternSet,
}

impl ScfToStdPass {
    fn initialize(ctx: &Context) -> Self {
        let mut patterns = RewritePatternSet::new();
        populate_scf_to_std_patterns(&mut patterns);
        Self { patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for ScfToStdPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        free_stack_memory(body);
        lower_dialect(body, scf::ScfDialect::NAMESPACE, &self.patterns, cx)
    }
}

/// Adds the patterns that lower scf ops to branches.
pub fn populate_scf_to_std_patterns(patterns: &mut RewritePatternSet) {
    patterns.add::<scf::ForOp>("scf.for-to-std", 1, lower_for);
    patterns.add::<scf::IfOp>("scf.if-to-std", 1, lower_if);
    patterns.add::<scf::WhileOp>("scf.while-to-std", 1, lower_while);
    patterns.add::<scf::ExecuteRegionOp>("scf.execute_region-to-std", 1, lower_execute_region);
    patterns.add::<scf::IndexSwitchOp>("scf.index_switch-to-std", 1, lower_index_switch);
    patterns.add::<scf::ParallelOp>("scf.parallel-to-std", 1, lower_parallel);
    patterns.add::<scf::ForallOp>("scf.forall-to-std", 1, lower_forall);
}

type Values = SmallVec<[ValueId; 4]>;

/// Whether the op's region may have blocks besides the op's own.
fn may_branch(body: &Body, op: OpId) -> MatchResult {
    let Some(parent) = body.parent_op(op) else { return Err("the op is in no region".into()) };
    // Parallel loops are lowered to loops first, which need one block.
    let name = body.info(parent).name();
    let in_box = [scf::ParallelOp::NAME, scf::ReduceOp::NAME, scf::ForallOp::NAME].contains(&name);
    if in_box {
        return Err(ONE_BLOCK.into());
    }
    // The ops of scf are lowered with their nested ops.
    if body.info(parent).namespace() == "scf" { Ok(()) } else { may_have_blocks(body, op) }
}

/// The `scf.yield` (or other terminator `T`) of a region, in whichever block it is now.
fn end_of<T: OpDefinition>(body: &Body, region: RegionId) -> Option<T> {
    body.blocks(region).rev().find_map(|block| T::cast(body, body.last_op(block)?))
}

fn lower_for(op: scf::ForOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    may_branch(body, op.id())?;
    let location = body.location(op.id());
    let region = op.region(body);
    let end: scf::YieldOp = end_of(body, region).ok_or("the loop has no terminator")?;
    let entry = body.entry_block(region).ok_or("the loop has no body")?;
    let first = body.first_op(entry).ok_or("the loop has no terminator")?;
    let (lower, upper, step) = (op.lower_bound(body), op.upper_bound(body), op.step(body));
    let unsigned = op.unsigned_cmp(body).is_some();
    let mut start: Values = SmallVec::from_slice(&[lower]);
    start.extend(op.init_args(body));
    let mut next: Values = end.results(body);

    let (before, after) = rewriter.split_block(op.id());
    let (decide, first_of_body) = rewriter.split_block(first);
    rewriter.inline_region_before(region, after);
    branch(rewriter, InsertionPoint::End(before), location, decide, &start);

    let variables: Values = rewriter.body().arguments(decide).into();
    rewriter.set_insertion_point(InsertionPoint::End(decide));
    let below = if unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let goes_on = CmpIOp::build_inferred(rewriter, location, below, variables[0], upper);
    let goes_on = goes_on.result(rewriter.body());
    CondBrOp::build(rewriter, location, goes_on, (first_of_body, &[]), (after, &[]));

    rewriter.set_insertion_point(InsertionPoint::Before(end.id()));
    let stepped = AddIOp::build(rewriter, location, variables[0], step).result(rewriter.body());
    next.insert(0, stepped);
    let back = replace_end(rewriter, end.id(), decide, &next);
    keep_attributes(rewriter.body_mut(), op.id(), back);
    rewriter.replace_op(op.id(), &variables[1..]);
    Ok(())
}

fn lower_if(op: scf::IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    may_branch(body, op.id())?;
    let location = body.location(op.id());
    let condition = op.condition(body);
    let regions = [op.then_region(body), op.else_region(body)];

    let (before, join, results) = split_around(op.id(), rewriter);
    let targets = regions.map(|region| inline_yielding(region, join, rewriter));
    rewriter.set_insertion_point(InsertionPoint::End(before));
    let branch =
        CondBrOp::build(rewriter, location, condition, (targets[0], &[]), (targets[1], &[]));
    keep_attributes(rewriter.body_mut(), op.id(), branch.id());
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

fn lower_while(op: scf::WhileOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    may_branch(body, op.id())?;
    let location = body.location(op.id());
    let inits: Values = op.inits(body);
    let (decide_region, body_region) = (op.before(body), op.after(body));
    let decide = body.entry_block(decide_region).ok_or("the loop has no condition")?;
    let run = body.entry_block(body_region).ok_or("the loop has no body")?;
    let condition: scf::ConditionOp =
        end_of(body, decide_region).ok_or("the loop has no condition")?;
    let end: scf::YieldOp = end_of(body, body_region).ok_or("the loop has no terminator")?;
    let (goes_on, values) = (condition.condition(body), condition.args(body));
    let next: Values = end.results(body);

    let (before, after) = rewriter.split_block(op.id());
    rewriter.inline_region_before(decide_region, after);
    rewriter.inline_region_before(body_region, after);
    branch(rewriter, InsertionPoint::End(before), location, decide, &inits);
    replace_keeping_attributes(rewriter, condition.id(), |b| {
        CondBrOp::build(b, location, goes_on, (run, &values), (after, &[]))
    });
    let back = replace_end(rewriter, end.id(), decide, &next);
    keep_attributes(rewriter.body_mut(), op.id(), back);
    rewriter.replace_op(op.id(), &values);
    Ok(())
}

/// Splits the block of an op and returns the block before it, and the one that continues after it,
/// whose arguments are the op's results.
fn split_around(op: OpId, rewriter: &mut PatternRewriter<'_>) -> (BlockId, BlockId, Values) {
    let location = rewriter.body().location(op);
    let types = rewriter.body().result_types(op);
    let (before, after) = rewriter.split_block(op);
    if types.is_empty() {
        return (before, after, Values::new());
    }
    let join = rewriter.create_block_before(after, &types);
    branch(rewriter, InsertionPoint::End(join), location, after, &[]);
    (before, join, rewriter.body().arguments(join).into())
}

/// Moves a region before `join`, replaces its `scf.yield`s by branches to it, and returns the
/// region's first block; `join` itself if it has none.
fn inline_yielding(region: RegionId, join: BlockId, rewriter: &mut PatternRewriter<'_>) -> BlockId {
    let blocks: SmallVec<[BlockId; 4]> = rewriter.body().blocks(region).collect();
    rewriter.inline_region_before(region, join);
    for &block in &blocks {
        let body = rewriter.body();
        if let Some(end) = body.last_op(block).and_then(|last| scf::YieldOp::cast(body, last)) {
            let values: Values = end.results(body);
            replace_end(rewriter, end.id(), join, &values);
        }
    }
    blocks.first().copied().unwrap_or(join)
}

fn lower_execute_region(
    op: scf::ExecuteRegionOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    may_branch(rewriter.body(), op.id())?;
    let location = rewriter.body().location(op.id());
    let region = op.region(rewriter.body());
    let (before, join, results) = split_around(op.id(), rewriter);
    let entry = inline_yielding(region, join, rewriter);
    let into = branch(rewriter, InsertionPoint::End(before), location, entry, &[]);
    keep_attributes(rewriter.body_mut(), op.id(), into);
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

fn lower_index_switch(op: scf::IndexSwitchOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    may_branch(body, op.id())?;
    let location = body.location(op.id());
    let argument = op.arg(body);
    let cases = op.cases(body);
    let regions: SmallVec<[RegionId; 4]> = body.regions(op.id()).iter().copied().collect();
    if regions.len() != cases.len() + 1 {
        return Err("there is not one region per case".into());
    }
    let (before, join, results) = split_around(op.id(), rewriter);
    let mut decide = before;
    let mut targets = SmallVec::<[BlockId; 4]>::new();
    for region in regions {
        targets.push(inline_yielding(region, join, rewriter));
    }
    for (index, &case) in cases.iter().enumerate() {
        // The default is the first region; after the last case no comparison is left.
        let otherwise = match index + 1 == cases.len() {
            true => targets[0],
            false => rewriter.create_block_before(targets[index + 1], &[]),
        };
        rewriter.set_insertion_point(InsertionPoint::End(decide));
        let case = ConstantOp::index(rewriter, location, case).result(rewriter.body());
        let equal = CmpIOp::build_inferred(rewriter, location, CmpIPredicate::Eq, argument, case);
        let equal = equal.result(rewriter.body());
        let branch =
            CondBrOp::build(rewriter, location, equal, (targets[index + 1], &[]), (otherwise, &[]));
        if cases.len() == 1 {
            keep_attributes(rewriter.body_mut(), op.id(), branch.id());
        }
        decide = otherwise;
    }
    if cases.is_empty() {
        let only = branch(rewriter, InsertionPoint::End(before), location, targets[0], &[]);
        keep_attributes(rewriter.body_mut(), op.id(), only);
    }
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

fn branch(
    rewriter: &mut PatternRewriter<'_>,
    point: InsertionPoint,
    location: mlir_lite::ir::Location,
    target: BlockId,
    values: &[ValueId],
) -> OpId {
    at(rewriter, point, |rewriter| BrOp::build(rewriter, location, (target, values))).id()
}

/// Replaces a terminator by a branch, and returns the branch.
fn replace_end(
    rewriter: &mut PatternRewriter<'_>,
    end: OpId,
    target: BlockId,
    values: &[ValueId],
) -> OpId {
    let location = rewriter.body().location(end);
    replace_keeping_attributes(rewriter, end, |b| BrOp::build(b, location, (target, values))).id()
}
