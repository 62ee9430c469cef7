//! Calls, and exception handling.

use super::attributes::{self, ParameterAttribute};
use super::control_flow::set_weights;
use super::function::{Exported, FunctionExport, built};
use super::instructions::set_fastmath;
use super::ops::{Built, ExportOp, Translations};
use super::templates::type_text;
use inkwell::InlineAsmDialect;
use inkwell::attributes::{Attribute as LlvmAttribute, AttributeLoc};
use inkwell::intrinsics::Intrinsic;
use inkwell::types::{AnyType, BasicMetadataTypeEnum, BasicType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValue as _, BasicValueEnum, CallSiteValue, LLVMTailCallKind,
    OperandBundle, ValueKind,
};
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::llvm::{
    AsmDialect, AssumeOp, AssumeOpRef, CConv, CallIntrinsicOp, CallIntrinsicOpRef, CallOp,
    CallOpRef, FastmathFlags, InlineAsmOp, InlineAsmOpRef, IntrinsicOpInterface,
    IntrinsicOpInterfaceObject, InvokeOp, InvokeOpRef, LandingpadOp, LandingpadOpRef, ResumeOp,
    ResumeOpRef, TailCallKind,
};
use mlir_lite::ir::typed_view::{OpView, ValueRange, ValueRef};
use mlir_lite::ir::view::OpRef;
use mlir_lite::types::Type;

type Value<'ctx> = BasicValueEnum<'ctx>;

impl ExportOp for CallOp {
    fn export<'ctx>(op: CallOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        if let Some(result) = op.result() {
            export.types.basic(result.ty())?;
        }
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
        for value in op.arguments() {
            arguments.push(export.value(value)?.into());
        }
        let bundles =
            bundles(export, op.op_bundle_operands(), op.op_bundle_tags(), op.op_bundle_sizes())?;
        let site = match op.callee() {
            Some(callee) => by_name(export, callee.text(op.context()), &arguments, &bundles)?,
            None => by_address(export, op, &arguments, &bundles)?,
        };
        describe(export, op, site, &arguments)?;
        result(site, op.fastmath_flags())
    }
}

fn by_name<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'ctx>],
    bundles: &[OperandBundle<'ctx>],
) -> Exported<CallSiteValue<'ctx>> {
    let function = export.symbols.functions.get(name);
    let function =
        *function.ok_or_else(|| format!("the module does not declare the function '{name}'"))?;
    let ty = function.get_type();
    let expected = ty.count_param_types() as usize;
    if arguments.len() < expected || (arguments.len() > expected && !ty.is_var_arg()) {
        return Err(format!("'{name}' takes {expected} arguments, not {}", arguments.len()));
    }
    let builder = &export.builder;
    built(match bundles {
        [] => builder.build_direct_call(function, arguments, ""),
        _ => builder.build_direct_call_with_operand_bundles(function, arguments, bundles, ""),
    })
}

fn by_address<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: CallOpRef<'_>,
    arguments: &[BasicMetadataValueEnum<'ctx>],
    bundles: &[OperandBundle<'ctx>],
) -> Exported<CallSiteValue<'ctx>> {
    let ty = export.types.function(op.function_type())?;
    let address = match export.value(op.address().ok_or("it calls nothing")?)? {
        Value::PointerValue(pointer) => pointer,
        _ => return Err("its address is not a pointer".into()),
    };
    let builder = &export.builder;
    built(match bundles {
        [] => builder.build_indirect_call(ty, address, arguments, ""),
        _ => builder.build_indirect_call_with_operand_bundles(ty, address, arguments, bundles, ""),
    })
}

/// Operand bundles with these values.
fn bundles<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    values: ValueRange<'_>,
    tags: Option<Attribute>,
    sizes: Attribute,
) -> Exported<Vec<OperandBundle<'ctx>>> {
    let ctx = export.body.context();
    let Some(tags) = tags.and_then(|tags| tags.as_array(ctx)) else { return Ok(Vec::new()) };
    let sizes = sizes.expect_i64_array(ctx);
    let mut values = values.into_iter();
    let mut bundles = Vec::new();
    for (tag, size) in tags.iter().zip(sizes) {
        let mut passed = Vec::new();
        for value in values.by_ref().take(usize::try_from(size).unwrap_or(0)) {
            passed.push(inkwell::values::AnyValue::as_any_value_enum(&export.value(value)?));
        }
        bundles.push(OperandBundle::create(tag.as_str(ctx).ok_or("a bundle has no tag")?, &passed));
    }
    Ok(bundles)
}

impl ExportOp for CallIntrinsicOp {
    fn export<'ctx>(
        op: CallIntrinsicOpRef<'_>,
        export: &mut FunctionExport<'_, 'ctx>,
    ) -> Built<'ctx> {
        let bundles =
            bundles(export, op.op_bundle_operands(), op.op_bundle_tags(), op.op_bundle_sizes())?;
        let mut arguments = Vec::new();
        for value in op.args() {
            arguments.push(export.value(value)?);
        }
        let result_type = op.results().map(ValueRef::ty);
        let site = call_intrinsic(export, &op.intrin(), &arguments, &bundles, result_type)?;
        result(site, op.fastmath_flags())
    }
}

/// An op of any dialect that is a call of an intrinsic.
pub(super) fn intrinsic<'ctx>(
    op: OpRef<'_>,
    export: &mut FunctionExport<'_, 'ctx>,
) -> Option<Built<'ctx>> {
    let named = |op: IntrinsicOpInterfaceObject<'_>| (op.intrinsic(), op.constants());
    let (name, constants) = op.ask::<dyn IntrinsicOpInterface, _>(named)?;
    let ty = export.module.get_context().i32_type();
    let constants = constants.into_iter();
    let constants = constants.map(|number| Ok(ty.const_int(number as u64, true).into()));
    let operands = op.operands().map(|operand| export.value(op.body().value(operand)));
    let arguments: Exported<Vec<Value<'ctx>>> = constants.chain(operands).collect();
    let result_type = op.result_types().next();
    Some(arguments.and_then(|arguments| {
        let site = call_intrinsic(export, &name, &arguments, &[], result_type)?;
        result(site, FastmathFlags::NONE)
    }))
}

/// A call of an intrinsic without variants.
fn call_intrinsic<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    name: &str,
    arguments: &[Value<'ctx>],
    bundles: &[OperandBundle<'ctx>],
    result: Option<Type>,
) -> Exported<CallSiteValue<'ctx>> {
    let intrinsic = Intrinsic::find(name).filter(|_| name.starts_with("llvm."));
    let intrinsic = intrinsic.ok_or_else(|| format!("LLVM has no intrinsic '{name}'"))?;
    if intrinsic.is_overloaded() {
        return Err(format!("'{name}' has variants, which only ops of their own call"));
    }
    let function = intrinsic.get_declaration(export.module, &[]);
    let function = function.ok_or_else(|| format!("LLVM cannot declare '{name}'"))?;
    let types: Vec<BasicMetadataTypeEnum<'ctx>> =
        arguments.iter().map(|value| value.get_type().into()).collect();
    let arguments: Vec<BasicMetadataValueEnum<'ctx>> =
        arguments.iter().map(|value| (*value).into()).collect();
    let ty = function.get_type();
    let result = result.map(|ty| export.types.basic(ty)).transpose()?;
    if ty.get_param_types() != types || ty.get_return_type() != result {
        let ty = ty.print_to_string();
        return Err(format!("'{name}' has the type '{}'", ty.to_string_lossy()));
    }
    let builder = &export.builder;
    built(builder.build_direct_call_with_operand_bundles(function, &arguments, bundles, ""))
}

impl ExportOp for AssumeOp {
    fn export<'ctx>(op: AssumeOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let condition = export.value(op.cond())?.into();
        let bundles =
            bundles(export, op.op_bundle_operands(), op.op_bundle_tags(), op.op_bundle_sizes())?;
        let intrinsic = Intrinsic::find("llvm.assume")
            .and_then(|found| found.get_declaration(export.module, &[]));
        let function = intrinsic.ok_or("LLVM has no intrinsic 'llvm.assume'")?;
        let builder = &export.builder;
        built(builder.build_direct_call_with_operand_bundles(
            function,
            &[condition],
            &bundles,
            "",
        ))?;
        Ok(None)
    }
}

/// Sets the attributes of the call: convention, function attributes, branch weights.
fn describe<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: CallOpRef<'_>,
    site: CallSiteValue<'ctx>,
    arguments: &[BasicMetadataValueEnum<'ctx>],
) -> Exported<()> {
    let ctx = op.context();
    match op.calling_convention() {
        CConv::C => {}
        convention => site.set_call_convention(convention as u32),
    }
    match op.tail_call_kind() {
        TailCallKind::None => {}
        TailCallKind::Tail => site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindTail),
        TailCallKind::MustTail => {
            site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindMustTail)
        }
        TailCallKind::NoTail => site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindNoTail),
    }
    let words = attributes::of_both::<CallOp>(op);
    if !words.is_empty() {
        for attribute in export.templates.function_attributes(&words.join(" "))? {
            site.add_attribute(AttributeLoc::Function, attribute);
        }
    }
    if let Some(list) = op.arg_attrs().and_then(|list| list.as_array(ctx)) {
        for ((index, &entries), argument) in (0..).zip(list).zip(arguments) {
            let ty = BasicValueEnum::try_from(*argument).ok().and_then(type_text);
            for attribute in parameter(export, entries, ty.as_deref())? {
                site.add_attribute(AttributeLoc::Param(index), attribute);
            }
        }
    }
    if let Some(list) = op.res_attrs().and_then(|list| list.as_array(ctx)) {
        let ty = op.result().map(|result| export.types.basic(result.ty())).transpose()?;
        let ty = ty.map(|ty| ty.print_to_string().to_string());
        for &entries in list {
            for attribute in parameter(export, entries, ty.as_deref())? {
                site.add_attribute(AttributeLoc::Return, attribute);
            }
        }
    }
    Ok(())
}

/// The attributes in a dictionary, for an argument or a result of a type with that text.
fn parameter(
    export: &FunctionExport<'_, '_>,
    entries: Attribute,
    ty: Option<&str>,
) -> Exported<Vec<LlvmAttribute>> {
    let mut found = Vec::new();
    for attribute in attributes::of_parameter(&export.types.ctx, entries)? {
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

/// The result of a call, if it has one. The op's fast-math flags are set on the call; no other
/// flags apply to calls.
pub(super) fn result(site: CallSiteValue<'_>, flags: FastmathFlags) -> Built<'_> {
    match site.try_as_basic_value() {
        ValueKind::Basic(value) => {
            set_fastmath(value, flags)?;
            Ok(Some(value))
        }
        ValueKind::Instruction(_) => Ok(None),
    }
}

impl ExportOp for InlineAsmOp {
    fn export<'ctx>(op: InlineAsmOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let (mut arguments, mut types) = (Vec::new(), Vec::new());
        for value in op.operands() {
            let value = export.value(value)?;
            types.push(value.get_type().into());
            arguments.push(value.into());
        }
        let ty = match op.res() {
            Some(result) => export.types.basic(result.ty())?.fn_type(&types, false),
            None => export.types.llvm.void_type().fn_type(&types, false),
        };
        if op.operand_attrs().is_some() {
            return Err("attributes of its operands are not supported".into());
        }
        let dialect = match op.asm_dialect() {
            Some(AsmDialect::Intel) => InlineAsmDialect::Intel,
            _ => InlineAsmDialect::ATT,
        };
        let (effects, aligned) = (op.has_side_effects().is_some(), op.is_align_stack().is_some());
        let assembly = export.types.llvm.create_inline_asm(
            ty,
            op.asm_string(),
            op.constraints(),
            effects,
            aligned,
            Some(dialect),
            false,
        );
        let site = built(export.builder.build_indirect_call(ty, assembly, &arguments, ""))?;
        match op.tail_call_kind() {
            TailCallKind::Tail => site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindTail),
            TailCallKind::NoTail => {
                site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindNoTail)
            }
            TailCallKind::None | TailCallKind::MustTail => {}
        }
        result(site, FastmathFlags::NONE)
    }
}

impl ExportOp for InvokeOp {
    fn export<'ctx>(op: InvokeOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let arguments: Vec<Value<'ctx>> =
            op.arguments().map(|value| export.value(value)).collect::<Exported<_>>()?;
        let [next, unwind] = export.targets(op.op())?[..] else {
            return Err("it has two successors".into());
        };
        let site = match (op.callee(), op.address()) {
            (Some(callee), _) => {
                let name = callee.text(op.context());
                let function = export.symbols.functions.get(name);
                let function = *function
                    .ok_or_else(|| format!("the module does not declare the function '{name}'"))?;
                let expected = function.get_type().count_param_types() as usize;
                if arguments.len() < expected {
                    return Err(format!("'{name}' takes {expected} arguments"));
                }
                export.builder.build_direct_invoke(function, &arguments, next, unwind, "")
            }
            (None, Some(address)) => {
                let ty = export.types.function(op.function_type())?;
                let Value::PointerValue(address) = export.value(address)? else {
                    return Err("its address is not a pointer".into());
                };
                export.builder.build_indirect_invoke(ty, address, &arguments, next, unwind, "")
            }
            (None, None) => return Err("it calls nothing".into()),
        };
        let site = built(site)?;
        if op.calling_convention() != CConv::C {
            site.set_call_convention(op.calling_convention() as u32);
        }
        let instruction = match site.try_as_basic_value() {
            ValueKind::Basic(value) => value.as_instruction_value(),
            ValueKind::Instruction(instruction) => Some(instruction),
        };
        if let Some(instruction) = instruction {
            set_weights(export, op.branch_weights(), instruction)?;
        }
        let lists = [(op.arg_attrs(), true), (op.res_attrs(), false)];
        for (list, of_arguments) in lists {
            let list = list.and_then(|list| list.as_array(op.context())).unwrap_or_default();
            for (index, &entries) in (0..).zip(list) {
                let ty = match of_arguments {
                    true => arguments.get(index as usize).copied().and_then(type_text),
                    false => op
                        .result()
                        .and_then(|result| export.types.basic(result.ty()).ok())
                        .map(|ty| ty.print_to_string().to_string()),
                };
                let place = match of_arguments {
                    true => AttributeLoc::Param(index),
                    false => AttributeLoc::Return,
                };
                for attribute in parameter(export, entries, ty.as_deref())? {
                    site.add_attribute(place, attribute);
                }
            }
        }
        result(site, FastmathFlags::NONE)
    }
}

impl ExportOp for LandingpadOp {
    fn export<'ctx>(op: LandingpadOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let ty = export.types.basic(op.res().ty())?;
        let personality = export.function.get_personality_function();
        let personality = personality.ok_or("its function has no personality")?;
        let clauses = op.clauses().into_iter().map(|clause| export.value(clause));
        let clauses: Vec<Value<'ctx>> = clauses.collect::<Exported<_>>()?;
        let cleanup = op.cleanup().is_some();
        built(export.builder.build_landing_pad(ty, personality, &clauses, cleanup, "")).map(Some)
    }
}

impl ExportOp for ResumeOp {
    fn export<'ctx>(op: ResumeOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        built(export.builder.build_resume(export.value(op.value())?))?;
        Ok(None)
    }
}

pub(super) fn register(translations: &mut Translations) {
    translations.add::<CallOp>();
    translations.add::<CallIntrinsicOp>();
    translations.add::<AssumeOp>();
    translations.add::<InlineAsmOp>();
    translations.add::<InvokeOp>();
    translations.add::<LandingpadOp>();
    translations.add::<ResumeOp>();
}
