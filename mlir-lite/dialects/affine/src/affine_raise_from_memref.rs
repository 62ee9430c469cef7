//! `affine-raise-from-memref`: accesses of memory at affine subscripts.

use crate::loop_utils::Inputs;
use crate::operands::MapOperands;
use crate::scope::{is_valid_dim, is_valid_symbol};
use crate::{AffineDialect, LoadOp, StoreOp};
use mlir_lite::dialects::standard;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, OpDefinition, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Turn some memref operators to affine operators where supported.
///
/// Loads and stores become those of affine if all their subscripts may be dimensions or symbols.
#[pass(
    name = "affine-raise-from-memref",
    pure,
    report_name = "RaiseMemrefDialect",
    each_body,
    dialects(AffineDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineRaiseFromMemrefPass;

impl RunPass for AffineRaiseFromMemrefPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            if let Some(load) = standard::LoadOp::cast(body, op) {
                let (memref, indices) = (load.memref(body), load.indices(body).to_vec());
                let Some(at) = affine_subscripts(body, &indices) else { continue };
                let old = load.result(body);
                let ty = body.ty(old);
                let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
                let value = LoadOp::create(&mut builder, memref, &at.operands, at.map, ty);
                body.replace_all_uses(old, value);
            } else if let Some(store) = standard::StoreOp::cast(body, op) {
                let (memref, indices) = (store.memref(body), store.indices(body).to_vec());
                let Some(at) = affine_subscripts(body, &indices) else { continue };
                let value = store.value(body);
                let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
                StoreOp::create(&mut builder, value, memref, &at.operands, at.map);
            } else {
                continue;
            }
            body.erase_op(op);
        }
        Ok(())
    }
}

/// Subscripts as a map of dimensions and symbols, if all may be such.
fn affine_subscripts(body: &Body, indices: &[ValueId]) -> Option<MapOperands> {
    let ctx = body.context();
    let mut inputs = Inputs::default();
    let mut results = Vec::with_capacity(indices.len());
    for &index in indices {
        results.push(if is_valid_symbol(body, index) {
            inputs.symbol(ctx, index)
        } else if is_valid_dim(body, index) {
            inputs.dim(ctx, index)
        } else {
            return None;
        });
    }
    Some(inputs.map(ctx, &results).in_simplest_form(body))
}
