//! The parts of loop transformations: trip counts, the values of loop variables, unrolling, normal
//! form, and coalescing. They decide nothing about dependences; those that cannot be done return
//! why.

mod coalesce;
mod enter;
mod inputs;
mod normalize;
mod unroll;

pub(crate) use coalesce::coalesce;
pub(crate) use enter::{both_bounds, enter};
pub(crate) use inputs::{Inputs, is_outside, replace_other_uses, value_of};
pub(crate) use normalize::{normalize, normalize_parallel, reverse};
pub(crate) use unroll::{own_ops, promote, unroll_and_jam, unroll_by_factor, unroll_fully};

use crate::ForOp;
use crate::operands::MapOperands;
use mlir_lite::Context;
use mlir_lite::ir::{Body, OpDefinition, OpRef};
use mlir_lite::pass::PassContext;
use mlir_lite_diagnostics::Remark;
use smallvec::SmallVec;

/// Why a loop is not transformed, for people.
pub(crate) type Reason = &'static str;

/// Reports that a loop was not transformed.
pub(crate) fn remark_missed(cx: &mut PassContext<'_>, op: OpRef<'_>, name: &str, reason: Reason) {
    cx.remark(op, || Remark::missed(name).in_category("affine").with("Reason", reason));
}

/// The lower bound of a loop as a map with one result. None if it is the largest of several values.
pub(crate) fn single_lower_bound(body: &Body, this: ForOp) -> Option<MapOperands> {
    let ctx = body.context();
    if let Some((lower, _)) = this.constant_bounds(body) {
        return Some(MapOperands::new(ctx.constant_map(lower), &[]));
    }
    let lower = this.lower_bound(body).in_simplest_form(body);
    (lower.map.results(ctx).len() == 1).then_some(lower)
}

/// The trip count of a loop: the least result of the map, or 0 if that is negative. None if the
/// lower bound is the largest of several values.
pub(crate) fn trip_count_map(body: &Body, this: ForOp) -> Option<MapOperands> {
    let ctx = body.context();
    let (lower, upper) = (single_lower_bound(body, this)?, this.upper_bound(body));
    let mut inputs = Inputs::default();
    let lower = inputs.add(ctx, &lower)[0];
    let step = ctx.affine_constant(this.step_value(body));
    let counts: SmallVec<[_; 4]> = inputs
        .add(ctx, &upper)
        .into_iter()
        .map(|upper| ctx.affine_ceildiv(ctx.affine_sub(upper, lower), step))
        .collect();
    Some(inputs.map(ctx, &counts).in_simplest_form(body))
}

/// The trip count of a loop, if it is the same in each run.
pub(crate) fn known_trip_count(body: &Body, this: ForOp) -> Option<u64> {
    this.constant_trip_count(body).or_else(|| least(body.context(), &trip_count_map(body, this)?))
}

/// The least result of a trip count, if all are constants.
fn least(ctx: &Context, counts: &MapOperands) -> Option<u64> {
    let counts = counts.map.results(ctx).iter().map(|count| count.as_constant(ctx));
    let counts: Vec<i64> = counts.collect::<Option<_>>()?;
    counts.into_iter().min().map(|count| u64::try_from(count).unwrap_or(0))
}

/// The loops of a body that contain no other ones.
pub(crate) fn innermost_loops(body: &Body) -> Vec<ForOp> {
    let mut loops: Vec<ForOp> = Vec::new();
    // An op follows those in it, and the last loop among these is the one that ended last.
    for op in body.own_ops_post_order() {
        let Some(this) = ForOp::cast(body, op) else { continue };
        let contains = |last: &ForOp| body.is_inside(last.id(), op);
        if !loops.last().is_some_and(contains) {
            loops.push(this);
        }
    }
    loops
}
