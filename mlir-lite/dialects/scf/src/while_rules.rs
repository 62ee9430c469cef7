//! Canonical forms of `scf.while`: known conditions, and values that are passed on unnecessarily.

use super::region_rules::{
    drop_results, inline_before, is_outside, keep_operands, merge_equal_inputs,
};
use super::*;
use mlir_lite::dialects::standard::{CmpIOp, ConstantOp};
use mlir_lite::ir::InsertionPoint;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};

impl CanonicalizeOp for WhileOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.while-false-condition", 2, |op, rewriter| {
            let body = rewriter.body();
            let (block, end) = first_region(body, op).ok_or("the first region has no end")?;
            let goes_on = constant_value(body, end.condition(body))
                .and_then(|value| value.as_bool(body.context()));
            if goes_on != Some(false) {
                return Err("the loop may continue".into());
            }
            let inits = op.inits(body);
            let values = inline_before(rewriter, block, op.id(), &inits, 1)
                .ok_or("the first region has no end")?;
            rewriter.replace_op(op.id(), &values);
            Ok(())
        });
        set.add::<Self>("scf.while-known-condition", 1, know_condition);
        set.add::<Self>("scf.while-known-comparison", 1, know_comparison);
        set.add::<Self>("scf.while-invariant-arguments", 1, drop_constant_arguments);
        set.add::<Self>("scf.while-unneeded-results", 1, simplify_passed);
        set.add::<Self>("scf.while-unused-arguments", 1, drop_unused_arguments);
        set.add::<Self>("scf.while-equal-arguments", 1, |op, rewriter| {
            merge_equal_inputs(op.id(), rewriter)
        });
    }
}

fn first_region(body: &Body, op: WhileOp) -> Option<(BlockId, ConditionOp)> {
    let block = body.entry_block(op.before(body))?;
    Some((block, ConditionOp::cast(body, body.terminator(block)?)?))
}

fn second_region(body: &Body, op: WhileOp) -> Option<(BlockId, OpId)> {
    let block = body.entry_block(op.after(body))?;
    Some((block, body.terminator(block)?))
}

fn know_condition(op: WhileOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (_, end) = first_region(body, op).ok_or("the first region has no end")?;
    let (block, _) = second_region(body, op).ok_or("the second region has no end")?;
    let passed = end.args(body);
    let index = passed.iter().position(|&value| value == end.condition(body));
    let argument =
        index.map(|index| body.arguments(block)[index]).filter(|&argument| body.has_uses(argument));
    let argument = argument.ok_or("the condition is not passed on, or not used")?;
    let location = body.location(op.id());
    let value = body.context().bool_attr(true);
    rewriter.set_insertion_point(InsertionPoint::Start(block));
    let constant = ConstantOp::build(rewriter, location, value, Type::I1).result(rewriter.body());
    rewriter.replace_all_uses(argument, constant);
    Ok(())
}

/// Replaces comparisons in the body that repeat the condition.
fn know_comparison(op: WhileOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (_, end) = first_region(body, op).ok_or("the first region has no end")?;
    let (block, _) = second_region(body, op).ok_or("the second region has no end")?;
    let compared =
        CmpIOp::defining(body, end.condition(body)).ok_or("the condition is not a comparison")?;
    let holds = compared.predicate(body);
    // Maps a value of the first region to the second one.
    let passed = end.args(body);
    let there = |value: ValueId| {
        let index = passed.iter().position(|&passed| passed == value);
        index
            .map(|index| body.arguments(block)[index])
            .or_else(|| is_outside(body, value, op.id()).then_some(value))
    };
    let sides = there(compared.lhs(body)).zip(there(compared.rhs(body)));
    let (lhs, rhs) = sides.ok_or("the compared values are not passed on")?;
    let known = [lhs, rhs].into_iter().flat_map(|side| body.users(side)).find_map(|user| {
        let again = CmpIOp::cast(body, user).filter(|again| body.has_uses(again.result(body)))?;
        body.ancestor_in_region(user, op.after(body))?;
        let found = again.predicate(body);
        let found = match (again.lhs(body), again.rhs(body)) {
            sides if sides == (lhs, rhs) => found,
            sides if sides == (rhs, lhs) => found.swapped(),
            _ => return None,
        };
        match found {
            found if found == holds => Some((again, true)),
            found if found == holds.inverse() => Some((again, false)),
            _ => None,
        }
    });
    let (again, holds) = known.ok_or("it is not compared again")?;
    let (location, value) = (body.location(again.id()), body.context().bool_attr(holds));
    rewriter.replace_op_with(again.id(), |builder| {
        ConstantOp::build(builder, location, value, Type::I1)
    });
    Ok(())
}

/// Removes arguments of the first region that the second region yields unchanged.
fn drop_constant_arguments(op: WhileOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (block, end) = first_region(body, op).ok_or("the first region has no end")?;
    let (after, last) = second_region(body, op).ok_or("the second region has no end")?;
    let inits = op.inits(body);
    let passed = end.args(body);
    let is_same = |index: usize| {
        let (init, next) = (inits[index], body.operand(last, index));
        // The first region's own argument, passed on and yielded back.
        let back = body.arguments(after).iter().position(|&argument| argument == next);
        next == init || back.is_some_and(|at| passed[at] == body.arguments(block)[index])
    };
    let keep: SmallVec<[bool; 4]> = (0..inits.len()).map(|index| !is_same(index)).collect();
    let arguments = body.arguments(block).to_vec();
    keep_arguments(op, &keep, rewriter, |rewriter| {
        for (index, &argument) in arguments.iter().enumerate().filter(|&(index, _)| !keep[index]) {
            rewriter.replace_all_uses(argument, inits[index]);
        }
    })
}

fn drop_unused_arguments(op: WhileOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (block, _) = first_region(body, op).ok_or("the first region has no end")?;
    let keep: SmallVec<[bool; 4]> =
        body.arguments(block).iter().map(|&argument| body.has_uses(argument)).collect();
    keep_arguments(op, &keep, rewriter, |_| ())
}

/// Removes the arguments of the first region that are not to be kept, after `prepare` has replaced
/// them.
fn keep_arguments(
    op: WhileOp,
    keep: &[bool],
    rewriter: &mut PatternRewriter<'_>,
    prepare: impl FnOnce(&mut PatternRewriter<'_>),
) -> MatchResult {
    if keep.iter().all(|&keep| keep) {
        return Err("all arguments are needed".into());
    }
    let body = rewriter.body();
    let (block, _) = first_region(body, op).ok_or("the first region has no end")?;
    let (_, last) = second_region(body, op).ok_or("the second region has no end")?;
    let inits = op.inits(body);
    prepare(rewriter);
    let kept: Vec<ValueId> =
        inits.iter().zip(keep).filter(|&(_, &keep)| keep).map(|(&init, _)| init).collect();
    keep_operands(rewriter, last, 0, |index| keep[index]);
    rewriter.update_in_place(op.id(), |body| {
        for index in (0..keep.len()).rev().filter(|&index| !keep[index]) {
            body.erase_argument(block, index);
        }
        body.set_operands(op.id(), &kept);
    });
    Ok(())
}

/// Removes results, and arguments of the second region, that are outer values, are duplicates, or
/// are unused.
fn simplify_passed(op: WhileOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (_, end) = first_region(body, op).ok_or("the first region has no end")?;
    let (block, _) = second_region(body, op).ok_or("the second region has no end")?;
    let passed = end.args(body);
    let count = passed.len();
    let arguments = body.arguments(block).to_vec();
    let is_used = |index: usize| {
        body.has_uses(arguments[index]) || body.has_uses(body.result(op.id(), index))
    };
    let mut keep: SmallVec<[bool; 4]> = SmallVec::from_elem(true, count);
    let mut replaced: Vec<(ValueId, ValueId)> = Vec::new();
    for index in 0..count {
        let result = body.result(op.id(), index);
        if is_outside(body, passed[index], op.id()) {
            keep[index] = false;
            replaced.extend([(arguments[index], passed[index]), (result, passed[index])]);
        } else if let Some(earlier) =
            (0..index).find(|&earlier| keep[earlier] && passed[earlier] == passed[index])
        {
            keep[index] = false;
            replaced.extend([
                (arguments[index], arguments[earlier]),
                (result, body.result(op.id(), earlier)),
            ]);
        } else if !is_used(index) {
            keep[index] = false;
        }
    }
    if keep.iter().all(|&keep| keep) {
        return Err("all that is passed on is needed".into());
    }
    let operands = body.operand_list(op.id());
    for (from, to) in replaced {
        rewriter.replace_all_uses(from, to);
    }
    keep_operands(rewriter, end.id(), 1, |index| keep[index]);
    for index in (0..count).rev().filter(|&index| !keep[index]) {
        rewriter.erase_argument(block, index);
    }
    drop_results(rewriter, op.id(), &operands, |index| keep[index]);
    Ok(())
}
