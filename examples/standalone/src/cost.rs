//! Interfaces that are attached to an op of another crate: one of our own, and one of mlir-lite's.

use mlir_lite::Context;
use mlir_lite::dialects::standard::{AddFOp, AddFOpRef, StdDialect};
use mlir_lite::ir::prelude::*;

use crate::op::{LeakyReluOp, LeakyReluOpRef};

/// The cost of an op.
#[op_interface]
pub trait Cost {
    /// The price, in additions.
    fn cost(op: View<'_, Self>) -> u64;
}

impl Cost for AddFOp {
    fn cost(_: AddFOpRef<'_>) -> u64 {
        1
    }
}

impl Cost for LeakyReluOp {
    fn cost(op: LeakyReluOpRef<'_>) -> u64 {
        if op.factor() == 0.0 { 1 } else { 3 }
    }
}

/// Names the results of sums: neither the interface nor the op is of this crate.
struct NamedSum;

impl OpModel for NamedSum {
    type Op = AddFOp;
}

impl OpAsmNameInterface for NamedSum {
    fn result_name(op: AddFOpRef<'_>, _index: usize, _upstream: bool) -> Option<String> {
        Some(if op.lhs() == op.rhs() { "twice" } else { "sum" }.to_string())
    }
}

/// Attaches both to `addf`, and the price to the op of this crate.
pub fn attach(ctx: &Context) {
    ctx.extend::<StdDialect>(|ops| {
        ops.attach::<AddFOp, dyn Cost>();
        ops.attach::<NamedSum, dyn OpAsmNameInterface>();
    });
    ctx.extend::<crate::op::NnDialect>(|ops| ops.attach::<LeakyReluOp, dyn Cost>());
}
