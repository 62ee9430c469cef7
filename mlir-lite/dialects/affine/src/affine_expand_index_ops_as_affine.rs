//! `affine-expand-index-ops-as-affine`: affine functions that split and join indices.

use crate::loop_utils::{Inputs, Reason, remark_missed, value_of};
use crate::scope::{is_valid_dim, is_valid_symbol};
use crate::{AffineDialect, DelinearizeIndexOp, LinearizeIndexOp};
use mlir_lite::Context;
use mlir_lite::affine::AffineExpr;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Lower affine operations operating on indices into affine.apply operations.
///
/// `affine.delinearize_index` and `affine.linearize_index` become `affine.apply`, if their indices
/// are dimensions or symbols, and their sizes are symbols.
#[pass(
    name = "affine-expand-index-ops-as-affine",
    pure,
    report_name = "AffineExpandIndexOpsAsAffine",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineExpandIndexOpsAsAffinePass;

impl RunPass for AffineExpandIndexOpsAsAffinePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            let done = if let Some(this) = DelinearizeIndexOp::cast(body, op) {
                split(body, this)
            } else if let Some(this) = LinearizeIndexOp::cast(body, op) {
                join(body, this)
            } else {
                continue;
            };
            if let Err(reason) = done {
                remark_missed(cx, body.op(op), "expand", reason);
            }
        }
        Ok(())
    }
}

/// An index as an input of a function.
fn index(
    ctx: &Context,
    body: &Body,
    inputs: &mut Inputs,
    value: ValueId,
) -> Result<AffineExpr, Reason> {
    if is_valid_symbol(body, value) {
        Ok(inputs.symbol(ctx, value))
    } else if is_valid_dim(body, value) {
        Ok(inputs.dim(ctx, value))
    } else {
        Err("an index is neither a dimension nor a symbol")
    }
}

/// The sizes, the last `count` of them.
fn sizes(
    ctx: &Context,
    body: &Body,
    inputs: &mut Inputs,
    (numbers, values): (Attribute, &[ValueId]),
    count: usize,
) -> Result<Vec<AffineExpr>, Reason> {
    let numbers = numbers.as_i64_array(ctx).ok_or("the basis is missing")?;
    let mut values = values.iter();
    let mut sizes = Vec::new();
    for number in numbers {
        sizes.push(match number {
            i64::MIN => {
                let &value = values.next().ok_or("a size is missing")?;
                if !is_valid_symbol(body, value) {
                    return Err("a size is not a symbol");
                }
                inputs.symbol(ctx, value)
            }
            number if number > 0 => ctx.affine_constant(number),
            _ => return Err("a size is not positive"),
        });
    }
    let first = sizes.len().checked_sub(count).ok_or("a size is missing")?;
    Ok(sizes.split_off(first))
}

/// Each index is a quotient by the product of the later sizes, of the remainder by the earlier one.
fn split(body: &mut Body, this: DelinearizeIndexOp) -> Result<(), Reason> {
    let ctx = body.context().clone();
    let count = body.num_results(this.id());
    let mut inputs = Inputs::default();
    let mut rest = index(&ctx, body, &mut inputs, this.linear_index(body))?;
    let basis = (this.static_basis(body), &this.dynamic_basis(body)[..]);
    let sizes = sizes(&ctx, body, &mut inputs, basis, count.saturating_sub(1))?;
    let mut functions = Vec::new();
    for at in 0..sizes.len() {
        let after = sizes[at..].iter().fold(ctx.affine_constant(1), |a, &b| ctx.affine_mul(a, b));
        functions.push(ctx.affine_floordiv(rest, after));
        rest = ctx.affine_mod(rest, after);
    }
    functions.push(rest);
    replace(body, this.id(), &inputs, &functions)
}

/// Each index times the product of the sizes after it.
fn join(body: &mut Body, this: LinearizeIndexOp) -> Result<(), Reason> {
    let ctx = body.context().clone();
    let indices = this.multi_index(body);
    let mut inputs = Inputs::default();
    let basis = (this.static_basis(body), &this.dynamic_basis(body)[..]);
    let sizes = sizes(&ctx, body, &mut inputs, basis, indices.len().saturating_sub(1))?;
    let mut sum = ctx.affine_constant(0);
    for (at, &value) in indices.iter().enumerate() {
        let value = index(&ctx, body, &mut inputs, value)?;
        let after = sizes[at..].iter().fold(value, |a, &b| ctx.affine_mul(a, b));
        sum = ctx.affine_add(sum, after);
    }
    replace(body, this.id(), &inputs, &[sum])
}

fn replace(
    body: &mut Body,
    op: OpId,
    inputs: &Inputs,
    functions: &[AffineExpr],
) -> Result<(), Reason> {
    let ctx = body.context().clone();
    let results: Vec<ValueId> = body.results(op).collect();
    let location = body.location(op);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
    let values: Vec<ValueId> = functions
        .iter()
        .map(|&function| value_of(&mut builder, inputs.map(&ctx, &[function])))
        .collect();
    for (old, new) in results.into_iter().zip(values) {
        body.replace_all_uses(old, new);
    }
    body.erase_op(op);
    Ok(())
}
