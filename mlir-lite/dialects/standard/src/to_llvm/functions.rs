//! Functions, calls and returns.

use super::StdToLlvmOptions;
use super::c_interface::{self, EMIT_C_INTERFACE, Signature};
use super::convention::MemRefConvention;
use crate as standard;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::context::Context;
use mlir_lite::conversion::{ConversionPatternRewriter, ConversionPatternSet, SignatureConversion};
use mlir_lite::dialects::llvm::{self, Linkage, LlvmFuncOp};
use mlir_lite::ir::builder::at;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::{Body, Ident, InsertionPoint, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::types::Type;

pub(super) fn populate(options: &StdToLlvmOptions, patterns: &mut ConversionPatternSet) {
    let convention = options.convention();
    let c_wrappers = options.c_wrappers;
    patterns.add::<standard::FuncOp>("func-to-llvm", 1, move |op, _, rewriter| {
        function(op.id(), convention, c_wrappers, rewriter)
    });
    patterns.add::<standard::ReturnOp>("return-to-llvm", 1, move |op, operands, rewriter| {
        let location = rewriter.body().location(op.id());
        let types = operand_types(rewriter.body(), op.id());
        let value = convention.pack(rewriter, location, &types, operands)?;
        llvm::ReturnOp::build(rewriter, location, value);
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<standard::CallOp>("call-to-llvm", 1, move |op, operands, rewriter| {
        let callee =
            op.callee(rewriter.body()).as_flat_symbol(rewriter.context()).ok_or("no callee")?;
        let location = rewriter.body().location(op.id());
        let types = operand_types(rewriter.body(), op.id());
        let arguments = convention.expand(rewriter, location, &types, operands)?;
        let result =
            convention.result_type(rewriter.context(), &rewriter.body().result_types(op.id()))?;
        let call = llvm::CallOp::build_symbol(rewriter, location, callee, &arguments, result);
        keep_argument_attributes(op.id(), call.id(), &types, convention, rewriter)?;
        replace_call(op.id(), convention, call, rewriter)
    });
    patterns.add::<standard::CallIndirectOp>(
        "call-indirect-to-llvm",
        1,
        move |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let types = operand_types(rewriter.body(), op.id());
            let mut arguments = vec![*operands.first().ok_or("no callee")?];
            arguments.extend(convention.expand(rewriter, location, &types[1..], &operands[1..])?);
            let result = convention
                .result_type(rewriter.context(), &rewriter.body().result_types(op.id()))?;
            let call = llvm::CallOp::build_indirect(rewriter, location, &arguments, result);
            replace_call(op.id(), convention, call, rewriter)
        },
    );
}

fn operand_types(body: &Body, op: OpId) -> Vec<Type> {
    body.operands(op).map(|operand| body.ty(operand)).collect()
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of one signature's conversion share its parts"
)]
fn function(
    op: OpId,
    convention: MemRefConvention,
    c_wrappers: bool,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let ctx = rewriter.context().clone();
    let body = rewriter.body();
    let ty = standard::FuncOp::ty(body).ok_or("the function has no type")?;
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
    let said = SaidOfFunction::of(body, op)?;
    let llvm_type =
        llvm::function_type(&ctx, returned, signature.converted_types(), said.is_var_arg);
    let of_results =
        body.attr(op, Ident::RES_ATTRS).and_then(|list| list.as_array(&ctx)).unwrap_or_default();
    if results.len() > 1 && of_results.iter().any(|&entry| entry != ctx.dictionary_attr(&[])) {
        return Err("its results are returned in one struct, of whose fields LLVM says nothing: \
             attributes of results would be lost"
            .into());
    }
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
    let has_c_interface =
        c_wrappers || rewriter.body().attr(op, ctx.ident(EMIT_C_INTERFACE)).is_some();
    let name = rewriter.body().op(op).symbol_name();
    let mut linkage = said.linkage.unwrap_or(Linkage::External);
    if let Some(name) =
        name.filter(|_| has_c_interface && convention != MemRefConvention::BarePointer)
    {
        let c_result = MemRefConvention::Descriptor.result_type(&ctx, results)?;
        let signature = Signature { name, inputs, results, convention, result, c_result };
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
        for name in SaidOfFunction::NAMES {
            body.remove_attr(op, ctx.ident(name));
        }
        if said.reads_nothing {
            let effects = ctx.intern_attribute(AttributeKind::Opaque {
                dialect: ctx.ident("llvm"),
                data: NO_EFFECTS.into(),
                ty: None,
            });
            body.set_attr(op, ctx.ident("memory_effects"), effects);
        }
    });
    Ok(())
}

/// That a function neither reads nor writes memory.
const NO_EFFECTS: &str = "memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, \
     targetMem0 = none, targetMem1 = none>";

/// What attributes of the `llvm` dialect say of a function of std.
struct SaidOfFunction {
    linkage: Option<Linkage>,
    is_var_arg: bool,
    reads_nothing: bool,
}

impl SaidOfFunction {
    const NAMES: [&str; 3] = ["llvm.linkage", "func.varargs", "llvm.readnone"];

    fn of(body: &Body, op: OpId) -> Result<Self, MatchFailure> {
        let ctx = body.context();
        let [linkage, var_args, reads_nothing] = match body.discardable_attrs(op) {
            [] => [None; 3],
            _ => Self::NAMES.map(|name| body.op(op).attr_named(name)),
        };
        let linkage =
            match linkage {
                None => None,
                Some(linkage) => {
                    let linkage = linkage.as_dialect::<Linkage>(ctx).copied();
                    Some(linkage.ok_or(
                        "'llvm.linkage' is not a linkage, such as '#llvm.linkage<internal>'",
                    )?)
                }
            };
        let is_var_arg = match var_args {
            None => false,
            Some(value) => value.as_bool(ctx).ok_or("'func.varargs' is not a truth value")?,
        };
        Ok(Self { linkage, is_var_arg, reads_nothing: reads_nothing.is_some() })
    }
}

/// What a call says of its arguments holds for what is passed for them.
fn keep_argument_attributes(
    op: OpId,
    call: OpId,
    types: &[Type],
    convention: MemRefConvention,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    if body.discardable_attrs(op).is_empty() {
        return Ok(());
    }
    let ctx = body.context().clone();
    let list = body.attr(op, Ident::ARG_ATTRS).and_then(|list| list.as_array(&ctx));
    let Some(list) = list.map(<[Attribute]>::to_vec) else { return Ok(()) };
    let mut expanded = Vec::new();
    for &ty in types {
        expanded.push(convention.argument_types(body, ty)?.len());
    }
    if let Some(attributes) = expand_attributes(&ctx, &list, &expanded) {
        rewriter.body_mut().set_attr(call, Ident::ARG_ATTRS, attributes);
    }
    Ok(())
}

/// Attributes of arguments that are passed as they are stay; what is said of a memref is said of the pointer to its
/// elements, the second of its fields.
fn expand_attributes(ctx: &Context, list: &[Attribute], expanded: &[usize]) -> Option<Attribute> {
    let none = ctx.dictionary_attr(&[]);
    let mut attributes = Vec::new();
    for (&entry, &count) in list.iter().zip(expanded) {
        let carrier = usize::from(count > 1);
        attributes.extend((0..count).map(|field| if field == carrier { entry } else { none }));
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
