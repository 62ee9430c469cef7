//! Interfaces that are attached to an op of another crate: one of our own, and one of mlir-lite's.

use mlir_lite::Context;
use mlir_lite::dialects::standard::{AddFOp, AddFOpRef, StdDialect};
use mlir_lite::ir::op_interface::ExternalModel;
use mlir_lite::ir::prelude::*;

use crate::op::LeakyReluOpRef;

/// What an op costs.
#[op_interface]
pub trait Cost {
    /// The price, in additions.
    fn cost(&self) -> u64;
}

impl Cost for AddFOpRef<'_> {
    fn cost(&self) -> u64 {
        1
    }
}

impl Cost for LeakyReluOpRef<'_> {
    fn cost(&self) -> u64 {
        if self.factor() == 0.0 { 1 } else { 3 }
    }
}

/// Names the results of sums: neither the interface nor the op is of this crate.
struct NamedSum;

#[derive(Copy, Clone)]
struct NamedSumRef<'b>(AddFOpRef<'b>);

impl ExternalModel for NamedSum {
    type Op = AddFOp;
    type View<'b> = NamedSumRef<'b>;
}

impl<'b> From<AddFOpRef<'b>> for NamedSumRef<'b> {
    fn from(op: AddFOpRef<'b>) -> Self {
        Self(op)
    }
}

impl OpAsmNameInterface for NamedSumRef<'_> {
    fn result_name(&self, _index: usize, _upstream: bool) -> Option<String> {
        Some(if self.0.lhs() == self.0.rhs() { "twice" } else { "sum" }.to_string())
    }
}

/// Attaches both to `addf`, and the price to the op of this crate.
pub fn attach(ctx: &Context) {
    ctx.extend::<StdDialect>(|ops| {
        ops.attach::<AddFOp, dyn Cost>();
        ops.attach_model::<NamedSum, dyn OpAsmNameInterface>();
    });
    ctx.extend::<crate::op::NnDialect>(|ops| ops.attach::<crate::op::LeakyReluOp, dyn Cost>());
}
