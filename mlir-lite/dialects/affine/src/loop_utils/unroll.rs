//! Unrolling, and loops that run once.

use super::{Inputs, Reason, known_trip_count, single_lower_bound, trip_count_map, value_of};
use crate::ForOp;
use crate::operands::MapOperands;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, IrMapping, OpDefinition, OpId, TraitFlags, ValueId};
use smallvec::SmallVec;

/// The maximum number of ops in the copies of the body of a loop.
const MAX_COPIED_OPS: u64 = 65_536;

/// Replaces a loop that runs exactly once by its body; returns whether it does.
pub(crate) fn promote(body: &mut Body, this: ForOp) -> bool {
    known_trip_count(body, this) == Some(1) && unroll_fully(body, this).is_ok()
}

/// Replaces a loop by its iterations.
pub(crate) fn unroll_fully(body: &mut Body, this: ForOp) -> Result<(), Reason> {
    let count = known_trip_count(body, this).ok_or("the trip count is not known")?;
    distance_of_copies(body, this, count)?;
    let ctx = body.context().clone();
    let lower = single_lower_bound(body, this).ok_or("the trip count is not known")?;
    let step = this.step_value(body);
    let (block, ops) = (this.block(body), own_ops(body, this));
    let (variable, arguments) = split(body.arguments(block));
    let mut carried = this.inits(body).to_vec();
    for iteration in 0..count {
        let mut value = variable;
        if body.has_uses(variable) {
            let distance = ctx.affine_constant(step * iteration as i64);
            let results = lower.map.results(&ctx).iter();
            let at: Vec<_> = results.map(|&lower| ctx.affine_add(lower, distance)).collect();
            let data = lower.map.data(&ctx);
            let map = ctx.affine_map(data.dims, data.symbols, &at);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
            value = value_of(&mut builder, MapOperands::new(map, &lower.operands));
        }
        if iteration + 1 < count {
            let mut mapping = mapping(variable, value, &arguments, &carried);
            carried = yielded(body, this, &mut mapping, &ops, |body, copy| {
                body.insert_op_before(this.id(), copy);
            });
            continue;
        }
        // The last iteration is the body itself.
        if value != variable {
            body.replace_all_uses(variable, value);
        }
        for (&argument, &value) in arguments.iter().zip(&carried) {
            body.replace_all_uses(argument, value);
        }
        for &op in &ops {
            body.move_op_before(this.id(), op);
        }
        carried = end_operands(body, this);
    }
    replace_results(body, this, &carried);
    body.erase_op(this.id());
    Ok(())
}

/// Unrolls a loop so that each of its iterations does the work of `factor`; a second loop runs the
/// remaining ones. `unroll_rest` unrolls that one, and a loop with fewer iterations, if their trip
/// counts are known.
pub(crate) fn unroll_by_factor(
    body: &mut Body,
    this: ForOp,
    factor: u64,
    unroll_rest: bool,
) -> Result<(), Reason> {
    unroll_nest(body, &[this], factor, unroll_rest)
}

/// Unrolls the first loop of a perfect nest, whose iterations then run together in the loops within
/// it; a second nest runs the remaining ones.
pub(crate) fn unroll_and_jam(body: &mut Body, nest: &[ForOp], factor: u64) -> Result<(), Reason> {
    unroll_nest(body, nest, factor, false)
}

fn unroll_nest(
    body: &mut Body,
    nest: &[ForOp],
    factor: u64,
    unroll_rest: bool,
) -> Result<(), Reason> {
    let [this, ..] = *nest else { return Ok(()) };
    let known = known_trip_count(body, this);
    match known {
        Some(0) => return Err("the loop does not run"),
        Some(count) if count < factor && unroll_rest => return unroll_fully(body, this),
        Some(count) if count < factor => return Err("the trip count is less than the factor"),
        Some(count) if count == factor && nest.len() == 1 => return unroll_fully(body, this),
        _ if factor <= 1 => return Ok(()),
        _ => {}
    }
    let size = distance_of_copies(body, this, factor)?;
    let rest = split_rest(body, this, factor, size)?;
    repeat_body(body, this, nest[nest.len() - 1], factor);
    let step = body.context().index_attr(size);
    this.set_step(body, step);
    promote(body, this);
    if let Some(rest) = rest
        && !promote(body, rest)
        && unroll_rest
        && known.is_some()
    {
        unroll_fully(body, rest)?;
    }
    Ok(())
}

/// If the trip count may not be a multiple of `factor`, lets a loop end before the remaining
/// iterations, and adds a loop that runs them. `size` is the distance of `factor` iterations.
fn split_rest(
    body: &mut Body,
    this: ForOp,
    factor: u64,
    size: i64,
) -> Result<Option<ForOp>, Reason> {
    const UNKNOWN: Reason = "the lower bound is the largest of several values";
    let ctx = body.context().clone();
    let counts = trip_count_map(body, this).ok_or(UNKNOWN)?;
    let results = counts.map.results(&ctx);
    if results.iter().all(|count| count.largest_known_divisor(&ctx).is_multiple_of(factor)) {
        return Ok(None);
    }
    let lower = single_lower_bound(body, this).ok_or(UNKNOWN)?;
    if results.len() > 1 && this.constant_bounds(body).is_none() {
        return Err("the upper bound is the smallest of several values");
    }
    let mut inputs = Inputs::default();
    let start = inputs.add(&ctx, &lower)[0];
    let factor_constant = ctx.affine_constant(factor as i64);
    let end = match known_trip_count(body, this) {
        Some(count) => {
            let whole =
                i64::try_from(count / factor).ok().and_then(|whole| whole.checked_mul(size));
            let whole = whole.ok_or("the iterations are too far from each other")?;
            ctx.affine_add(start, ctx.affine_constant(whole))
        }
        None => {
            let count = inputs.add(&ctx, &counts)[0];
            let whole = ctx.affine_floordiv(count, factor_constant);
            ctx.affine_add(start, ctx.affine_mul(whole, ctx.affine_constant(size)))
        }
    };
    let middle = inputs.map(&ctx, &[end]).in_simplest_form(body);
    // A loop that does not run at all must not begin before its lower bound.
    let begin = match known_trip_count(body, this) {
        Some(_) => middle.clone(),
        None => inputs.map(&ctx, &[start, end]).in_simplest_form(body),
    };
    let upper = this.upper_bound(body);
    let copy = body.clone_op(this.id(), &mut IrMapping::new());
    body.insert_op_after(this.id(), copy);
    let rest = ForOp::cast(body, copy).ok_or("the copy of a loop is a loop")?;
    let results: SmallVec<[ValueId; 2]> = body.results(this.id()).collect();
    for (index, &result) in results.iter().enumerate() {
        let last = body.result(copy, index);
        body.replace_all_uses(result, last);
    }
    let inits: Vec<ValueId> = results.to_vec();
    rest.set_bounds(body, &begin, &upper, &inits);
    let inits = this.inits(body).to_vec();
    this.set_bounds(body, &lower, &middle, &inits);
    Ok(Some(rest))
}

/// Appends to the body of `inner`, which is the loop or one within it, what the iterations 1 to
/// `factor` of the loop after each of its own do. The values that the loop carries run through the
/// copies.
fn repeat_body(body: &mut Body, this: ForOp, inner: ForOp, factor: u64) {
    let Some(end) = body.terminator(inner.block(body)) else { return };
    let ops = own_ops(body, inner);
    let ctx = body.context().clone();
    let block = this.block(body);
    let step = this.step_value(body);
    let (variable, arguments) = split(body.arguments(block));
    let is_used = body.has_uses(variable);
    let mut carried = end_operands(body, this);
    for iteration in 1..factor {
        let mut value = variable;
        if is_used {
            let distance = ctx.affine_constant(step * iteration as i64);
            let at = ctx.affine_map(1, 0, &[ctx.affine_add(ctx.affine_dim(0), distance)]);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(end));
            value = value_of(&mut builder, MapOperands::new(at, &[variable]));
        }
        let mut mapping = mapping(variable, value, &arguments, &carried);
        carried = yielded(body, this, &mut mapping, &ops, |body, copy| {
            body.insert_op_before(end, copy);
        });
    }
    if this == inner {
        body.set_operands(end, &carried);
    }
}

/// The distance of `times` iterations, if the body of a loop may be copied for them.
fn distance_of_copies(body: &Body, this: ForOp, times: u64) -> Result<i64, Reason> {
    let distance =
        i64::try_from(times).ok().and_then(|times| times.checked_mul(this.step_value(body)));
    let mut ops = 0_u64;
    for op in body.pre_order(this.id()) {
        if body.child(op).is_some() {
            return Err("the loop contains an isolated op");
        }
        ops += 1;
    }
    if ops.checked_mul(times).is_none_or(|all| all > MAX_COPIED_OPS) {
        return Err("the copies of the body would have too many ops");
    }
    distance.ok_or("the iterations are too far from each other")
}

/// The ops of the body of a loop, without its end.
pub(crate) fn own_ops(body: &Body, this: ForOp) -> Vec<OpId> {
    let ops = body.ops(this.block(body));
    ops.filter(|&op| !body.has_trait(op, TraitFlags::TERMINATOR)).collect()
}

fn split(arguments: &[ValueId]) -> (ValueId, Vec<ValueId>) {
    (arguments[0], arguments[1..].to_vec())
}

fn mapping(
    variable: ValueId,
    value: ValueId,
    arguments: &[ValueId],
    carried: &[ValueId],
) -> IrMapping {
    let mut mapping = IrMapping::new();
    mapping.map(variable, value);
    for (&argument, &value) in arguments.iter().zip(carried) {
        mapping.map(argument, value);
    }
    mapping
}

/// Copies ops, and returns the copies of the values that the loop yields.
fn yielded(
    body: &mut Body,
    this: ForOp,
    mapping: &mut IrMapping,
    ops: &[OpId],
    mut insert: impl FnMut(&mut Body, OpId),
) -> Vec<ValueId> {
    for &op in ops {
        let copy = body.clone_op(op, mapping);
        insert(body, copy);
    }
    let values = end_operands(body, this);
    values.into_iter().map(|value| mapping.value(value).unwrap_or(value)).collect()
}

/// The values that a loop yields.
fn end_operands(body: &Body, this: ForOp) -> Vec<ValueId> {
    let end = body.terminator(this.block(body));
    end.map_or_else(Vec::new, |end| body.operands(end).collect())
}

fn replace_results(body: &mut Body, this: ForOp, values: &[ValueId]) {
    let results: SmallVec<[ValueId; 2]> = body.results(this.id()).collect();
    for (result, &value) in results.into_iter().zip(values) {
        body.replace_all_uses(result, value);
    }
}
