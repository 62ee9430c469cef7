//! Functions, calls and returns.

use super::descriptor::{MemRefDescriptor, extract, insert, poison};
use super::types::convert;
use crate::attributes::Attribute;
use crate::context::Context;
use crate::conversion::{ConversionPatternRewriter, ConversionPatternSet, SignatureConversion};
use crate::dialects::llvm::{self, Linkage, LlvmFuncOp};
use crate::dialects::std;
use crate::ir::builder::at;
use crate::ir::{Body, Ident, InsertionPoint, Location, OpBuilder, OpDefinition, OpId, ValueId};
use crate::rewrite::{MatchFailure, MatchResult};
use crate::text::print_type;
use crate::types::{Type, TypeKind};

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<std::FuncOp>("func-to-llvm", 1, |op, _, rewriter| function(op.id(), rewriter));
    patterns.add::<std::ReturnOp>("return-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let value = pack(rewriter, location, operands);
        llvm::ReturnOp::build(rewriter, location, value);
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<std::CallOp>("call-to-llvm", 1, |op, operands, rewriter| {
        let callee = op.callee(rewriter.body()).as_flat_symbol(rewriter.context()).ok_or("no callee")?;
        let location = rewriter.body().location(op.id());
        let old = rewriter.body().operand_list(op.id());
        let arguments = expand(rewriter, location, &old, operands)?;
        let result = result_type(rewriter.context(), &rewriter.body().result_types(op.id()))?;
        let call = llvm::CallOp::build_symbol(rewriter, location, callee, &arguments, result);
        replace_call(op.id(), call, rewriter)
    });
    patterns.add::<std::CallIndirectOp>("call-indirect-to-llvm", 1, |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let old = rewriter.body().operand_list(op.id());
        let mut arguments = vec![*operands.first().ok_or("no callee")?];
        arguments.extend(expand(rewriter, location, &old[1..], &operands[1..])?);
        let result = result_type(rewriter.context(), &rewriter.body().result_types(op.id()))?;
        let call = llvm::CallOp::build_indirect(rewriter, location, &arguments, result);
        replace_call(op.id(), call, rewriter)
    });
}

fn unsupported(ctx: &Context, ty: Type) -> MatchFailure {
    MatchFailure::new(format!("type '{}' has no counterpart in the llvm dialect", print_type(ctx, ty)))
}

/// The types that an argument is passed as.
fn argument_types(body: &Body, ty: Type) -> Result<Vec<Type>, MatchFailure> {
    let ctx = body.context();
    match ty.kind(ctx) {
        TypeKind::MemRef { .. } => {
            MemRefDescriptor::field_types(body, ty).ok_or_else(|| unsupported(ctx, ty))
        }
        TypeKind::UnrankedMemRef { .. } => Ok(vec![Type::I64, llvm::pointer_type(ctx)]),
        _ => convert(ctx, ty).map(|ty| vec![ty]).ok_or_else(|| unsupported(ctx, ty)),
    }
}

/// The type of the one value that stands for all results; none for no result.
fn result_type(ctx: &Context, results: &[Type]) -> Result<Option<Type>, MatchFailure> {
    let mut converted = Vec::new();
    for &ty in results {
        if let TypeKind::UnrankedMemRef { .. } = ty.kind(ctx) {
            return Err("a function cannot return an unranked memref".into());
        }
        converted.push(convert(ctx, ty).ok_or_else(|| unsupported(ctx, ty))?);
    }
    Ok(match converted[..] {
        [] => None,
        [ty] => Some(ty),
        _ => Some(llvm::struct_type(ctx, &converted)),
    })
}

fn function(op: OpId, rewriter: &mut ConversionPatternRewriter<'_>) -> MatchResult {
    let ctx = rewriter.context().clone();
    let body = rewriter.body();
    let ty = std::FuncOp::ty(body).ok_or("the function has no type")?;
    let (inputs, results) = ty.as_function(&ctx).ok_or("the function has no function type")?;
    let mut signature = SignatureConversion::new(inputs.len());
    let mut expanded = Vec::new();
    for (index, &input) in inputs.iter().enumerate() {
        let types = argument_types(body, input)?;
        match types[..] {
            [_] => signature.add_inputs(index, &types),
            // One value is made of these, below.
            _ => signature.add_new_inputs(&types),
        }
        expanded.push(types.len());
    }
    let result = result_type(&ctx, results)?.unwrap_or_else(|| llvm::void_type(&ctx));
    let llvm_type = llvm::function_type(&ctx, result, signature.converted_types(), false);
    let attributes = body.attr(op, Ident::ARG_ATTRS).and_then(|list| list.as_array(&ctx));
    let attributes = attributes.map(|list| expand_attributes(&ctx, list, &expanded));
    let location = body.location(op);
    let region = body.region(op, 0);
    let entry = body.entry_block(region);
    let old: Vec<ValueId> = entry.map(|entry| body.arguments(entry).to_vec()).unwrap_or_default();
    if let Some(entry) = entry {
        rewriter.convert_region_types(region, Some(&signature))?;
        let new = rewriter.body().arguments(entry).to_vec();
        let mut rest = &new[..];
        at(rewriter, InsertionPoint::Start(entry), |rewriter| -> MatchResult {
            for ((&old, &input), &count) in old.iter().zip(inputs).zip(&expanded) {
                let (fields, others) = rest.split_at(count);
                rest = others;
                if count > 1 {
                    let value = collect(rewriter, location, input, fields)?;
                    rewriter.replace_all_uses(old, value);
                }
            }
            Ok(())
        })?;
    }
    rewriter.update_in_place(op, |body| {
        let name = LlvmFuncOp::name(&ctx);
        body.rename_op(op, name);
        body.set_attr(op, Ident::FUNCTION_TYPE, ctx.type_attr(llvm_type));
        body.set_attr(op, ctx.ident("linkage"), Linkage::External.attribute(&ctx));
        match attributes.flatten() {
            Some(attributes) => body.set_attr(op, Ident::ARG_ATTRS, attributes),
            None => {
                body.remove_attr(op, Ident::ARG_ATTRS);
            }
        }
        if results.len() != 1 {
            body.remove_attr(op, Ident::RES_ATTRS);
        }
    });
    Ok(())
}

/// Attributes of arguments that are passed as they are stay; those of memrefs
/// would mean something else on the fields.
fn expand_attributes(ctx: &Context, list: &[Attribute], expanded: &[usize]) -> Option<Attribute> {
    let none = ctx.dictionary_attr(&[]);
    let mut attributes = Vec::new();
    for (&entry, &count) in list.iter().zip(expanded) {
        attributes.extend(::std::iter::repeat_n(if count == 1 { entry } else { none }, count));
    }
    attributes.iter().any(|&entry| entry != none).then(|| ctx.array_attr(&attributes))
}

/// The value of a memref argument, of what is passed for it.
fn collect(
    builder: &mut dyn OpBuilder,
    location: Location,
    ty: Type,
    fields: &[ValueId],
) -> Result<ValueId, MatchFailure> {
    let ctx = builder.context().clone();
    if let TypeKind::UnrankedMemRef { .. } = ty.kind(&ctx) {
        let converted = convert(&ctx, ty).ok_or_else(|| unsupported(&ctx, ty))?;
        let empty = poison(builder, location, converted);
        let ranked = insert(builder, location, empty, fields[0], &[0]);
        return Ok(insert(builder, location, ranked, fields[1], &[1]));
    }
    MemRefDescriptor::of_fields(builder, location, ty, fields)
        .map(MemRefDescriptor::value)
        .ok_or_else(|| unsupported(&ctx, ty))
}

/// What is passed for values: descriptors by their fields.
fn expand(
    rewriter: &mut ConversionPatternRewriter<'_>,
    location: Location,
    old: &[ValueId],
    new: &[ValueId],
) -> Result<Vec<ValueId>, MatchFailure> {
    let mut arguments = Vec::new();
    for (&old, &new) in old.iter().zip(new) {
        let ty = rewriter.body().ty(old);
        match ty.kind(&rewriter.context().clone()) {
            TypeKind::MemRef { .. } => {
                let fields = MemRefDescriptor::new(new, ty).fields(rewriter, location);
                arguments.extend(fields.ok_or_else(|| unsupported(rewriter.context(), ty))?);
            }
            TypeKind::UnrankedMemRef { .. } => {
                for position in [0, 1] {
                    arguments.extend(extract(rewriter, location, new, &[position]));
                }
            }
            _ => arguments.push(new),
        }
    }
    Ok(arguments)
}

/// One value of several.
fn pack(builder: &mut dyn OpBuilder, location: Location, values: &[ValueId]) -> Option<ValueId> {
    if values.len() < 2 {
        return values.first().copied();
    }
    let types: Vec<Type> = values.iter().map(|&value| builder.body().ty(value)).collect();
    let ty = llvm::struct_type(builder.context(), &types);
    let empty = poison(builder, location, ty);
    Some(
        values
            .iter()
            .enumerate()
            .fold(empty, |packed, (index, &value)| insert(builder, location, packed, value, &[index as i64])),
    )
}

fn replace_call(op: OpId, call: llvm::CallOp, rewriter: &mut ConversionPatternRewriter<'_>) -> MatchResult {
    let location = rewriter.body().location(op);
    let count = rewriter.body().num_results(op);
    let result = call.result(rewriter.body());
    let values: Vec<ValueId> = match (count, result) {
        (0, _) => Vec::new(),
        (1, Some(result)) => vec![result],
        (_, Some(result)) => {
            (0..count as i64).filter_map(|index| extract(rewriter, location, result, &[index])).collect()
        }
        _ => Vec::new(),
    };
    if values.len() != count {
        return Err("the call has no result".into());
    }
    rewriter.replace_op(op, &values);
    Ok(())
}
