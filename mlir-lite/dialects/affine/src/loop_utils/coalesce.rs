//! Coalescing: one loop instead of a perfect nest.

use super::unroll::own_ops;
use super::{
    Inputs, Reason, is_outside, known_trip_count, normalize, replace_other_uses, trip_count_map,
    value_of,
};
use crate::operands::MapOperands;
use crate::scope::is_valid_symbol;
use crate::{ForOp, MaxOp};
use mlir_lite::affine::AffineExpr;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, OpBuilder, OpDefinition, ValueId};

/// How many of the loops of a perfect nest, from the first one, can become one: their trip counts
/// do not depend on each other.
fn length(body: &Body, nest: &[ForOp]) -> usize {
    let Some(first) = nest.first() else { return 0 };
    let is_fixed = |this: &ForOp| {
        body.num_results(this.id()) == 0
            && trip_count_map(body, *this).is_some_and(|counts| {
                counts.operands.iter().all(|&operand| {
                    is_outside(body, operand, first.id()) && is_valid_symbol(body, operand)
                })
            })
    };
    nest.iter().take_while(|this| is_fixed(this)).count()
}

/// Coalesces the first loops of a perfect nest, as many as can become one; returns how many.
pub(crate) fn coalesce(body: &mut Body, nest: &[ForOp]) -> Result<usize, Reason> {
    let count = length(body, nest);
    let nest = &nest[..count];
    let [first, rest @ ..] = nest else {
        return Err("its trip count is not known before the nest");
    };
    let Some(&second) = rest.first() else { return Err("only one loop has independent bounds") };
    // The product of constant trip counts has to be a number.
    let mut product = 1_i64;
    for &this in nest {
        let known = known_trip_count(body, this).map_or(Some(1), |count| i64::try_from(count).ok());
        product = known
            .and_then(|count| product.checked_mul(count))
            .ok_or("the product of the trip counts would be too large")?;
    }
    let ctx = body.context().clone();
    let mut inputs = Inputs::default();
    let mut sizes = Vec::new();
    for &this in nest {
        sizes.push(match known_trip_count(body, this) {
            Some(count) => ctx.affine_constant(count as i64),
            None => {
                let size = size_before(body, this, *first)?;
                inputs.symbol(&ctx, size)
            }
        });
    }
    for &this in nest {
        normalize(body, this)?;
    }
    let one = ctx.affine_constant(1);
    let total = sizes.iter().fold(one, |product, &size| ctx.affine_mul(product, size));
    let total = inputs.map(&ctx, &[total]);
    let zero = MapOperands::new(ctx.constant_map(0), &[]);
    first.set_bounds(body, &zero, &total, &[]);
    let variable = first.induction_variable(body);
    // The index in each loop, from the innermost one.
    let mut left = inputs.dim(&ctx, variable);
    let mut indices: Vec<(ValueId, AffineExpr)> = Vec::new();
    for (&this, &size) in nest.iter().zip(&sizes).skip(1).rev() {
        indices.push((this.induction_variable(body), ctx.affine_mod(left, size)));
        left = ctx.affine_floordiv(left, size);
    }
    for (index, &this) in rest.iter().enumerate() {
        let next = rest.get(index + 1).map(|next| next.id());
        for op in own_ops(body, this).into_iter().filter(|&op| Some(op) != next) {
            body.move_op_before(second.id(), op);
        }
    }
    indices.push((variable, left));
    let location = body.location(first.id());
    let mut point = InsertionPoint::Start(first.block(body));
    for (old, index) in indices.into_iter().rev() {
        if !body.has_uses(old) {
            continue;
        }
        let mut builder = BodyBuilder::new(body, point).at(location);
        let value = value_of(&mut builder, inputs.map(&ctx, &[index]));
        point = builder.insertion_point();
        replace_other_uses(body, old, value);
    }
    body.erase_op(second.id());
    Ok(count)
}

/// The trip count of a loop whose bounds are not constants, computed before the nest.
fn size_before(body: &mut Body, this: ForOp, first: ForOp) -> Result<ValueId, Reason> {
    let ctx = body.context().clone();
    let counts = trip_count_map(body, this).ok_or("the trip count is not known")?;
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(first.id()));
    let count = value_of(&mut builder, counts);
    // Where a loop does not run, nothing does: two negative sizes must not multiply.
    let results = [ctx.affine_symbol(0), ctx.affine_constant(0)];
    Ok(MaxOp::create(&mut builder, &[count], ctx.affine_map(0, 1, &results)))
}
