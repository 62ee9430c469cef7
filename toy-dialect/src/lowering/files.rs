//! `toy.load_into` and `toy.save` to calls of [`FileHooks`].

use mlir_lite::dialects::llvm::{AddressOfOp, GlobalOp, pointer_type};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite_diagnostics::Reported;

use super::hooks::{call_with_memory, can_be_handed_over};
use crate::builtins::{LoadIntoOp, SaveOp};

/// The functions that lowered programs call to read and write files, each the whole of a tensor at once. Whoever runs a
/// program defines them; one that fails does not return. Texts end with a zero byte; a shape is written like `2x3`, and
/// like `` for a number; the elements are floats of 64 bits, side by side in row-major order.
pub struct FileHooks;

impl FileHooks {
    /// `void(path, shape, elements)`: reads a file, which must hold this shape.
    pub const LOAD: &'static str = "toy_load";
    /// `void(path, shape, elements)`: writes a file.
    pub const SAVE: &'static str = "toy_save";

    /// The sizes in the text of a shape.
    pub fn sizes(shape: &str) -> Vec<i64> {
        shape.split('x').filter_map(|size| size.parse().ok()).collect()
    }
}

/// Lowers reading and writing of files from memory; of tensors, which are not lowered yet, it says so.
pub struct LowerFilesPass;

impl Pass for LowerFilesPass {
    fn name(&self) -> &'static str {
        "LowerToyFiles"
    }

    fn argument(&self) -> &'static str {
        "lower-toy-files"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops =
            body.walk_pre_order().into_iter().filter(|op| LoadIntoOp::is(body, *op) || SaveOp::is(body, *op));
        for op in ops.collect::<Vec<_>>() {
            let memory = body.operand(op, 0);
            if can_be_handed_over(body, op, memory, ["saves", "reads or writes"], cx.diagnostics) {
                lower(body, op, cx.requests);
                body.erase_op(op);
            }
        }
        cx.diagnostics.check()
    }
}

fn lower(body: &mut Body, op: OpId, requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let location = body.location(op);
    let memory = body.operand(op, 0);
    let hook = if LoadIntoOp::is(body, op) { FileHooks::LOAD } else { FileHooks::SAVE };
    // A path that is not known was reported when shapes were inferred, or the run will say so.
    let path =
        body.op(op).attr_named("path").and_then(|path| path.as_str(&ctx)).unwrap_or_default().to_owned();
    let sizes = body.ty(memory).shape(&ctx).unwrap_or_default();
    let shape: Vec<String> = sizes.iter().map(i64::to_string).collect();
    let texts = [path, shape.join("x")].map(|text| {
        let name = format!("file.{:016x}", super::to_affine::hash(text.as_bytes()));
        requests.require(ctx.ident(&name), || {
            GlobalOp::string(&ctx, location, &name, &[text.as_bytes(), b"\0"].concat())
        });
        name
    });
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
    let texts = texts.map(|name| {
        let address = AddressOfOp::build(&mut builder, location, ctx.symbol_attr(&name), pointer_type(&ctx));
        address.res(builder.body())
    });
    call_with_memory(&mut builder, requests, location, hook, &texts, memory);
}
