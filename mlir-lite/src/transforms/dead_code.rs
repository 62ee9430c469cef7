//! Removes what has no effect: ops whose results nobody uses, and blocks that control never reaches.

use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::pass::{PassContext, RunPass, pass};
use crate::rewrite::{erase_unreachable_blocks, is_trivially_dead};
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

#[cfg(test)]
mod tests {
    use super::DeadCodeEliminationPass;
    use crate::transforms::test_support::{parse, run_pass_with};
    use pretty_assertions::assert_eq;

    #[test]
    fn chains_and_unreached_blocks_go() {
        let mut module = parse(
            "func @f(%a: i32) -> i32 {
  %0 = addi %a, %a : i32
  %1 = muli %0, %0 : i32
  %2 = \"t.effect\"(%a) : (i32) -> i32
  return %a : i32
^dead(%b: i32):
  br ^dead(%1 : i32)
}",
        );
        let mut functions = module.children_mut();
        assert_eq!(
            run_pass_with(&DeadCodeEliminationPass, functions[0].1, &[]),
            "func @f(%arg0: i32) -> i32 {
  %0 = \"t.effect\"(%arg0) : (i32) -> i32
  return %arg0 : i32
}"
        );
    }
}
