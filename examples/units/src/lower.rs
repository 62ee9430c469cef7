//! `units-to-std`: quantities become numbers, and conversions multiplications.

use crate::{AddOp, ConstantOp, ConvertOp, QuantityType, ScaleOp, UnitsDialect};
use ::std::sync::Arc;
use mlir_lite::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet,
    TypeConverter, apply_partial_conversion,
};
use mlir_lite::conversions::populate_func_type_conversion;
use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};

/// Quantities become numbers; all other types stay.
fn type_converter(ctx: &Context) -> TypeConverter {
    let mut types = TypeConverter::new(ctx);
    types.add_conversion(|_, ty| ty);
    types.add_conversion(|ctx, ty| QuantityType::of(ctx, ty).map(|_| Type::F64));
    types
}

/// A number, for the op that is lowered.
fn constant(rewriter: &mut ConversionPatternRewriter<'_>, number: f64) -> ValueId {
    let value = rewriter.context().f64_attr(number);
    standard::ConstantOp::create(rewriter, value, Type::F64)
}

/// A pattern for each op.
fn patterns(types: &Arc<TypeConverter>) -> ConversionPatternSet {
    let mut patterns = ConversionPatternSet::with_converter(types);
    patterns.add::<ConstantOp>("units.constant-to-std", 1, |op, _, rewriter| {
        let value = op.value(rewriter.body());
        let number = constant(rewriter, value);
        rewriter.replace_op(op.id(), &[number]);
        Ok(())
    });
    patterns.add::<AddOp>("units.add-to-std", 1, |op, operands, rewriter| {
        let (lhs, rhs) = (operands.lhs(), operands.rhs());
        rewriter.replace_op_with(op.id(), |b| standard::AddFOp::create(b, lhs, rhs));
        Ok(())
    });
    patterns.add::<ScaleOp>("units.scale-to-std", 1, |op, operands, rewriter| {
        let (input, factor) = (operands.input(), operands.factor());
        rewriter.replace_op_with(op.id(), |b| standard::MulFOp::create(b, input, factor));
        Ok(())
    });
    patterns.add::<ConvertOp>("units.convert-to-std", 1, |op, operands, rewriter| {
        let factor = op.on(rewriter.body()).factor().ok_or("the units measure different things")?;
        let factor = constant(rewriter, factor);
        let input = operands.input();
        rewriter.replace_op_with(op.id(), |b| standard::MulFOp::create(b, input, factor));
        Ok(())
    });
    patterns
}

/// Lower units to std.
#[pass(name = "units-to-std", each_body, dialects(standard::StdDialect), initialize)]
pub struct UnitsToStdPass {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
}

impl UnitsToStdPass {
    fn initialize(ctx: &Context) -> Self {
        let types = Arc::new(type_converter(ctx));
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect("std");
        target.add_illegal_dialect(UnitsDialect::NAMESPACE);
        let mut patterns = patterns(&types);
        populate_func_type_conversion(&mut patterns, &mut target, &types);
        Self { target, patterns: patterns.freeze(ctx) }
    }
}

impl RunPass for UnitsToStdPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)
    }
}
