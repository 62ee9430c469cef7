//! Removes what has no effect: ops whose results nobody uses, and blocks that control never reaches.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{erase_unreachable_blocks, is_trivially_dead};
use mlir_lite_diagnostics::Reported;

/// Eliminate dead operations and blocks.
#[pass(name = "dce", report_name = "DCE", each_body)]
pub struct DeadCodeEliminationPass;

impl RunPass for DeadCodeEliminationPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        erase_unreachable_blocks(body);
        erase_dead_ops(body);
        Ok(())
    }
}

/// Erases the ops of one body, without the bodies in it, that nobody would miss, and those that are then missed no more.
pub fn erase_dead_ops(body: &mut Body) {
    // Users come after what they use, mostly: from the end, one look at each op is mostly enough.
    let root = body.root();
    let mut pending: Vec<OpId> = body.walk_op_pre_order(root);
    let mut gone = vec![false; body.op_capacity()];
    while let Some(op) = pending.pop() {
        if gone[op.index()] || !is_trivially_dead(body, op) {
            continue;
        }
        // What is in the op's regions goes with it, and may have been the last to use something outside.
        let mut inside = body.walk_op_pre_order(op);
        inside.push(op);
        let operands = inside.iter().flat_map(|&op| body.operands(op));
        let feeding: Vec<OpId> = operands.filter_map(|operand| body.defining_op(operand)).collect();
        inside.iter().for_each(|op| gone[op.index()] = true);
        body.erase_op(op);
        pending.extend(feeding.into_iter().filter(|op| !gone[op.index()]));
    }
}
