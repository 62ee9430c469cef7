//! `gpu-launch-sink-index-computations`: kernels compute again what is cheap.

use crate::kernel_outlining::values_from_above;
use crate::{GpuDialect, LaunchOp};
use mlir_lite::dialects::standard::{CmpIOp, DimOp, SelectOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::Reported;

/// Sink index computations into kernels.
///
/// Constants, sizes of memory, comparisons and selections that a kernel uses are computed in it, if
/// what they need is used there anyway: then the kernel has fewer arguments.
#[pass(name = "gpu-launch-sink-index-computations", pure, each_body, dialects(GpuDialect))]
#[derive(Copy, Clone, Debug)]
pub struct GpuSinkIndexComputationsPass;

impl RunPass for GpuSinkIndexComputationsPass {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops_post_order() {
            if LaunchOp::is(body, op) {
                sink_into(body, op);
            }
        }
        Ok(())
    }
}

/// The ops that get into a kernel.
struct Sunk<'b> {
    body: &'b Body,
    /// The values from outside that the kernel uses.
    used: &'b [ValueId],
    /// In the order of their definitions and uses.
    ops: Vec<OpId>,
}

impl Sunk<'_> {
    /// Adds an op after those that it needs; false if the kernel would use a value more.
    fn add(&mut self, op: OpId) -> bool {
        if self.ops.contains(&op) {
            return true;
        }
        let body = self.body;
        let is_constant = body.num_operands(op) == 0
            && body.results(op).next().is_some_and(|it| constant_value(body, it).is_some());
        if !is_constant && !DimOp::is(body, op) && !SelectOp::is(body, op) && !CmpIOp::is(body, op)
        {
            return false;
        }
        for operand in body.operand_list(op) {
            let is_sunk = body.defining_op(operand).is_some_and(|op| self.add(op));
            if !is_sunk && !self.used.contains(&operand) {
                return false;
            }
        }
        self.ops.push(op);
        true
    }
}

fn sink_into(body: &mut Body, launch: OpId) {
    let used = values_from_above(body, launch);
    let mut sunk = Sunk { body, used: &used, ops: Vec::new() };
    for &value in &used {
        if let Some(op) = sunk.body.defining_op(value) {
            sunk.add(op);
        }
    }
    let ops = sunk.ops;
    let Some(entry) = body.entry_block(body.region(launch, 0)) else { return };
    let Some(first) = body.first_op(entry) else { return };
    let mut mapping = IrMapping::new();
    for op in ops {
        let copy = body.clone_op(op, &mut mapping);
        body.insert_op_before(first, copy);
        let pairs: Vec<_> = body.results(op).zip(body.results(copy)).collect();
        for (old, new) in pairs {
            mapping.map(old, new);
            let is_of_kernel = |&user: &OpId| user != launch && body.is_inside(user, launch);
            let users: Vec<OpId> = body.users(old).filter(is_of_kernel).collect();
            for user in users {
                let places = body.operand_list(user);
                for (i, operand) in places.into_iter().enumerate() {
                    if operand == old {
                        body.set_operand(user, i, new);
                    }
                }
            }
        }
    }
}
