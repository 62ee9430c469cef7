//! The passes besides the lowering.

mod constants;
mod coupled;
mod normalize;
mod quantizable;
mod simulated;
mod stats;
mod strip;

pub use constants::QuantConvertConstPass;
pub use coupled::QuantUnifyCoupledPass;
pub use normalize::NormalizeQuantTypesPass;
pub use quantizable::{QuantFuseCastsPass, QuantizableOp};
pub use simulated::QuantConvertSimulatedPass;
pub use stats::{QuantConvertStatsPass, QuantResolveStatsPass};
pub use strip::StripFuncQuantTypesPass;

use crate::LowerQuantOpsPass;
use crate::ops::{DequantizeCastOp, QuantizeCastOp};
use crate::quantized::with_element;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::PassRegistry;

pub(crate) use quantizable::attach_quantizable;

/// Registers all passes of the dialect.
pub fn register_quant_passes(registry: &mut PassRegistry) {
    registry
        .register(QuantResolveStatsPass::info())
        .register(QuantConvertStatsPass::info())
        .register(QuantUnifyCoupledPass::info())
        .register(QuantConvertSimulatedPass::info())
        .register(QuantConvertConstPass::info())
        .register(QuantFuseCastsPass::info())
        .register(NormalizeQuantTypesPass::info())
        .register(StripFuncQuantTypesPass::info())
        .register(LowerQuantOpsPass::info());
}

/// The floats of `value` rounded to those that quantized numbers of type `element` express: a
/// `quant.qcast` and a `quant.dcast`. None if `value` cannot have such elements.
fn round_trip(
    builder: &mut (impl OpBuilder + ?Sized),
    value: ValueId,
    element: Type,
) -> Option<ValueId> {
    let ctx = builder.context().clone();
    let ty = builder.body().ty(value);
    let quantized = with_element(&ctx, ty, element)?;
    let cast = QuantizeCastOp::create(builder, value, quantized);
    Some(DequantizeCastOp::create(builder, cast, ty))
}
