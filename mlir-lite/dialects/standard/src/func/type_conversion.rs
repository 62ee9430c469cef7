//! Conversion of the types in signatures, calls and returns, for any type converter.

use crate::{CallOp, FuncOp, ReturnOp};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, SignatureConversion, TypeConverter,
};
use mlir_lite::ir::{Ident, OpAdaptor, OpBuilder, OpDefinition};
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
    for name in [CallOp::NAME, ReturnOp::NAME] {
        let of_ops = Arc::clone(converter);
        target.add_dynamically_legal_op_named(name, move |op| of_ops.is_legal_op(op));
    }
    let mut own = ConversionPatternSet::with_converter(converter);
    own.add::<FuncOp>("convert-func-types", 1, |op, _, rewriter| {
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
    own.add::<ReturnOp>("convert-return-types", 1, |op, operands, rewriter| {
        rewriter.update_in_place(op.id(), |body| {
            for (index, &operand) in operands.values().iter().enumerate() {
                body.set_operand(op.id(), index, operand);
            }
        });
        Ok(())
    });
    own.add::<CallOp>("convert-call-types", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let types = rewriter.body().result_types(op.id());
        let types =
            types.iter().map(|&ty| rewriter.convert_type(ty)).collect::<Result<Vec<_>, _>>()?;
        let attributes = rewriter.body().attributes(op.id());
        let call =
            CallOp::build_generic(rewriter, location, operands.values(), &types, &attributes);
        let results: Vec<_> = rewriter.body().results(call.id()).collect();
        rewriter.replace_op(op.id(), &results);
        Ok(())
    });
    patterns.extend(own);
}
