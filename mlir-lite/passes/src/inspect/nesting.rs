//! `test-print-nesting`: regions, blocks and ops, in the form of MLIR's document on the structure
//! of IR.

use super::ReportSink;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::view::{BlockRef, OpRef, RegionRef};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::text::print_attribute;
use mlir_lite_diagnostics::Reported;

/// Print the nesting of ops.
#[pass(name = "test-print-nesting")]
pub struct PrintNestingPass {
    /// Where to.
    pub sink: ReportSink,
}

impl RunPass for PrintNestingPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        self.sink.write(&report(body.as_op()), cx.diagnostics)
    }
}

enum Item<'b> {
    Op(OpRef<'b>),
    Region(RegionRef<'b>),
    Block(BlockRef<'b>),
}

/// Two spaces a level. IR nests as deep as it likes, so the traversal uses an explicit stack.
fn report(root: OpRef<'_>) -> String {
    let mut text = String::new();
    let mut pending = vec![(0, Item::Op(root))];
    while let Some((indent, item)) = pending.pop() {
        let mut line = |words: String| {
            text.extend(std::iter::repeat_n(' ', indent));
            text.push_str(&words);
            text.push('\n');
        };
        match item {
            Item::Op(op) => {
                let (name, operands, results) =
                    (op.spelled_name(), op.num_operands(), op.num_results());
                line(format!(
                    "visiting op: '{name}' with {operands} operands and {results} results"
                ));
                let attributes = op.body().attributes(op.id());
                if !attributes.is_empty() {
                    line(format!("{} attributes:", attributes.len()));
                }
                for (name, value) in attributes {
                    let value = print_attribute(op.context(), value);
                    line(format!(" - '{}' : '{value}'", name.text(op.context())));
                }
                line(format!(" {} nested regions:", op.regions().len()));
                pending.extend(op.regions().rev().map(|region| (indent + 2, Item::Region(region))));
            }
            Item::Region(region) => {
                line(format!("Region with {} blocks:", region.blocks().count()));
                pending.extend(region.blocks().rev().map(|block| (indent + 2, Item::Block(block))));
            }
            Item::Block(block) => {
                let arguments = block.arguments().len();
                let last = block.body().last_op(block.id());
                let successors = last.map_or(0, |last| block.body().num_successors(last));
                let ops = block.ops().count();
                line(format!(
                    "Block with {arguments} arguments, {successors} successors, and {ops} \
                        operations"
                ));
                pending.extend(block.ops().rev().map(|op| (indent + 2, Item::Op(op))));
            }
        }
    }
    text
}
