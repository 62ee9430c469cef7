//! A conversion of one value to several: complex numbers become their two parts, also where
//! functions, loops and branches pass them.

use mlir_lite::Context;
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet, TypeConversion,
    TypeConverter, apply_partial_conversion,
};
use mlir_lite::conversions::{
    populate_branch_type_conversion, populate_func_type_conversion, populate_scf_type_conversion,
};
use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard::{AddCFOp, AddFOp, CreateComplexOp, ImOp, ReOp};
use mlir_lite::ir::Body;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use std::sync::Arc;

/// Replace complex numbers by their real and imaginary parts.
#[pass(name = "complex-to-parts", initialize)]
pub struct ComplexToPartsPass {
    patterns: FrozenConversionPatternSet,
    target: ConversionTarget,
}

impl ComplexToPartsPass {
    fn initialize(ctx: &Context) -> Self {
        let mut types = TypeConverter::new(ctx);
        types.add_conversion(|_, ty| ty);
        types.add_conversion(|ctx, ty| match ty.complex_part(ctx) {
            Some(part) => TypeConversion::To(SmallVec::from_elem(part, 2)),
            None => TypeConversion::Skip,
        });
        let types = Arc::new(types);
        let mut target = ConversionTarget::new(ctx);
        let mut patterns = ConversionPatternSet::with_converter(&types);
        populate_func_type_conversion(&mut patterns, &mut target, &types);
        populate_branch_type_conversion(&mut patterns, &mut target, &types);
        populate_scf_type_conversion(&mut patterns, &mut target, &types);
        let is_without_complex = move |op: OpRef<'_>| types.is_legal_op(op);
        target.mark_unknown_op_dynamically_legal(is_without_complex);
        patterns.add_one_to_many::<CreateComplexOp>("create-parts", 1, |op, operands, rewriter| {
            let parts = operands.values().concat();
            rewriter.replace_op_with_multiple(op.id(), &[&parts]);
            Ok(())
        });
        patterns.add_one_to_many::<ReOp>("real-part", 1, |op, operands, rewriter| {
            rewriter.replace_op(op.id(), &operands.complex()[..1]);
            Ok(())
        });
        patterns.add_one_to_many::<ImOp>("imaginary-part", 1, |op, operands, rewriter| {
            rewriter.replace_op(op.id(), &operands.complex()[1..]);
            Ok(())
        });
        patterns.add_one_to_many::<AddCFOp>("sum-of-parts", 1, |op, operands, rewriter| {
            let parts = operands.lhs().iter().zip(operands.rhs());
            let sums: Vec<ValueId> = parts.map(|(&a, &b)| AddFOp::create(rewriter, a, b)).collect();
            rewriter.replace_op_with_multiple(op.id(), &[&sums]);
            Ok(())
        });
        Self { patterns: patterns.freeze(ctx), target }
    }
}

impl RunPass for ComplexToPartsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)
    }
}
