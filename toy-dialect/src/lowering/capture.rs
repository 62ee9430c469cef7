//! `toy.capture` to loops that call [`CaptureOp::HOOK`].

use mlir_lite::dialects::llvm::{self, LlvmFuncOp};
use mlir_lite::dialects::std;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite_diagnostics::Reported;

use super::loops::element_loops;
use crate::ops::CaptureOp;

/// Lowers `toy.capture` of memory; of tensors, which are not lowered yet, it says so.
pub struct LowerCapturePass;

impl Pass for LowerCapturePass {
    fn name(&self) -> &'static str {
        "LowerToyCapture"
    }

    fn argument(&self) -> &'static str {
        "lower-toy-capture"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let captures = body.walk_pre_order().into_iter().filter_map(|op| CaptureOp::cast(body, op));
        for capture in captures.collect::<Vec<_>>() {
            if body.ty(capture.input(body)).is_tensor(body.context()) {
                let message = "captures a tensor that is not in memory; lower it to affine first";
                cx.diagnostics.error(body.op(capture.id()).op_error(message));
                continue;
            }
            lower(body, capture, cx.requests);
            body.erase_op(capture.id());
        }
        cx.diagnostics.check()
    }
}

fn lower(body: &mut Body, capture: CaptureOp, requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let (input, location) = (capture.input(body), body.location(capture.id()));
    let sizes = body.ty(input).shape(&ctx).unwrap_or_default().to_vec();
    let hook = ctx.ident(CaptureOp::HOOK);
    requests.require(hook, || {
        let ty = llvm::function_type(&ctx, llvm::void_type(&ctx), &[Type::I64, Type::F64], false);
        LlvmFuncOp::declaration(&ctx, Location::UNKNOWN, CaptureOp::HOOK, ty)
    });
    let index_attr = capture.index(body);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(capture.id()));
    let index = llvm::ConstantOp::build(&mut builder, location, index_attr, Type::I64);
    let index = index.res(builder.body());
    let indices = element_loops(&mut builder, location, &sizes);
    let element = std::LoadOp::create(&mut builder, location, input, &indices).result(builder.body());
    llvm::CallOp::build_symbol(&mut builder, location, hook, &[index, element], None);
}
