//! `-ffast-math`: treats floating point numbers as real numbers.
//!
//! Without it, each operation is done as it is written and rounded once, on every level of
//! optimisation.

use mlir_lite::dialects::llvm::FastmathFlags;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

const FLAGS: &str = "fastmathFlags";

/// Sets all of LLVM's fast-math flags, on each op that has them.
#[pass(name = "llvm-allow-fast-math", each_body)]
pub struct AllowFastMathPass;

impl RunPass for AllowFastMathPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ctx = body.context().clone();
        let (name, fast) = (ctx.ident(FLAGS), FastmathFlags::FAST.attribute(&ctx));
        for op in body.own_ops() {
            if body.def(op).is_some_and(|def| def.attrs.iter().any(|attr| attr.name == FLAGS)) {
                body.set_attr(op, name, fast);
            }
        }
        Ok(())
    }
}
