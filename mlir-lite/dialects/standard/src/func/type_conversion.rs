//! Conversion of the types in signatures, calls and returns, for any type converter.

use crate::{CallOp, FuncOp, ReturnOp};
use mlir_lite::attributes::Attribute;
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, SignatureConversion, TypeConverter,
    populate_type_conversion,
};
use mlir_lite::ir::{Body, Ident, OpBuilder, OpDefinition, OpId};
use mlir_lite::types::Type;
use std::sync::Arc;

/// Adds patterns that convert the types of functions, calls and returns by
/// `converter`, and says in `target` that these ops are legal when they have
/// converted types. A type may be converted to several or no types; each of the values gets the
/// attributes of the parameter or result that it comes from.
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
            signature.add_inputs(index, &rewriter.convert_type_to_many(input)?);
        }
        let results = results.iter().map(|&ty| rewriter.convert_type_to_many(ty));
        let results: Vec<_> = results.collect::<Result<_, _>>()?;
        let inputs = (0..inputs.len()).map(|index| signature.input_range(index));
        let inputs: Vec<usize> = inputs.map(|range| range.map_or(0, |range| range.len())).collect();
        let counts: Vec<usize> = results.iter().map(|types| types.len()).collect();
        let results: Vec<Type> = results.into_iter().flatten().collect();
        let converted = ctx.function_type(signature.converted_types(), &results);
        let region = rewriter.body().region(op.id(), 0);
        if rewriter.body().entry_block(region).is_some() {
            rewriter.convert_region_types(region, Some(&signature))?;
        }
        rewriter.update_in_place(op.id(), |body| {
            body.set_attr(op.id(), Ident::FUNCTION_TYPE, ctx.type_attr(converted));
            for (name, counts) in [(Ident::ARG_ATTRS, &inputs), (Ident::RES_ATTRS, &counts)] {
                repeat_attributes(body, op.id(), name, counts);
            }
        });
        Ok(())
    });
    let ops = [(CallOp::NAME, "std.call-types"), (ReturnOp::NAME, "std.return-types")];
    populate_type_conversion(&ops, patterns, target, converter);
    patterns.extend(own);
}

/// Repeats each of the dictionaries in an attribute as often as its parameter or result became
/// values.
fn repeat_attributes(body: &mut Body, op: OpId, name: Ident, counts: &[usize]) {
    let ctx = body.context().clone();
    if counts.iter().all(|&count| count == 1) {
        return;
    }
    let Some(dictionaries) = body.op(op).attr(name).and_then(|attr| attr.as_array(&ctx)) else {
        return;
    };
    let repeated = dictionaries.iter().zip(counts);
    let repeated: Vec<Attribute> =
        repeated.flat_map(|(&attr, &count)| std::iter::repeat_n(attr, count)).collect();
    body.set_attr(op, name, ctx.array_attr(&repeated));
}
