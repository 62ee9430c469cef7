//! Calls, and what is done when a call throws.

use super::attributes::{self, ParameterAttribute};
use super::function::{Exported, FunctionExport, built};
use super::instructions::{flag, set_fastmath};
use super::symbols::convention;
use super::templates::type_text;
use crate::attributes::Attribute;
use crate::dialects::llvm::{AssumeOp, CallOp, TailCallKind};
use crate::ir::view::OpRef;
use crate::ir::{OpView, ValueId};
use inkwell::attributes::{Attribute as LlvmAttribute, AttributeLoc};
use inkwell::intrinsics::Intrinsic;
use inkwell::types::AnyType;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, LLVMTailCallKind, OperandBundle,
    ValueKind,
};

type Value<'ctx> = BasicValueEnum<'ctx>;

/// Builds a call, by name or by address.
pub(super) fn call<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Option<Value<'ctx>>> {
    let ctx = op.context();
    let call = op.cast::<CallOp>().map(OpView::handle).ok_or("it is not a call")?;
    for ty in op.result_types() {
        export.types.basic(ty)?;
    }
    let callee = call.callee(op.body()).and_then(|callee| callee.as_flat_symbol(ctx));
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for value in call.callee_operands(op.body()).into_iter().skip(usize::from(callee.is_none())) {
        arguments.push(export.value(value)?.into());
    }
    let body = op.body();
    let (tags, sizes) = (call.op_bundle_tags(body), call.op_bundle_sizes(body));
    let bundles = bundles(export, &call.op_bundle_operands(body), tags, sizes)?;
    let site = if let Some(callee) = callee {
        let name = callee.text(ctx);
        let function = export.symbols.functions.get(name);
        let function =
            *function.ok_or_else(|| format!("the module does not declare the function '{name}'"))?;
        let ty = function.get_type();
        let expected = ty.count_param_types() as usize;
        if arguments.len() < expected || (arguments.len() > expected && !ty.is_var_arg()) {
            return Err(format!("'{name}' takes {expected} arguments, not {}", arguments.len()));
        }
        if bundles.is_empty() {
            built(export.builder.build_direct_call(function, &arguments, ""))?
        } else {
            let site =
                export.builder.build_direct_call_with_operand_bundles(function, &arguments, &bundles, "");
            built(site)?
        }
    } else {
        let ty = export.types.function(call.function_type(op.body()))?;
        let address = match export.value(op.operand(0))? {
            Value::PointerValue(pointer) => pointer,
            _ => return Err("its address is not a pointer".into()),
        };
        if bundles.is_empty() {
            built(export.builder.build_indirect_call(ty, address, &arguments, ""))?
        } else {
            let site = export
                .builder
                .build_indirect_call_with_operand_bundles(ty, address, &arguments, &bundles, "");
            built(site)?
        }
    };
    describe(export, op, call, site, &arguments)?;
    result(op, site)
}

/// Operand bundles, of these values.
fn bundles<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    values: &[ValueId],
    tags: Option<Attribute>,
    sizes: Attribute,
) -> Exported<Vec<OperandBundle<'ctx>>> {
    let ctx = export.body.context();
    let Some(tags) = tags.and_then(|tags| tags.as_array(ctx)) else { return Ok(Vec::new()) };
    let sizes = sizes.as_i64_array(ctx).unwrap_or_default();
    let mut values = values.iter();
    let mut bundles = Vec::new();
    for (tag, size) in tags.iter().zip(sizes) {
        let mut passed = Vec::new();
        for &value in values.by_ref().take(usize::try_from(size).unwrap_or(0)) {
            passed.push(inkwell::values::AnyValue::as_any_value_enum(&export.value(value)?));
        }
        bundles.push(OperandBundle::create(tag.as_str(ctx).ok_or("a bundle has no tag")?, &passed));
    }
    Ok(bundles)
}

/// Builds a call of `llvm.assume`.
pub(super) fn assume<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<()> {
    let (assume, body) = (op.cast::<AssumeOp>().map(OpView::handle).ok_or("it is no assumption")?, op.body());
    let condition = export.value(op.operand(0))?.into();
    let values: Vec<ValueId> = op.operands().skip(1).collect();
    let (tags, sizes) = (assume.op_bundle_tags(body), assume.op_bundle_sizes(body));
    let bundles = bundles(export, &values, tags, sizes)?;
    let intrinsic =
        Intrinsic::find("llvm.assume").and_then(|found| found.get_declaration(export.module, &[]));
    let function = intrinsic.ok_or("LLVM has no intrinsic 'llvm.assume'")?;
    let builder = &export.builder;
    built(builder.build_direct_call_with_operand_bundles(function, &[condition], &bundles, "")).map(|_| ())
}

/// What is said of the call: convention, promises, weights.
fn describe<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    call: CallOp,
    site: CallSiteValue<'ctx>,
    arguments: &[BasicMetadataValueEnum<'ctx>],
) -> Exported<()> {
    let (ctx, body) = (op.context(), op.body());
    match convention(ctx, call.calling_convention(body)) {
        0 => {}
        convention => site.set_call_convention(convention),
    }
    match call.tail_call_kind(body).as_dialect::<TailCallKind>(ctx) {
        None | Some(TailCallKind::None) => {}
        Some(TailCallKind::Tail) => site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindTail),
        Some(TailCallKind::MustTail) => site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindMustTail),
        Some(TailCallKind::NoTail) => site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindNoTail),
    }
    let words = attributes::of_function(op)?;
    if !words.is_empty() {
        for attribute in export.templates.function_attributes(&words.join(" "))? {
            site.add_attribute(AttributeLoc::Function, attribute);
        }
    }
    if let Some(list) = call.arg_attrs(body).and_then(|list| list.as_array(ctx)) {
        for ((index, &entries), argument) in (0..).zip(list).zip(arguments) {
            let ty = BasicValueEnum::try_from(*argument).ok().and_then(type_text);
            for attribute in parameter(export, op, entries, ty.as_deref())? {
                site.add_attribute(AttributeLoc::Param(index), attribute);
            }
        }
    }
    if let Some(list) = call.res_attrs(body).and_then(|list| list.as_array(ctx)) {
        let ty = op.result_types().next().map(|ty| export.types.basic(ty)).transpose()?;
        let ty = ty.map(|ty| ty.print_to_string().to_string());
        for &entries in list {
            for attribute in parameter(export, op, entries, ty.as_deref())? {
                site.add_attribute(AttributeLoc::Return, attribute);
            }
        }
    }
    Ok(())
}

/// What a dictionary says of an argument or a result of a type with that text.
fn parameter(
    export: &FunctionExport<'_, '_>,
    op: OpRef<'_>,
    entries: Attribute,
    ty: Option<&str>,
) -> Exported<Vec<LlvmAttribute>> {
    let mut found = Vec::new();
    for attribute in attributes::of_parameter(op.context(), entries)? {
        match attribute {
            ParameterAttribute::Words(words) => {
                let ty = ty.ok_or("attributes of structs with names are not supported here")?;
                found.extend(export.templates.parameter_attributes(ty, &words)?);
            }
            ParameterAttribute::OfType(word, ty) => {
                let kind = LlvmAttribute::get_named_enum_kind_id(word);
                let ty = export.types.basic(ty)?.as_any_type_enum();
                found.push(export.types.llvm.create_type_attribute(kind, ty));
            }
        }
    }
    Ok(found)
}

/// The result of a call, if it has one, with the op's fast-math flags.
pub(super) fn result<'ctx>(op: OpRef<'_>, site: CallSiteValue<'ctx>) -> Exported<Option<Value<'ctx>>> {
    Ok(match site.try_as_basic_value() {
        ValueKind::Basic(value) => {
            // No other flags are for what is called.
            if let Some(instruction) = value.as_instruction_value() {
                set_fastmath(op, instruction);
            }
            Some(value)
        }
        ValueKind::Instruction(_) => None,
    })
}

/// Builds the begin of what handles exceptions.
pub(super) fn landing_pad<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let ty = export.types.basic(op.result_types().next().ok_or("it has no result")?)?;
    let personality = export.function.get_personality_function().ok_or("its function has no personality")?;
    let clauses: Exported<Vec<Value<'ctx>>> = op.operands().map(|clause| export.value(clause)).collect();
    let cleanup = op.attr_named("cleanup").is_some();
    built(export.builder.build_landing_pad(ty, personality, &clauses?, cleanup, ""))
}

/// Builds the end of what handles exceptions.
pub(super) fn resume(export: &FunctionExport<'_, '_>, op: OpRef<'_>) -> Exported<()> {
    built(export.builder.build_resume(export.value(op.operand(0))?)).map(|_| ())
}

/// Says how often each successor of a branch is taken.
pub(super) fn set_weights(
    export: &FunctionExport<'_, '_>,
    op: OpRef<'_>,
    instruction: inkwell::values::InstructionValue<'_>,
) -> Exported<()> {
    let weights = op.attr_named("branch_weights").and_then(|weights| weights.as_i64_array(op.context()));
    let Some(weights) = weights else { return Ok(()) };
    let llvm = export.types.llvm;
    let mut node: Vec<BasicMetadataValueEnum<'_>> = vec![llvm.metadata_string("branch_weights").into()];
    node.extend(weights.iter().map(|&weight| -> BasicMetadataValueEnum<'_> {
        llvm.i32_type().const_int(weight as u64, true).as_basic_value_enum().into()
    }));
    flag(instruction.set_metadata(llvm.metadata_node(&node), llvm.get_kind_id("prof")))
}
