//! Conversion of the types in signatures, calls and returns, for any type converter.

use crate::{CallOp, FuncOp, ReturnOp};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, SignatureConversion, TypeConverter,
    populate_type_conversion,
};
use mlir_lite::ir::{Ident, OpBuilder, OpDefinition};
use std::sync::Arc;

/// Adds patterns that convert the types of functions, calls and returns by
/// `converter`, and says in `target` that these ops are legal when they have
/// converted types. Each type becomes one type.
pub fn populate_func_type_conversion(
    patterns: &mut ConversionPatternSet,
    target: &mut ConversionTarget,
    converter: &Arc<TypeConverter>,
) {
    let of_functions = Arc::clone(converter);
    target.add_dynamically_legal_op::<FuncOp>(move |op| {
        let ty = FuncOp::ty(op.body());
        ty.is_none_or(|ty| of_functions.is_signature_legal(ty))
            && of_functions.are_regions_legal(op)
    });
    let mut own = ConversionPatternSet::with_converter(converter);
    own.add::<FuncOp>("std.func-types", 1, |op, _, rewriter| {
        let ctx = rewriter.context().clone();
        let ty = FuncOp::ty(rewriter.body()).ok_or("the function has no type")?;
        let (inputs, results) = ty.as_function(&ctx).ok_or("the function has no function type")?;
        let mut signature = SignatureConversion::new(inputs.len());
        for (index, &input) in inputs.iter().enumerate() {
            signature.add_inputs(index, &[rewriter.convert_type(input)?]);
        }
        let results =
            results.iter().map(|&ty| rewriter.convert_type(ty)).collect::<Result<Vec<_>, _>>()?;
        let converted = ctx.function_type(signature.converted_types(), &results);
        let region = rewriter.body().region(op.id(), 0);
        if rewriter.body().entry_block(region).is_some() {
            rewriter.convert_region_types(region, Some(&signature))?;
        }
        rewriter.update_in_place(op.id(), |body| {
            body.set_attr(op.id(), Ident::FUNCTION_TYPE, ctx.type_attr(converted));
        });
        Ok(())
    });
    let ops = [(CallOp::NAME, "std.call-types"), (ReturnOp::NAME, "std.return-types")];
    populate_type_conversion(&ops, patterns, target, converter);
    patterns.extend(own);
}
