//! `toy.capture` to calls of [`CaptureOp::FUNCTION`].

use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::{Calls, can_be_passed};
use crate::loop_builder::{before, shape};
use crate::ops::CaptureOp;
use crate::tensor::elements::is_integer;

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
    let (input, index) = (capture.input(body), capture.index(body));
    let count = shape(body, input).iter().product();
    before(body, capture.id(), |e| {
        let mut calls = Calls { e, requests };
        let numbers = [index, count].map(|number| calls.integer(number));
        let function = match calls.e.expr(input).element_type() {
            element if is_integer(element) => CaptureOp::OF_INTEGERS,
            _ => CaptureOp::FUNCTION,
        };
        calls.call_with_memory(function, &numbers, input, &[]);
    });
}
