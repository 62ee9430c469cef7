//! `llvm-request-c-wrappers`: asks for functions that C can call.

use crate::FuncOp;
use crate::to_llvm::c_interface::EMIT_C_INTERFACE;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Request C wrappers for all functions.
///
/// `convert-func-to-llvm` and `convert-std-to-llvm` make a function `_mlir_ciface_NAME` for each,
/// whose memrefs are pointers to descriptors.
#[pass(name = "llvm-request-c-wrappers", pure, each_body)]
pub struct RequestCWrappersPass;

impl RunPass for RequestCWrappersPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let root = body.root();
        if FuncOp::is(body, root) {
            let ctx = body.context().clone();
            body.set_attr(root, ctx.ident(EMIT_C_INTERFACE), Attribute::UNIT);
        }
        Ok(())
    }
}
