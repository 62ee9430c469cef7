//! `test-print-defuse`: the definitions of operands and the users of results, in the form of MLIR's
//! document on the structure of IR.

use super::ReportSink;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::ValueDef;
use mlir_lite::ir::view::OpRef;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use std::fmt::Write as _;

/// Print the definitions of operands and the users of results.
#[pass(name = "test-print-defuse")]
pub struct PrintDefUsePass {
    /// Where to.
    pub sink: ReportSink,
}

impl RunPass for PrintDefUsePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut text = String::new();
        for op in post_order(body.as_op()) {
            print(op, &mut text);
        }
        self.sink.write(&text, cx.diagnostics)
    }
}

/// All ops, each after those in it.
fn post_order(root: OpRef<'_>) -> Vec<OpRef<'_>> {
    // Visits regions, blocks and ops backwards, outer ones first, and reverses the result.
    let mut ops = Vec::new();
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        ops.push(op);
        for region in op.regions() {
            for block in region.blocks() {
                pending.extend(block.ops());
            }
        }
    }
    ops.reverse();
    ops
}

fn print(op: OpRef<'_>, text: &mut String) {
    let body = op.body();
    // Writing to a string does not fail.
    let _ =
        writeln!(text, "Visiting op '{}' with {} operands:", op.spelled_name(), op.num_operands());
    for operand in op.operands() {
        let _ = match body.value_def(operand) {
            ValueDef::Result { op, .. } => {
                writeln!(text, "  - Operand produced by operation '{}'", body.op(op).spelled_name())
            }
            ValueDef::Argument { index, .. } => {
                writeln!(text, "  - Operand produced by Block argument, number {index}")
            }
        };
    }
    let _ = writeln!(text, "Has {} results:", op.num_results());
    for (index, result) in op.results().enumerate() {
        let users: Vec<&str> = body.users(result).map(|user| body.info(user).name()).collect();
        let _ = match &users[..] {
            [] => writeln!(text, "  - Result {index} has no uses"),
            [user] => writeln!(text, "  - Result {index} has a single use:     - {user}"),
            _ => {
                let lines: String = users.iter().map(|user| format!("    - {user}\n")).collect();
                write!(text, "  - Result {index} has {} uses:\n{lines}", users.len())
            }
        };
    }
}
