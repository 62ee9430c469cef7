//! Canonical forms of conditionals and of regions that are executed once.

use super::region_rules::{
    inline_region, is_outside, merge_equal_inputs, rebuild, simplify_results,
};
use super::*;
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::standard::{
    BrOp, ConstantOp, FuncOp, SelectOp, XOrOp, condition_is_known, users_among,
};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchFailure, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};

impl CanonicalizeOp for IfOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.if-constant-condition", 3, if_of_constant);
        set.add::<Self>("scf.if-negated-condition", 3, if_of_opposite);
        set.add::<Self>("scf.if-unneeded-results", 2, |op, rewriter| {
            simplify_results(op.id(), rewriter)
        });
        set.add::<Self>("scf.if-to-select", 1, choose_results);
        set.add::<Self>("scf.if-empty-else", 1, erase_empty_else);
        set.add::<Self>("scf.if-known-condition", 1, propagate_condition);
        set.add::<Self>("scf.if-adjacent", 1, combine_with_previous);
        set.add::<Self>("scf.if-nested", 1, combine_with_inner);
        set.add::<Self>("scf.if-equal-results", 1, |op, rewriter| {
            merge_equal_inputs(op.id(), rewriter)
        });
    }
}

fn known_bool(body: &Body, value: ValueId) -> Option<bool> {
    constant_value(body, value)?.as_bool(body.context())
}

fn if_of_constant(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let region = match known_bool(body, op.condition(body)) {
        None => return Err("the condition is not constant".into()),
        Some(true) => op.then_region(body),
        Some(false) => op.else_region(body),
    };
    inline_region(rewriter, op.id(), region)
}

/// The condition that `condition` negates.
fn opposite(body: &Body, condition: ValueId) -> Option<ValueId> {
    let not = XOrOp::defining(body, condition)?;
    (known_bool(body, not.rhs(body)) == Some(true)).then(|| not.lhs(body))
}

/// `if not a { x } else { y }` is `if a { y } else { x }`.
fn if_of_opposite(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = opposite(body, op.condition(body)).ok_or("the condition is not a negation")?;
    let [yes, no] = [op.then_region(body), op.else_region(body)];
    if body.entry_block(no).is_none() {
        return Err("there is no second region".into());
    }
    let location = body.location(op.id());
    let types = body.result_types(op.id());
    let new = IfOp::build(rewriter, location, condition, &types);
    let [new_yes, new_no] = [new.then_region(rewriter.body()), new.else_region(rewriter.body())];
    rewriter.move_region(no, new_yes);
    rewriter.move_region(yes, new_no);
    let results: Vec<ValueId> = rewriter.body().results(new.id()).collect();
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

/// The terminator of one of the regions, and its block.
fn end_of(body: &Body, region: RegionId) -> Option<(BlockId, OpId)> {
    let block = body.entry_block(region)?;
    Some((block, body.terminator(block)?))
}

/// Replaces results that are known before the conditional by `select`.
fn choose_results(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (_, yes) = end_of(body, op.then_region(body)).ok_or("there is no first region")?;
    let (_, no) = end_of(body, op.else_region(body)).ok_or("there is no second region")?;
    let around = body.parent_op(op.id()).and_then(|around| IfOp::cast(body, around));
    if around.is_some_and(|around| inner_condition(body, around) == Some(op)) {
        return Err("it is one with the condition around it".into());
    }
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
        let selected =
            SelectOp::build(rewriter, location, condition, a, b, ty).result(rewriter.body());
        rewriter.replace_all_uses(result, selected);
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

/// Replaces the condition by `true` in the first region, and by `false` in the second.
fn propagate_condition(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let condition = op.condition(body);
    if body.has_one_use(condition) || constant_value(body, condition).is_some() {
        return Err("nothing else asks for the condition".into());
    }
    let is_inside = |user| user != op.id() && body.is_inside(user, op.id());
    let users = users_among(body, condition, body.pre_order(op.id()), is_inside);
    let holds = |user: &OpId| body.ancestor_in_region(*user, op.then_region(body)).is_some();
    let users = users.into_iter().partition(holds);
    condition_is_known(rewriter, op.id(), condition, users.into())
}

/// Combines an `if` with the one just before, if both have the same or the opposite condition; the
/// driver revisits the op after each change.
fn combine_with_previous(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let mut combined = combine(op, rewriter)?;
    let next =
        |body: &Body, op: IfOp| body.next_op(op.id()).and_then(|next| IfOp::cast(body, next));
    while let Some(following) = next(rewriter.body(), combined) {
        match combine(following, rewriter) {
            Ok(op) => combined = op,
            Err(_) => break,
        }
    }
    Ok(())
}

/// Moves the contents of the regions of the preceding `if` to the front of this one's; returns the
/// combined op.
fn combine(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> Result<IfOp, MatchFailure> {
    let body = rewriter.body();
    let apart = "no condition just before asks the same";
    let previous =
        body.previous_op(op.id()).and_then(|previous| IfOp::cast(body, previous)).ok_or(apart)?;
    let (first, second) = (previous.condition(body), op.condition(body));
    let regions = if first == second {
        [op.then_region(body), op.else_region(body)]
    } else if opposite(body, first) == Some(second) || opposite(body, second) == Some(first) {
        [op.else_region(body), op.then_region(body)]
    } else {
        return Err(apart.into());
    };
    // Results of the first one are known in each region of the second; after both, they are results
    // of the combined op.
    let results: Vec<ValueId> = body.results(previous.id()).collect();
    let is_used_after =
        |&result: &ValueId| body.users(result).any(|user| !body.is_inside(user, op.id()));
    let has_both = regions.iter().all(|&region| body.entry_block(region).is_some());
    let carries = results.iter().any(is_used_after) || (!results.is_empty() && !has_both);
    let first_regions = [previous.then_region(body), previous.else_region(body)];
    for (from, to) in first_regions.into_iter().zip(regions) {
        let body = rewriter.body();
        let own = end_of(body, to);
        let Some((block, end)) = end_of(body, from) else { continue };
        let values = body.operand_list(end);
        for (&result, &value) in results.iter().zip(&values) {
            rewriter.replace_uses_if(result, value, |body, operand| {
                body.ancestor_in_region(operand.owner, to).is_some()
            });
        }
        // In a long row, the first has all that was combined so far: the contents of the second are
        // moved.
        if let Some((own, own_end)) = own {
            rewriter.erase_op(end);
            rewriter.merge_blocks(own, block, &[]);
            if carries {
                let own_values = rewriter.body().operand_list(own_end);
                let all: Vec<ValueId> = values.iter().chain(&own_values).copied().collect();
                rewriter.update_in_place(own_end, |body| body.set_operands(own_end, &all));
            }
        }
        rewriter.move_region(from, to);
    }
    let mut combined = op;
    if carries {
        let body = rewriter.body();
        let types: Vec<Type> = body
            .result_types(previous.id())
            .into_iter()
            .chain(body.result_types(op.id()))
            .collect();
        let new = rebuild(rewriter, op.id(), &[second], &types);
        let values: Vec<ValueId> = rewriter.body().results(new).collect();
        let (of_first, of_second) = values.split_at(results.len());
        for (&from, &to) in results.iter().zip(of_first) {
            rewriter.replace_all_uses(from, to);
        }
        rewriter.replace_op(op.id(), of_second);
        combined = IfOp::cast(rewriter.body(), new).unwrap_or(op);
    } else {
        rewriter.update_in_place(op.id(), |_| ());
    }
    rewriter.erase_op(previous.id());
    Ok(combined)
}

/// The condition of an `if` that is the only op of another one's first region, if both yield the
/// same where their condition does not hold, without other ops.
fn inner_condition(body: &Body, op: IfOp) -> Option<IfOp> {
    let (block, end) = end_of(body, op.then_region(body))?;
    let inner = IfOp::cast(body, body.first_op(block)?)?;
    (body.next_op(inner.id()) == Some(end)).then_some(())?;
    let otherwise = |op: IfOp| -> Option<Option<OpId>> {
        match end_of(body, op.else_region(body)) {
            None => Some(None),
            Some((block, end)) => (body.first_op(block) == Some(end)).then_some(Some(end)),
        }
    };
    let (outer_else, inner_else) = (otherwise(op)?, otherwise(inner)?);
    let same = (0..body.num_results(op.id())).all(|index| {
        let yielded = body.operand(end, index);
        let inner_index = body.results(inner.id()).position(|result| result == yielded);
        let outside = outer_else.map(|end| body.operand(end, index));
        inner_index.is_none_or(|index| inner_else.map(|end| body.operand(end, index)) == outside)
    });
    same.then_some(inner)
}

/// Combines `if a { if b { .. } }` by a `select`: `b` is only evaluated if `a` holds, since
/// otherwise it may be poison, which `and` would propagate.
fn combine_with_inner(op: IfOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let inner = inner_condition(body, op).ok_or("the region is not one condition alone")?;
    let other = "a region has no end";
    let (_, end) = end_of(body, op.then_region(body)).ok_or(other)?;
    let (condition, inner_condition, location) =
        (op.condition(body), inner.condition(body), body.location(op.id()));
    let (inner_block, inner_end) = end_of(body, inner.then_region(body)).ok_or(other)?;
    let inner_results: Vec<ValueId> = body.results(inner.id()).collect();
    let inner_values = body.operand_list(inner_end);
    // Values that the outer region yields without the inner `if` are selected by the outer
    // condition alone.
    let is_of_inner = |value: ValueId| inner_results.contains(&value);
    let chosen: Vec<(usize, ValueId, ValueId)> = match end_of(body, op.else_region(body)) {
        Some((_, otherwise)) => {
            let pairs = body.operands(end).zip(body.operands(otherwise)).enumerate();
            pairs
                .filter(|(_, (yes, _))| !is_of_inner(*yes))
                .map(|(i, (yes, no))| (i, yes, no))
                .collect()
        }
        None => Vec::new(),
    };
    rewriter.set_insertion_point(InsertionPoint::Before(op.id()));
    let never = rewriter.context().bool_attr(false);
    let never = ConstantOp::build(rewriter, location, never, Type::I1).result(rewriter.body());
    let both = SelectOp::build(rewriter, location, condition, inner_condition, never, Type::I1);
    let both = both.result(rewriter.body());
    if let Some((_, otherwise)) = end_of(rewriter.body(), op.else_region(rewriter.body())) {
        for (index, yes, no) in chosen {
            let ty = rewriter.body().ty(yes);
            let selected =
                SelectOp::build(rewriter, location, condition, yes, no, ty).result(rewriter.body());
            rewriter
                .update_in_place(otherwise, |body| body.set_operand(otherwise, index, selected));
        }
    }
    for (&result, &value) in inner_results.iter().zip(&inner_values) {
        rewriter.replace_all_uses(result, value);
    }
    rewriter.erase_op(inner_end);
    rewriter.inline_block_before(inner_block, inner.id(), &[]);
    rewriter.erase_op(inner.id());
    rewriter.update_in_place(op.id(), |body| op.set_condition(body, both));
    Ok(())
}

impl CanonicalizeOp for ExecuteRegionOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.execute_region-single-block", 1, |op, rewriter| {
            let body = rewriter.body();
            let region = op.region(body);
            inline_region(rewriter, op.id(), region)
        });
        set.add::<Self>("scf.execute_region-inline-blocks", 1, inline_blocks);
        set.add::<Self>("scf.execute_region-equal-results", 1, |op, rewriter| {
            merge_equal_inputs(op.id(), rewriter)
        });
    }
}

/// Inlines the blocks of the op, if its own region may have several blocks.
fn inline_blocks(op: ExecuteRegionOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let around = body.parent_op(op.id()).ok_or("the op is in no other")?;
    let takes_blocks =
        around == body.root() && FuncOp::is(body, around) || ExecuteRegionOp::is(body, around);
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
    let (_, continuation) = rewriter.split_block(next);
    // The yielded values are the arguments of the block after it.
    for &ty in &types {
        rewriter.add_argument(continuation, ty);
    }
    rewriter.inline_region_before(region, continuation);
    for end in ends {
        let operands = rewriter.body().operand_list(end);
        rewriter.replace_op_with(end, |builder| {
            BrOp::build(builder, location, (continuation, &operands))
        });
    }
    let arguments = rewriter.body().arguments(continuation).to_vec();
    let arguments = arguments[arguments.len() - types.len()..].to_vec();
    rewriter.set_insertion_point(InsertionPoint::Before(op.id()));
    BrOp::build(rewriter, location, (entry, &[]));
    rewriter.replace_op(op.id(), &arguments);
    Ok(())
}

impl CanonicalizeOp for IndexSwitchOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.index_switch-constant-case", 2, |op, rewriter| {
            let body = rewriter.body();
            let ctx = body.context();
            let argument =
                constant_value(body, op.arg(body)).and_then(|value: Attribute| value.as_i64(ctx));
            let cases = op.cases(body);
            let argument = argument.ok_or("the argument is not constant")?;
            let region = match cases.iter().position(|&case| case == argument) {
                Some(index) => op.case_regions(body)[index],
                None => op.default_region(body),
            };
            inline_region(rewriter, op.id(), region)
        });
        set.add::<Self>("scf.index_switch-equal-results", 1, |op, rewriter| {
            merge_equal_inputs(op.id(), rewriter)
        });
        set.add::<Self>("scf.index_switch-unneeded-results", 1, |op, rewriter| {
            simplify_results(op.id(), rewriter)
        });
    }
}
