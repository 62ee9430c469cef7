//! `toy.capture` to calls of [`CaptureOp::FUNCTION`].

use mlir_lite::dialects::llvm;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::{call_with_memory, can_be_passed};
use crate::ops::CaptureOp;

/// Lower toy.capture to calls.
#[pass(name = "lower-toy-capture", report_name = "LowerToyCapture")]
pub struct LowerCapturePass;

impl RunPass for LowerCapturePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let captures = body.own_ops().into_iter().filter_map(|op| CaptureOp::cast(body, op));
        for capture in captures.collect::<Vec<_>>() {
            let (op, input) = (capture.id(), capture.input(body));
            if can_be_passed(body, op, input, ["captures", "captures"], cx.diagnostics) {
                lower(body, capture, cx.requests);
                body.erase_op(op);
            }
        }
        cx.diagnostics.check()
    }
}

fn lower(body: &mut Body, capture: CaptureOp, requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let (input, location) = (capture.input(body), body.location(capture.id()));
    let count: i64 = body.ty(input).shape(&ctx).unwrap_or_default().iter().product();
    let numbers = [capture.index(body), count].map(|number| ctx.i64_attr(number));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(capture.id()));
    let numbers = numbers.map(|number| {
        let constant = llvm::ConstantOp::build(&mut builder, location, number, Type::I64);
        constant.res(builder.body())
    });
    call_with_memory(&mut builder, requests, location, CaptureOp::FUNCTION, &numbers, input);
}
