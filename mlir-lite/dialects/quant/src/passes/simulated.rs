//! `quant-convert-simulated-quantization`: simulated quantization becomes casts.

use super::round_trip;
use crate::QuantDialect;
use crate::fake_quant::FakeQuant;
use crate::ops::{ConstFakeQuantOp, ConstFakeQuantPerAxisOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Convert simulated quantization to casts.
///
/// `quant.const_fake_quant` becomes a `quant.qcast` and a `quant.dcast`, with the type whose
/// smallest and largest integer represent the range.
#[pass(name = "quant-convert-simulated-quantization", pure, each_body, dialects(QuantDialect))]
pub struct QuantConvertSimulatedPass;

/// The quantization that an op simulates, its operand and its result.
fn simulated_by(body: &Body, op: OpId) -> Option<(FakeQuant, ValueId, ValueId)> {
    if let Some(op) = ConstFakeQuantOp::cast(body, op) {
        let simulated = ConstFakeQuantOp::simulated(op.on(body));
        return Some((simulated, op.inputs(body), op.outputs(body)));
    }
    let op = ConstFakeQuantPerAxisOp::cast(body, op)?;
    let simulated = ConstFakeQuantPerAxisOp::simulated(op.on(body));
    Some((simulated, op.inputs(body), op.outputs(body)))
}

impl RunPass for QuantConvertSimulatedPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            let Some((simulated, input, result)) = simulated_by(body, op) else { continue };
            let element = simulated.element(body.context(), Type::F32);
            let element = element.map_err(|why| cx.diagnostics.error(body.op(op).op_error(why)))?;
            let location = body.location(op);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
            if let Some(rounded) = round_trip(&mut builder, input, element) {
                body.replace_all_uses(result, rounded);
                body.erase_op(op);
            }
        }
        Ok(())
    }
}
