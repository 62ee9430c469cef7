//! Canonical forms of loops: loops with zero or one iteration are removed, and so are unnecessary
//! carried values.

use super::region_rules::{
    drop_results, inline_before, is_outside, keep_operands, merge_equal_inputs, rebuild,
};
use super::*;
use mlir_lite::attributes::ApInt;
use mlir_lite::dialects::standard::TensorCastOp;
use mlir_lite::ir::InsertionPoint;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchFailure, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
    has_no_effects,
};
use mlir_lite::types::DYNAMIC;

fn number(body: &Body, value: ValueId) -> Option<ApInt> {
    constant_value(body, value)?.as_integer(body.context()).cloned()
}

/// Whether a loop from one value to another runs never (0), once (1), or more (2). None if that is
/// not known.
fn runs(body: &Body, [lower, upper, step]: [ValueId; 3], unsigned: bool) -> Option<u64> {
    if lower == upper {
        return Some(0);
    }
    let (lower, upper) = (number(body, lower)?, number(body, upper)?);
    let order = if unsigned { lower.cmp_unsigned(&upper) } else { lower.cmp_signed(&upper) };
    if order.is_ge() {
        return Some(0);
    }
    let step = number(body, step).filter(|step| !step.is_zero())?;
    // One more bit holds the distance as an unsigned number.
    let distance = upper.wrapping_sub(&lower);
    let (quotient, remainder) = distance.udivrem(&step)?;
    let count = quotient.to_u64().unwrap_or(u64::MAX);
    Some(count.saturating_add(u64::from(!remainder.is_zero())))
}

impl CanonicalizeOp for ForOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.for-single-iteration", 2, |op, rewriter| {
            let body = rewriter.body();
            let bounds = [op.lower_bound(body), op.upper_bound(body), op.step(body)];
            let count = runs(body, bounds, op.unsigned_cmp(body).is_some());
            let inits = op.init_args(body);
            let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
            match count {
                Some(0) => rewriter.replace_op(op.id(), &inits),
                Some(1) if !may_be_replaced(body, body.arguments(block)[0], bounds[0]) => {
                    return Err(
                        "a nested loop would have a constant step that is not positive".into()
                    );
                }
                Some(1) => {
                    let mut arguments: SmallVec<[ValueId; 4]> = SmallVec::from_elem(bounds[0], 1);
                    arguments.extend(inits);
                    let values = inline_before(rewriter, block, op.id(), &arguments, 0)
                        .ok_or("the body has no end")?;
                    rewriter.replace_op(op.id(), &values);
                }
                Some(_) if leaves_alone(body, op.id(), block) => {
                    let end = body.terminator(block).ok_or("the body has no end")?;
                    let values = body.operand_list(end);
                    rewriter.replace_op(op.id(), &values);
                }
                _ => return Err("the loop may run more often".into()),
            }
            Ok(())
        });
        set.add::<Self>("scf.for-unneeded-iter-args", 1, |op, rewriter| {
            drop_carried(op.id(), 3, 1, rewriter).map(|_| ())
        });
        set.add::<Self>("scf.for-iter-arg-cast", 1, carry_before_cast);
        set.add::<Self>("scf.for-equal-iter-args", 1, |op, rewriter| {
            merge_equal_inputs(op.id(), rewriter)
        });
    }
}

/// If a carried tensor is only cast before and after the loop, carries the original, and casts it
/// in the body.
fn carry_before_cast(op: ForOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
    let end = body.terminator(block).ok_or("the body has no end")?;
    let inits = op.init_args(body);
    let found = inits.iter().enumerate().find_map(|(index, &init)| {
        let source = TensorCastOp::defining(body, init)?.source(body);
        let result = body.result(op.id(), index);
        let user = body.users(result).next().filter(|_| body.has_one_use(result))?;
        let back = TensorCastOp::cast(body, user)?.dest(body);
        let (from, to) =
            (body.ty(source).shape(body.context())?, body.ty(init).shape(body.context())?);
        let says_more = from.iter().zip(to).all(|(from, to)| from == to || *to == DYNAMIC);
        (says_more && body.ty(back) == body.ty(source)).then_some((index, source))
    });
    let (index, source) = found.ok_or("nothing is cast, carried and cast back")?;
    let (location, old, ty) = (body.location(op.id()), body.ty(inits[index]), body.ty(source));
    let (argument, next) = (body.arguments(block)[1 + index], body.operand(end, index));
    let mut operands = body.operand_list(op.id());
    operands[3 + index] = source;
    let mut types = body.result_types(op.id());
    types[index] = ty;
    rewriter.set_insertion_point(InsertionPoint::Start(block));
    let inside = TensorCastOp::build(rewriter, location, argument, old);
    let value = inside.dest(rewriter.body());
    rewriter.replace_all_uses(argument, value);
    rewriter.update_in_place(inside.id(), |body| {
        body.set_operand(inside.id(), 0, argument);
        body.set_type(argument, ty);
    });
    let next = if next == argument { value } else { next };
    rewriter.set_insertion_point(InsertionPoint::Before(end));
    let next = TensorCastOp::build(rewriter, location, next, ty).dest(rewriter.body());
    rewriter.update_in_place(end, |body| body.set_operand(end, index, next));
    let new = rebuild(rewriter, op.id(), &operands, &types);
    let mut results: Vec<ValueId> = rewriter.body().results(new).collect();
    rewriter.set_insertion_point(InsertionPoint::After(new));
    results[index] =
        TensorCastOp::build(rewriter, location, results[index], old).dest(rewriter.body());
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

/// Whether a loop's body does nothing but yield values from outside.
#[doc(hidden)]
pub fn leaves_alone(body: &Body, op: OpId, block: BlockId) -> bool {
    body.terminator(block).is_some_and(|end| {
        body.first_op(block) == Some(end)
            && body.operands(end).all(|value| is_outside(body, value, op))
    })
}

/// For counted loops, whose operands are `own` others followed by the initial carried values, and
/// whose body's arguments are `variables` others followed by the carried values: removes carried
/// values that do not change, are unused, or are carried twice. Returns the new loop.
#[doc(hidden)]
pub fn drop_carried(
    op: OpId,
    own: usize,
    variables: usize,
    rewriter: &mut PatternRewriter<'_>,
) -> Result<OpId, MatchFailure> {
    let body = rewriter.body();
    let count = body.num_results(op);
    if count == 0 {
        return Err("nothing is carried".into());
    }
    let block = body.entry_block(body.region(op, 0)).ok_or("the loop has no body")?;
    let end = body.terminator(block).ok_or("the body has no end")?;
    let argument = |index: usize| body.arguments(block)[variables + index];
    let init = |index: usize| body.operand(op, own + index);
    let next = |index: usize| body.operand(end, index);
    let mut keep: SmallVec<[bool; 4]> = SmallVec::from_elem(true, count);
    // The replacements of the argument and the result of a removed value; none if they are unused.
    let mut replaced: SmallVec<[Option<[ValueId; 2]>; 4]> = SmallVec::from_elem(None, count);
    for index in 0..count {
        let result = body.result(op, index);
        if next(index) == argument(index) || next(index) == init(index) {
            (keep[index], replaced[index]) = (false, Some([init(index), init(index)]));
            continue;
        }
        let only_feeds_itself = body
            .uses(argument(index))
            .all(|used| used.owner == end && used.index as usize == index);
        if !body.has_uses(result)
            && (only_feeds_itself || feeds_only(body, argument(index), end, index))
        {
            keep[index] = false;
            continue;
        }
        let same = |&earlier: &usize| {
            keep[earlier] && init(earlier) == init(index) && next(earlier) == next(index)
        };
        if let Some(earlier) = (0..index).find(same) {
            (keep[index], replaced[index]) =
                (false, Some([argument(earlier), body.result(op, earlier)]));
        }
    }
    if keep.iter().all(|&keep| keep) {
        return Err("all that is carried is needed".into());
    }
    let arguments: Vec<ValueId> = (0..count).map(argument).collect();
    let inits: Vec<ValueId> = (0..count).map(init).collect();
    let operands: Vec<ValueId> = body
        .operand_list(op)
        .iter()
        .enumerate()
        .filter(|&(index, _)| index < own || keep[index - own])
        .map(|(_, &value)| value)
        .collect();
    for index in 0..count {
        if keep[index] {
            continue;
        }
        // If the value is unused, any value of the type can replace it in the rest of the chain.
        let [inside, after] = replaced[index].unwrap_or([inits[index]; 2]);
        let result = rewriter.body().result(op, index);
        rewriter.replace_all_uses(arguments[index], inside);
        rewriter.replace_all_uses(result, after);
    }
    keep_operands(rewriter, end, 0, |index| keep[index]);
    let new = drop_results(rewriter, op, &operands, |index| keep[index]);
    for index in (0..count).rev().filter(|&index| !keep[index]) {
        rewriter.erase_argument(block, variables + index);
    }
    Ok(new)
}

/// Whether a value is only used by one op without effects, which only computes the next carried
/// value.
fn feeds_only(body: &Body, argument: ValueId, end: OpId, index: usize) -> bool {
    let next = body.operand(end, index);
    let Some(definition) = body.defining_op(next) else { return false };
    body.has_one_use(next)
        && body.num_results(definition) == 1
        && body.regions(definition).is_empty()
        && has_no_effects(body, definition)
        && body.users(argument).all(|user| user == definition)
}

impl CanonicalizeOp for ParallelOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("scf.parallel-single-iteration", 1, |op, rewriter| {
            let body = rewriter.body();
            let bounds: Vec<[ValueId; 3]> = op
                .lower_bound(body)
                .into_iter()
                .zip(op.upper_bound(body))
                .zip(op.step(body))
                .map(|((lower, upper), step)| [lower, upper, step])
                .collect();
            let counts: Vec<Option<u64>> =
                bounds.iter().map(|&bounds| runs(body, bounds, false)).collect();
            let inits = op.init_vals(body);
            if counts.contains(&Some(0)) {
                rewriter.replace_op(op.id(), &inits);
                return Ok(());
            }
            if !counts.contains(&Some(1)) {
                return Err("every dimension may run more often".into());
            }
            collapse(op, &bounds, &counts, rewriter)
        });
        set.add::<Self>("scf.parallel-nested", 1, merge_nested);
    }
}

/// Whether a nested loop stays valid if a constant replaces an induction variable: `scf.parallel`
/// rejects a constant step that is not positive, while a variable one is an error at run time.
fn may_be_replaced(body: &Body, argument: ValueId, by: ValueId) -> bool {
    let is_step = |op: OpId| {
        ParallelOp::cast(body, op)
            .is_some_and(|nested| nested.step(body).into_iter().any(|it| it == argument))
    };
    let is_positive = |number: ApInt| !number.is_negative() && !number.is_zero();
    number(body, by).is_none_or(is_positive) || !body.users(argument).any(is_step)
}

/// Removes the dimensions with one iteration.
fn collapse(
    op: ParallelOp,
    bounds: &[[ValueId; 3]],
    counts: &[Option<u64>],
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let block = body.entry_block(op.region(body)).ok_or("the loop has no body")?;
    let inits = op.init_vals(body);
    let keep: Vec<usize> = (0..bounds.len()).filter(|&index| counts[index] != Some(1)).collect();
    let stay =
        |&index: &usize| may_be_replaced(body, body.arguments(block)[index], bounds[index][0]);
    if !(0..bounds.len()).filter(|index| !keep.contains(index)).all(|index| stay(&index)) {
        return Err("a nested loop would have a constant step that is not positive".into());
    }
    let end = body.terminator(block).ok_or("the body has no end")?;
    if keep.is_empty() {
        return run_once(op, block, end, bounds, &inits, rewriter);
    }
    let types: Vec<Type> = inits.iter().map(|&init| body.ty(init)).collect();
    let part = |which: usize| {
        keep.iter().map(move |&index| bounds[index][which]).collect::<Vec<ValueId>>()
    };
    let operands = [part(0), part(1), part(2), inits.to_vec()].concat();
    let arguments = body.arguments(block).to_vec();
    for index in (0..bounds.len()).filter(|index| !keep.contains(index)) {
        rewriter.replace_all_uses(arguments[index], bounds[index][0]);
    }
    for index in (0..bounds.len()).rev().filter(|index| !keep.contains(index)) {
        rewriter.erase_argument(block, index);
    }
    let new = rebuild(rewriter, op.id(), &operands, &types);
    let sizes = [keep.len(), keep.len(), keep.len(), inits.len()].map(|size| size as i32);
    set_segments(rewriter, new, &sizes);
    let results: Vec<ValueId> = rewriter.body().results(new).collect();
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

#[doc(hidden)]
pub fn set_segments(rewriter: &mut PatternRewriter<'_>, op: OpId, sizes: &[i32]) {
    let ctx = rewriter.context().clone();
    rewriter.update_in_place(op, |body| {
        body.set_attr(op, ctx.ident("operandSegmentSizes"), ctx.i32_array_attr(sizes));
    });
}

/// Replaces a loop with one iteration by its body and each reduction's combination with the initial
/// value.
fn run_once(
    op: ParallelOp,
    block: BlockId,
    end: OpId,
    bounds: &[[ValueId; 3]],
    inits: &[ValueId],
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let values = body.operand_list(end);
    let reductions: Vec<BlockId> =
        body.regions(end).iter().filter_map(|&region| body.entry_block(region)).collect();
    if reductions.len() != inits.len() || values.len() != inits.len() {
        return Err("there is no reduction for each value".into());
    }
    let mut results = Vec::new();
    for ((&init, &value), reduction) in inits.iter().zip(&values).zip(reductions) {
        let combined = inline_before(rewriter, reduction, end, &[init, value], 0)
            .ok_or("a reduction has no end")?;
        results.extend(combined);
    }
    rewriter.erase_op(end);
    let lower: Vec<ValueId> = bounds.iter().map(|bounds| bounds[0]).collect();
    let arguments = rewriter.body().arguments(block).to_vec();
    for result in &mut results {
        if let Some(index) = arguments.iter().position(|argument| argument == result) {
            *result = lower[index];
        }
    }
    rewriter.inline_block_before(block, op.id(), &lower);
    rewriter.replace_op(op.id(), &results);
    Ok(())
}

/// Merges a loop that contains nothing but another loop with it, as more dimensions.
fn merge_nested(op: ParallelOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let other = "the body is not one loop alone";
    let block = body.entry_block(op.region(body)).ok_or(other)?;
    let inner =
        body.first_op(block).and_then(|first| ParallelOp::cast(body, first)).ok_or(other)?;
    let end = body.terminator(block).ok_or(other)?;
    if body.next_op(inner.id()) != Some(end)
        || body.num_results(op.id()) > 0
        || body.num_results(inner.id()) > 0
    {
        return Err(other.into());
    }
    let own_bounds = [op.lower_bound(body), op.upper_bound(body), op.step(body)];
    let inner_bounds = [inner.lower_bound(body), inner.upper_bound(body), inner.step(body)];
    if inner_bounds.iter().flatten().any(|&bound| !is_outside(body, bound, op.id())) {
        return Err("the bounds of the inner loop depend on the outer one".into());
    }
    let inner_block = body.entry_block(inner.region(body)).ok_or(other)?;
    let operands: Vec<ValueId> = own_bounds
        .iter()
        .zip(&inner_bounds)
        .flat_map(|(own, inner)| own.iter().chain(inner))
        .copied()
        .collect();
    let count = own_bounds[0].len() + inner_bounds[0].len();
    let arguments = body.arguments(inner_block).to_vec();
    let mut added = Vec::new();
    for &argument in &arguments {
        let ty = rewriter.body().ty(argument);
        added.push(rewriter.add_argument(block, ty));
    }
    inline_before(rewriter, inner_block, inner.id(), &added, 0).ok_or(other)?;
    rewriter.erase_op(inner.id());
    let new = rebuild(rewriter, op.id(), &operands, &[]);
    set_segments(rewriter, new, &[count, count, count, 0].map(|size| size as i32));
    rewriter.erase_op(op.id());
    Ok(())
}
