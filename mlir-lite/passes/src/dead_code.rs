//! Dead code elimination: erases ops whose results are unused, and unreachable blocks.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{erase_unreachable_blocks, is_trivially_dead};
use mlir_lite_diagnostics::Reported;

/// Eliminate dead operations and blocks.
#[pass(name = "dce", pure, report_name = "DCE", each_body)]
pub struct DeadCodeEliminationPass;

impl RunPass for DeadCodeEliminationPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        erase_unreachable_blocks(body);
        erase_dead_ops(body);
        Ok(())
    }
}

/// Erases the dead ops of one body, without the isolated ops nested in it, and those that are dead
/// as a consequence.
pub fn erase_dead_ops(body: &mut Body) {
    // Users usually come after definitions: from the end, one visit to each op usually is enough.
    let root = body.root();
    let mut pending: Vec<OpId> = body.own_ops_in(root);
    let mut erased = vec![false; body.op_capacity()];
    while let Some(op) = pending.pop() {
        if erased[op.index()] || !is_trivially_dead(body, op) {
            continue;
        }
        // The ops in the op's regions are erased with it, and may have been the last users of
        // values defined outside.
        let mut inside = body.own_ops_in(op);
        inside.push(op);
        let operands = inside.iter().flat_map(|&op| body.operands(op));
        let feeding: Vec<OpId> = operands.filter_map(|operand| body.defining_op(operand)).collect();
        inside.iter().for_each(|op| erased[op.index()] = true);
        body.erase_op(op);
        pending.extend(feeding.into_iter().filter(|op| !erased[op.index()]));
    }
}
