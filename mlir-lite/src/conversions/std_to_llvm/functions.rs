//! Functions, calls and returns.

use super::StdToLlvmOptions;
use super::c_interface::{self, EMIT_C_INTERFACE, Signature};
use super::convention::MemRefConvention;
use crate::attributes::Attribute;
use crate::context::Context;
use crate::conversion::{ConversionPatternRewriter, ConversionPatternSet, SignatureConversion};
use crate::dialects::llvm::{self, Linkage, LlvmFuncOp};
use crate::dialects::std;
use crate::ir::builder::at;
use crate::ir::{Body, Ident, InsertionPoint, OpBuilder, OpDefinition, OpId, ValueId};
use crate::rewrite::MatchResult;
use crate::types::Type;

pub(super) fn populate(options: &StdToLlvmOptions, patterns: &mut ConversionPatternSet) {
    let convention = options.convention();
    let c_wrappers = options.c_wrappers;
    patterns.add::<std::FuncOp>("func-to-llvm", 1, move |op, _, rewriter| {
        function(op.id(), convention, c_wrappers, rewriter)
    });
    patterns.add::<std::ReturnOp>("return-to-llvm", 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let types = operand_types(rewriter.body(), op.id());
        let value = convention.pack(rewriter, location, &types, operands)?;
        llvm::ReturnOp::build(rewriter, location, value);
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<std::CallOp>("call-to-llvm", 1, move |op, operands, rewriter| {
        let callee = op.callee(rewriter.body()).as_flat_symbol(rewriter.context()).ok_or("no callee")?;
        let location = rewriter.body().location(op.id());
        let types = operand_types(rewriter.body(), op.id());
        let arguments = convention.expand(rewriter, location, &types, operands)?;
        let result = convention.result_type(rewriter.context(), &rewriter.body().result_types(op.id()))?;
        let call = llvm::CallOp::build_symbol(rewriter, location, callee, &arguments, result);
        // What other dialects say of the call holds for this one.
        let ctx = rewriter.context().clone();
        let said = rewriter.body().discardable_attrs(op.id()).to_vec();
        for (name, value) in said.into_iter().filter(|(name, _)| name.text(&ctx).contains('.')) {
            rewriter.body_mut().set_attr(call.id(), name, value);
        }
        replace_call(op.id(), convention, call, rewriter)
    });
    patterns.add::<std::CallIndirectOp>("call-indirect-to-llvm", 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let types = operand_types(rewriter.body(), op.id());
        let mut arguments = vec![*operands.first().ok_or("no callee")?];
        arguments.extend(convention.expand(rewriter, location, &types[1..], &operands[1..])?);
        let result = convention.result_type(rewriter.context(), &rewriter.body().result_types(op.id()))?;
        let call = llvm::CallOp::build_indirect(rewriter, location, &arguments, result);
        replace_call(op.id(), convention, call, rewriter)
    });
}

fn operand_types(body: &Body, op: OpId) -> Vec<Type> {
    body.operands(op).map(|operand| body.ty(operand)).collect()
}

fn function(
    op: OpId,
    convention: MemRefConvention,
    c_wrappers: bool,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let body = rewriter.body();
    let ty = std::FuncOp::ty(body).ok_or("the function has no type")?;
    let (inputs, results) = ty.as_function(&ctx).ok_or("the function has no function type")?;
    let mut signature = SignatureConversion::new(inputs.len());
    let mut expanded = Vec::new();
    for (index, &input) in inputs.iter().enumerate() {
        let types = convention.argument_types(body, input)?;
        match types[..] {
            [_] if !convention.is_collected(&ctx, input) => signature.add_inputs(index, &types),
            // One value is made of these, below.
            _ => signature.add_new_inputs(&types),
        }
        expanded.push(types.len());
    }
    let result = convention.result_type(&ctx, results)?;
    let returned = result.unwrap_or_else(|| llvm::void_type(&ctx));
    let llvm_type = llvm::function_type(&ctx, returned, signature.converted_types(), false);
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
                if convention.is_collected(&ctx, input) {
                    let value = convention.collect(rewriter, location, input, fields)?;
                    rewriter.replace_all_uses(old, value);
                }
            }
            Ok(())
        })?;
    }
    let has_c_interface = c_wrappers || rewriter.body().attr(op, ctx.ident(EMIT_C_INTERFACE)).is_some();
    let name = rewriter.body().op(op).symbol_name();
    let mut linkage = Linkage::External;
    if let Some(name) = name.filter(|_| has_c_interface && convention == MemRefConvention::Descriptor) {
        let signature = Signature { name, inputs, result };
        match entry {
            Some(_) => c_interface::require_wrapper(&signature, location, rewriter)?,
            None => {
                c_interface::define_by_c_function(op, &signature, location, rewriter)?;
                linkage = Linkage::Private;
            }
        }
    }
    rewriter.update_in_place(op, |body| {
        let name = LlvmFuncOp::name(&ctx);
        body.rename_op(op, name);
        body.set_attr(op, Ident::FUNCTION_TYPE, ctx.type_attr(llvm_type));
        body.set_attr(op, ctx.ident("linkage"), linkage.attribute(&ctx));
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

fn replace_call(
    op: OpId,
    convention: MemRefConvention,
    call: llvm::CallOp,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let location = rewriter.body().location(op);
    let types = rewriter.body().result_types(op);
    let result = call.result(rewriter.body());
    let values = convention.unpack(rewriter, location, &types, result)?;
    rewriter.replace_op(op, &values);
    Ok(())
}
