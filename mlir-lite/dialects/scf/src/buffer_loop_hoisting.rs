//! `buffer-loop-hoisting`: memory that each iteration of a loop allocates is allocated before it.

use crate::local_memory::is_local;
use crate::region_rules::is_outside;
use mlir_lite::dialects::standard::{AllocOp, StdDialect};
use mlir_lite::ir::interfaces::LoopLikeOpInterface;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Allocate memory before loops.
///
/// Memory moves out of loops that run their iterations in order, if its sizes are computed outside,
/// and it is not freed, returned, or passed to blocks or regions.
#[pass(name = "buffer-loop-hoisting", pure, each_body, dialects(StdDialect))]
#[derive(Copy, Clone, Debug)]
pub struct BufferLoopHoistingPass;

impl RunPass for BufferLoopHoistingPass {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        let allocations: Vec<AllocOp> =
            body.own_ops().into_iter().filter_map(|op| AllocOp::cast(body, op)).collect();
        for op in allocations {
            if !is_local(body, op.memref(body)) {
                continue;
            }
            while let Some(around) = body.parent_op(op.id()).filter(|&around| is_loop(body, around))
                && body.operands(op.id()).all(|size| is_outside(body, size, around))
            {
                body.move_op_before(around, op.id());
            }
        }
        Ok(())
    }
}

/// Whether the op is a loop that runs its iterations in order.
fn is_loop(body: &Body, op: OpId) -> bool {
    body.op(op).ask::<dyn LoopLikeOpInterface, _>(|op| op.runs_in_order()) == Some(true)
}
