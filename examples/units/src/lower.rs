//! `units-to-std`: quantities become numbers, and conversions multiplications.

use crate::{AddOp, ConstantOp, ConvertOp, QuantityType, ScaleOp, UnitsDialect};
use ::std::sync::Arc;
use mlir_lite::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet,
    TypeConverter, apply_partial_conversion,
};
use mlir_lite::conversions::populate_func_type_conversion;
use mlir_lite::dialects::std;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext, PassScope};
use mlir_lite_diagnostics::Reported;

/// Lowers the ops of one function to std.
pub struct UnitsToStdPass {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
}

impl UnitsToStdPass {
    /// The pass; the dialect std is loaded.
    pub fn new(ctx: &Context) -> Self {
        ctx.load::<std::StdDialect>();
        let mut types = TypeConverter::new(ctx);
        types.add_conversion(|_, ty| ty);
        types.add_conversion(|ctx, ty| QuantityType::of(ctx, ty).map(|_| Type::F64));
        let types = Arc::new(types);

        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect("std");
        target.add_illegal_dialect(UnitsDialect::NAMESPACE);

        let mut patterns = ConversionPatternSet::with_converter(&types);
        patterns.add::<ConstantOp>("units-constant", 1, |op, _, rewriter| {
            let value = op.value(rewriter.body());
            let number = constant(rewriter, op.id(), value);
            rewriter.replace_op(op.id(), &[number]);
            Ok(())
        });
        patterns.add::<AddOp>("units-add", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            rewriter.replace_op_with(op.id(), |b| std::AddFOp::build(b, location, operands[0], operands[1]));
            Ok(())
        });
        patterns.add::<ScaleOp>("units-scale", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            rewriter.replace_op_with(op.id(), |b| std::MulFOp::build(b, location, operands[0], operands[1]));
            Ok(())
        });
        patterns.add::<ConvertOp>("units-convert", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let factor = op.factor(rewriter.body()).ok_or("the units measure different things")?;
            let factor = constant(rewriter, op.id(), factor);
            rewriter.replace_op_with(op.id(), |b| std::MulFOp::build(b, location, operands[0], factor));
            Ok(())
        });
        populate_func_type_conversion(&mut patterns, &mut target, &types);
        Self { target, patterns: patterns.freeze(ctx) }
    }
}

/// A number, for the op that is lowered.
fn constant(rewriter: &mut ConversionPatternRewriter<'_>, op: OpId, number: f64) -> ValueId {
    let location = rewriter.body().location(op);
    let value = rewriter.context().f64_attr(number);
    std::ConstantOp::build(rewriter, location, value, Type::F64).result(rewriter.body())
}

impl Pass for UnitsToStdPass {
    fn name(&self) -> &'static str {
        "UnitsToStd"
    }

    fn argument(&self) -> &'static str {
        "units-to-std"
    }

    fn scope(&self) -> PassScope {
        PassScope::EachBody
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)
    }
}
