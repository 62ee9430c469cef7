//! `scf-for-loop-specialization` and `scf-parallel-loop-specialization`: a loop of constant size
//! beside one of any size.
//!
//! A loop over a tile ends at an `affine.min` of the tile's size and the rest of the outer loop.
//! The copy for full tiles can be unrolled or vectorized without a second loop.

use crate::{AffineDialect, MinOp};
use mlir_lite::dialects::scf::{ForOp, IfOp, ParallelOp, ScfDialect};
use mlir_lite::dialects::standard::{AndOp, CmpIOp, CmpIPredicate, ConstantOp, StdDialect};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, IrMapping, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{Remark, Reported};

/// Specialize `for` loops for vectorization.
///
/// A loop whose upper bound is an `affine.min` with a constant runs in two copies: in one, that
/// constant is the bound.
#[pass(
    name = "scf-for-loop-specialization",
    pure,
    report_name = "SCFForLoopSpecialization",
    each_body,
    dialects(AffineDialect, ScfDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct ScfForLoopSpecializationPass;

impl RunPass for ScfForLoopSpecializationPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops_post_order() {
            if let Some(this) = ForOp::cast(body, op) {
                let bounds = [this.upper_bound(body)];
                specialize(body, op, &bounds, cx);
            }
        }
        Ok(())
    }
}

/// Specialize parallel loops for vectorization.
///
/// A loop whose upper bounds are all an `affine.min` with a constant runs in two copies: in one,
/// these constants are the bounds.
#[pass(
    name = "scf-parallel-loop-specialization",
    pure,
    report_name = "SCFParallelLoopSpecialization",
    each_body,
    dialects(AffineDialect, ScfDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct ScfParallelLoopSpecializationPass;

impl RunPass for ScfParallelLoopSpecializationPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops_post_order() {
            if let Some(this) = ParallelOp::cast(body, op) {
                let bounds = this.upper_bound(body).to_vec();
                specialize(body, op, &bounds, cx);
            }
        }
        Ok(())
    }
}

/// The least constant of an `affine.min`.
fn least_constant(body: &Body, value: ValueId) -> Option<i64> {
    let ctx = body.context();
    let this = MinOp::defining(body, value)?;
    this.map(body).results(ctx).iter().filter_map(|result| result.as_constant(ctx)).min()
}

/// Copies a loop, for bounds that are their constants.
fn specialize(body: &mut Body, op: OpId, bounds: &[ValueId], cx: &mut PassContext<'_>) {
    let constants: Option<Vec<i64>> =
        bounds.iter().map(|&bound| least_constant(body, bound)).collect();
    let Some(constants) = constants else {
        let reason = "an upper bound is not an 'affine.min' with a constant";
        let remark = || Remark::missed("specialize").in_category("scf").with("Reason", reason);
        cx.remark(body.op(op), remark);
        return;
    };
    let results: Vec<ValueId> = body.results(op).collect();
    let types: Vec<Type> = results.iter().map(|&result| body.ty(result)).collect();
    let location = body.location(op);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
    let mut mapping = IrMapping::new();
    let mut are_full: Option<ValueId> = None;
    for (&bound, &constant) in bounds.iter().zip(&constants) {
        let constant = ConstantOp::index(&mut builder, constant);
        let is_full = CmpIOp::create(&mut builder, CmpIPredicate::Eq, bound, constant);
        are_full = Some(match are_full {
            Some(others) => AndOp::create(&mut builder, others, is_full),
            None => is_full,
        });
        mapping.map(bound, constant);
    }
    let Some(are_full) = are_full else { return };
    let copies = [mapping, IrMapping::new()].map(|mut mapping| body.clone_op(op, &mut mapping));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
    let [full, any] = copies.map(|copy| {
        move |builder: &mut BodyBuilder<'_>| {
            builder.insert(copy);
            builder.body().results(copy).collect()
        }
    });
    let branch = IfOp::with_branches(&mut builder, are_full, &types, full, any);
    let new: Vec<ValueId> = body.results(branch.id()).collect();
    for (&old, &new) in results.iter().zip(&new) {
        body.replace_all_uses(old, new);
    }
    body.erase_op(op);
}
