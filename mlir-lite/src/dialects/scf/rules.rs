//! Canonical forms of conditions and regions that are run once.

use super::region_rules::{inline_region, is_outside, simplify_results};
use super::*;
use crate::attributes::Attribute;
use crate::dialects::std::{AndOp, BrOp, ConstantOp, FuncOp, SelectOp};
use crate::ir::InsertionPoint;
use crate::rewrite::{MatchResult, PatternRewriter, RewritePatternSet, constant_value};

impl CanonicalizeOp for IfOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a constant", 3, if_of_constant);
        set.add::<Self>("results", 2, |op, rewriter| simplify_results(op.id(), rewriter));
        set.add::<Self>("result is a choice", 1, choose_results);
        set.add::<Self>("empty else", 1, erase_empty_else);
        set.add::<Self>("condition is known inside", 1, propagate_condition);
        set.add::<Self>("after another on the same condition", 1, combine_with_previous);
        set.add::<Self>("in another", 1, combine_with_inner);
    }
}

fn truth(body: &Body, value: ValueId) -> Option<bool> {
    constant_value(body, value)?.as_bool(body.context())
}

fn if_of_constant(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let region = match truth(body, op.condition(body)) {
        None => return Err("the condition is not constant".into()),
        Some(true) => op.then_region(body),
        Some(false) => op.else_region(body),
    };
    inline_region(rewriter, op.id(), region)
}

/// The end of one of the regions, and its block.
fn end_of(body: &Body, region: RegionId) -> Option<(BlockId, OpId)> {
    let block = body.entry_block(region)?;
    Some((block, body.terminator(block)?))
}

/// What is known before the condition is asked is chosen by `select`.
fn choose_results(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (_, yes) = end_of(body, op.then_region(body)).ok_or("there is no first region")?;
    let (_, no) = end_of(body, op.else_region(body)).ok_or("there is no second region")?;
    let outside = |value| is_outside(body, value, op.id());
    let choices: SmallVec<[(ValueId, ValueId, ValueId); 4]> = body
        .results(op.id())
        .zip(body.operands(yes).zip(body.operands(no)))
        .filter(|&(result, (a, b))| body.has_uses(result) && outside(a) && outside(b))
        .map(|(result, (a, b))| (result, a, b))
        .collect();
    if choices.is_empty() {
        return Err("no result is known before".into());
    }
    let (condition, location) = (op.condition(body), body.location(op.id()));
    for (result, a, b) in choices {
        let ty = rewriter.body().ty(a);
        let choice = SelectOp::build(rewriter, location, condition, a, b, ty).result(rewriter.body());
        rewriter.replace_all_uses(result, choice);
    }
    Ok(())
}

fn erase_empty_else(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (block, end) = end_of(body, op.else_region(body)).ok_or("there is no second region")?;
    if body.num_results(op.id()) > 0 || body.first_op(block) != Some(end) {
        return Err("the second region does something".into());
    }
    rewriter.update_in_place(op.id(), |_| ());
    rewriter.erase_block(block);
    Ok(())
}

/// In the first region the condition holds, in the second it does not.
fn propagate_condition(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = op.condition(body);
    if body.has_one_use(condition) || constant_value(body, condition).is_some() {
        return Err("nothing else asks for the condition".into());
    }
    let regions = [(op.then_region(body), true), (op.else_region(body), false)];
    let mut known: Vec<(OpId, bool)> = Vec::new();
    for user in body.users(condition) {
        for (region, holds) in regions {
            if user != op.id() && body.ancestor_in_region(user, region).is_some() {
                known.push((user, holds));
            }
        }
    }
    known.dedup();
    if known.is_empty() {
        return Err("the condition is not used inside".into());
    }
    let location = body.location(op.id());
    for (user, holds) in known {
        let value = rewriter.context().bool_attr(holds);
        let constant = ConstantOp::build(rewriter, location, value, Type::I1).result(rewriter.body());
        rewriter.update_in_place(user, |body| {
            for index in 0..body.num_operands(user) {
                if body.operand(user, index) == condition {
                    body.set_operand(user, index, constant);
                }
            }
        });
    }
    Ok(())
}

/// Moves what the regions of the `if` just before do to the front of this one's, if both ask the same.
fn combine_with_previous(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let apart = "no condition just before asks the same";
    let previous = body.previous_op(op.id()).and_then(|previous| IfOp::cast(body, previous)).ok_or(apart)?;
    if previous.condition(body) != op.condition(body) {
        return Err(apart.into());
    }
    let (then_end, own_then) = (end_of(body, previous.then_region(body)), end_of(body, op.then_region(body)));
    let (Some((_, first_end)), Some((own_then, _))) = (then_end, own_then) else { return Err(apart.into()) };
    let first_else = end_of(body, previous.else_region(body));
    let own_else = end_of(body, op.else_region(body));
    if first_else.is_some() && own_else.is_none() && body.num_results(previous.id()) > 0 {
        return Err("the second one has no region for what is yielded".into());
    }
    // Results of the first one are known in each region of the second, but not behind both.
    let is_used_behind = |result: ValueId| body.users(result).any(|user| !body.is_inside(user, op.id()));
    if body.results(previous.id()).any(is_used_behind) {
        return Err("the first one's results are used behind".into());
    }
    let results: Vec<ValueId> = body.results(previous.id()).collect();
    let then_values = body.operand_list(first_end);
    let else_values = first_else.map(|(_, end)| body.operand_list(end));
    let regions = [
        (op.then_region(body), Some(then_values), end_of(body, previous.then_region(body)), Some(own_then)),
        (op.else_region(body), else_values, first_else, own_else.map(|(block, _)| block)),
    ];
    for (region, values, first, own) in regions {
        let (Some(values), Some((first, end))) = (values, first) else { continue };
        replace_uses_in(rewriter, &results, &values, region);
        match own {
            Some(own) => {
                let to = rewriter.body().first_op(own);
                rewriter.erase_op(end);
                if let Some(to) = to {
                    rewriter.inline_block_before(first, to, &[]);
                }
            }
            None => {
                let from = rewriter.body().block_region(first);
                if let Some(from) = from {
                    rewriter.move_region(from, region);
                }
            }
        }
    }
    rewriter.erase_op(previous.id());
    rewriter.update_in_place(op.id(), |_| ());
    Ok(())
}

fn replace_uses_in(rewriter: &mut PatternRewriter<'_>, from: &[ValueId], to: &[ValueId], region: RegionId) {
    for (&from, &to) in from.iter().zip(to) {
        let body = rewriter.body();
        let inside = |user: &OpId| body.ancestor_in_region(*user, region).is_some();
        let users: Vec<OpId> = body.users(from).filter(inside).collect();
        for user in users {
            rewriter.update_in_place(user, |body| {
                for index in 0..body.num_operands(user) {
                    if body.operand(user, index) == from {
                        body.set_operand(user, index, to);
                    }
                }
            });
        }
    }
}

/// `if a { if b { .. } }` asks for both at once.
fn combine_with_inner(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let other = "the region is not one condition alone";
    if body.num_results(op.id()) > 0 || body.entry_block(op.else_region(body)).is_some() {
        return Err(other.into());
    }
    let (block, end) = end_of(body, op.then_region(body)).ok_or(other)?;
    let inner = body.first_op(block).and_then(|first| IfOp::cast(body, first)).ok_or(other)?;
    if body.next_op(inner.id()) != Some(end)
        || body.num_results(inner.id()) > 0
        || body.entry_block(inner.else_region(body)).is_some()
    {
        return Err(other.into());
    }
    let (condition, inner_condition, location) =
        (op.condition(body), inner.condition(body), body.location(op.id()));
    let (inner_block, inner_end) = end_of(body, inner.then_region(body)).ok_or(other)?;
    rewriter.set_insertion_point(InsertionPoint::Before(op.id()));
    let both = AndOp::build(rewriter, location, condition, inner_condition).result(rewriter.body());
    rewriter.erase_op(inner_end);
    rewriter.inline_block_before(inner_block, inner.id(), &[]);
    rewriter.erase_op(inner.id());
    rewriter.update_in_place(op.id(), |body| body.set_operand(op.id(), 0, both));
    Ok(())
}

impl CanonicalizeOp for ExecuteRegionOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of one block", 1, |op, rewriter| {
            let body = rewriter.body();
            let region = op.region(body);
            inline_region(rewriter, op.id(), region)
        });
        set.add::<Self>("among blocks", 1, inline_blocks);
    }
}

/// Where the op is in a region that may have several blocks, its blocks are put there.
fn inline_blocks(op: ExecuteRegionOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let around = body.parent_op(op.id()).ok_or("the op is in no other")?;
    let takes_blocks = around == body.root() && FuncOp::is(body, around) || ExecuteRegionOp::is(body, around);
    if !takes_blocks || op.no_inline(body).is_some() {
        return Err("there may be one block only, or the region must stay apart".into());
    }
    let region = op.region(body);
    let blocks: Vec<BlockId> = body.blocks(region).collect();
    let mut ends = Vec::new();
    for &block in &blocks {
        let end = body.terminator(block).ok_or("a block has no end")?;
        if YieldOp::is(body, end) {
            ends.push(end);
        }
    }
    let Some(&entry) = blocks.first() else { return Err("the region is empty".into()) };
    let location = body.location(op.id());
    let types: Vec<Type> = body.results(op.id()).map(|result| body.ty(result)).collect();
    let next = body.next_op(op.id()).ok_or("the op ends a block")?;
    let (_, behind) = rewriter.split_block(next);
    // What is yielded is what the block behind begins with.
    for &ty in &types {
        rewriter.body_mut().add_argument(behind, ty);
    }
    rewriter.inline_region_before(region, behind);
    for end in ends {
        let operands = rewriter.body().operand_list(end);
        rewriter.replace_op_with(end, |builder| BrOp::build(builder, location, (behind, &operands)));
    }
    let arguments = rewriter.body().arguments(behind).to_vec();
    let arguments = arguments[arguments.len() - types.len()..].to_vec();
    rewriter.set_insertion_point(InsertionPoint::Before(op.id()));
    BrOp::build(rewriter, location, (entry, &[]));
    rewriter.replace_op(op.id(), &arguments);
    Ok(())
}

impl CanonicalizeOp for IndexSwitchOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a constant", 2, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let argument = constant_value(body, op.arg(body)).and_then(|value: Attribute| value.as_i64(ctx));
            let cases = op.cases(body).as_i64_array(ctx).unwrap_or_default();
            let argument = argument.ok_or("the argument is not constant")?;
            let region = match cases.iter().position(|&case| case == argument) {
                Some(index) => op.case_regions(body)[index],
                None => op.default_region(body),
            };
            inline_region(rewriter, op.id(), region)
        });
        set.add::<Self>("results", 1, |op, rewriter| simplify_results(op.id(), rewriter));
    }
}
