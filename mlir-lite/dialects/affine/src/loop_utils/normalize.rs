//! Loops from 0 in steps of 1.

use super::{
    Inputs, Reason, known_trip_count, replace_other_uses, single_lower_bound, trip_count_map,
    value_of,
};
use crate::operands::MapOperands;
use crate::parallel::{Loop, loops};
use crate::{ForOp, ParallelOp};
use mlir_lite::affine::AffineExpr;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{BlockId, Body, ValueId};

/// Lets a loop run from 0 in steps of 1, and computes its former variable in the body.
pub(crate) fn normalize(body: &mut Body, this: ForOp) -> Result<(), Reason> {
    const UNKNOWN: Reason = "the lower bound is the largest of several values";
    let ctx = body.context().clone();
    let lower = single_lower_bound(body, this).ok_or(UNKNOWN)?;
    let step = this.step_value(body);
    if step == 1 && lower.map.single_constant(&ctx) == Some(0) {
        return Ok(());
    }
    let counts = trip_count_map(body, this).ok_or(UNKNOWN)?;
    let inits = this.inits(body).to_vec();
    let zero = MapOperands::new(ctx.constant_map(0), &[]);
    this.set_bounds(body, &zero, &counts, &inits);
    let one = ctx.index_attr(1);
    this.set_step(body, one);
    let (block, variable) = (this.block(body), this.induction_variable(body));
    shift_variable(body, block, variable, &|inputs, variable| {
        let start = inputs.add(&ctx, &lower)[0];
        ctx.affine_add(ctx.affine_mul(variable, ctx.affine_constant(step)), start)
    });
    Ok(())
}

/// Lets a variable count down: replaces it by the sum of the first and the last value minus it.
pub(crate) fn reverse(body: &mut Body, this: ForOp, lower: &MapOperands) -> Result<(), Reason> {
    let ctx = body.context().clone();
    let step = this.step_value(body);
    let (block, variable) = (this.block(body), this.induction_variable(body));
    let upper = this.upper_bound(body);
    let (last, upper) = match (this.constant_bounds(body), known_trip_count(body, this)) {
        (_, Some(0)) => return Err("it does not run"),
        (Some((lower, _)), Some(count)) => {
            let distance = i64::try_from(count - 1).ok().and_then(|count| count.checked_mul(step));
            let last = distance.and_then(|distance| lower.checked_add(distance));
            let last = last.ok_or("the bounds are too far from each other")?;
            (last, MapOperands::new(ctx.constant_map(0), &[]))
        }
        _ if step == 1 && upper.map.results(&ctx).len() == 1 => (-1, upper),
        _ => return Err("the last value of the variable is not an affine function"),
    };
    shift_variable(body, block, variable, &|inputs, variable| {
        let first = inputs.add(&ctx, lower)[0];
        let end = inputs.add(&ctx, &upper)[0];
        let sum = ctx.affine_add(ctx.affine_add(first, end), ctx.affine_constant(last));
        ctx.affine_sub(sum, variable)
    });
    Ok(())
}

/// As [`normalize`], for all loops of an `affine.parallel`.
pub(crate) fn normalize_parallel(body: &mut Body, this: ParallelOp) -> Result<(), Reason> {
    let ctx = body.context().clone();
    let all = loops(this.on(body)).ok_or("the loop is malformed")?.bounds;
    let mut inputs = Inputs::default();
    let (mut starts, mut counts) = (Vec::new(), Vec::new());
    for one in &all {
        let lower = inputs.add(&ctx, &one.lower);
        let [start] = lower[..] else {
            return Err("a lower bound is the largest of several values");
        };
        let step = ctx.affine_constant(one.step);
        for upper in inputs.add(&ctx, &one.upper) {
            counts.push(ctx.affine_ceildiv(ctx.affine_sub(upper, start), step));
        }
        starts.push(start);
    }
    let is_normal =
        |(start, one): (&AffineExpr, &Loop)| start.as_constant(&ctx) == Some(0) && one.step == 1;
    if starts.iter().zip(&all).all(is_normal) {
        return Ok(());
    }
    let starts = inputs.map(&ctx, &starts);
    let counts = inputs.map(&ctx, &counts);
    this.set_normal_bounds(body, &counts, all.len());
    let block = this.block(body);
    for (index, one) in all.iter().enumerate() {
        let variable = body.arguments(block)[index];
        let start = &starts;
        shift_variable(body, block, variable, &|inputs, variable| {
            let start = inputs.add(&ctx, start)[index];
            ctx.affine_add(ctx.affine_mul(variable, ctx.affine_constant(one.step)), start)
        });
    }
    Ok(())
}

/// Replaces the uses of a variable of a loop by an expression of it, which is computed at the start
/// of the body.
fn shift_variable(
    body: &mut Body,
    block: BlockId,
    variable: ValueId,
    expression: &dyn Fn(&mut Inputs, AffineExpr) -> AffineExpr,
) {
    if !body.has_uses(variable) {
        return;
    }
    let ctx = body.context().clone();
    let mut inputs = Inputs::default();
    let dim = inputs.dim(&ctx, variable);
    let shifted = expression(&mut inputs, dim);
    let map = inputs.map(&ctx, &[shifted]);
    let location = body.block_owner(block).map(|owner| body.location(owner));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Start(block));
    if let Some(location) = location {
        builder = builder.at(location);
    }
    let value = value_of(&mut builder, map);
    replace_other_uses(body, variable, value);
}
