//! `strip-func-quant-types`: functions take and give integers instead of quantized numbers.

use crate::QuantDialect;
use crate::ops::StorageCastOp;
use crate::quantized::{cast_to_storage, quantized_element};
use mlir_lite::conversion::{
    ConversionMode, ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet,
    Materialization, TypeConverter, convert_bodies,
};
use mlir_lite::dialects::standard::{StdDialect, populate_func_type_conversion};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use std::sync::Arc;

/// Convert quantized types of functions to those of the integers that represent them.
///
/// Inside of a function, casts by `quant.scast` make quantized numbers of its arguments, and
/// integers of what it returns.
#[pass(name = "strip-func-quant-types", dialects(QuantDialect, StdDialect), initialize)]
pub struct StripFuncQuantTypesPass {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
}

/// A cast between one value and one of the other kind.
fn cast(builder: &mut dyn OpBuilder, ty: Type, values: &[ValueId]) -> Option<ValueId> {
    let &[value] = values else { return None };
    Some(StorageCastOp::create(builder, value, ty))
}

impl StripFuncQuantTypesPass {
    fn initialize(ctx: &Context) -> Self {
        let mut converter = TypeConverter::new(ctx);
        converter.add_conversion(|_, ty| ty);
        converter.add_conversion(|ctx, ty| {
            quantized_element(ctx, ty).and_then(|_| cast_to_storage(ctx, ty))
        });
        let materialize = |builder: &mut dyn OpBuilder, ty: Type, values: &[ValueId]| {
            Materialization::from(cast(builder, ty, values))
        };
        converter.add_source_materialization(materialize);
        converter.add_target_materialization(materialize);
        let (mut patterns, mut target) = (ConversionPatternSet::new(), ConversionTarget::new(ctx));
        populate_func_type_conversion(&mut patterns, &mut target, &Arc::new(converter));
        target.add_legal_dialect(QuantDialect::NAMESPACE);
        Self { target, patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for StripFuncQuantTypesPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        convert_bodies(
            body,
            &self.target,
            &self.patterns,
            ConversionMode::Partial,
            |_| {},
            cx.requests,
            cx.diagnostics,
        )
    }
}
