//! Memory: stack slots, addresses, loads, stores and atomic operations.

use super::function::{Exported, FunctionExport, built};
use super::instructions::{flag, number, result_of, result_type};
use super::templates::type_text;
use super::text::quoted;
use crate::dialects::llvm::{GepIndex, atomic_operation_word, gep_indices, ordering_word};
use crate::ir::view::OpRef;
use crate::llvm::ffi;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, InstructionValue, PointerValue};

type Value<'ctx> = BasicValueEnum<'ctx>;

fn alignment(op: OpRef<'_>) -> Exported<Option<u32>> {
    let Some(alignment) = number(op, "alignment") else { return Ok(None) };
    let alignment = u32::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
    alignment.map(Some).ok_or_else(|| "an alignment is a power of two".into())
}

fn set_alignment(op: OpRef<'_>, instruction: Option<InstructionValue<'_>>) -> Exported<()> {
    match (alignment(op)?, instruction) {
        (Some(alignment), Some(instruction)) => flag(instruction.set_alignment(alignment)),
        _ => Ok(()),
    }
}

fn pointer<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    index: usize,
) -> Exported<PointerValue<'ctx>> {
    match export.value(op.operand(index))? {
        Value::PointerValue(pointer) => Ok(pointer),
        _ => Err("its address is not a pointer".into()),
    }
}

fn element_type<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<BasicTypeEnum<'ctx>> {
    let ty = op.attr_named("elem_type").and_then(|ty| ty.as_type(op.context()));
    export.types.basic(ty.ok_or("it has no element type")?)
}

/// `, align 8`, or nothing.
fn aligned(op: OpRef<'_>) -> Exported<String> {
    Ok(alignment(op)?.map_or(String::new(), |alignment| format!(", align {alignment}")))
}

pub(super) fn alloca<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let size = export.value(op.operand(0))?;
    let element = element_type(export, op)?;
    let ty = match export.types.basic(result_type(op)?)? {
        BasicTypeEnum::PointerType(ty) => ty,
        _ => return Err("its result is not a pointer".into()),
    };
    let inalloca = op.attr_named("inalloca").is_some();
    let space = ty.get_address_space();
    if !inalloca && space == inkwell::AddressSpace::default() {
        let Value::IntValue(size) = size else { return Err("its size is not an integer".into()) };
        let value = built(export.builder.build_array_alloca(element, size, ""))?;
        set_alignment(op, value.as_instruction_value())?;
        return Ok(value.into());
    }
    let element = element.print_to_string().to_string();
    if element.contains(['%', '=']) {
        return Err("a struct with a name is not supported in this memory".into());
    }
    let size_type = type_text(size).ok_or("its size is not an integer")?;
    let text = format!(
        "%r = alloca {}{element}, {size_type} %0{}{}",
        if inalloca { "inalloca " } else { "" },
        aligned(op)?,
        // `ptr addrspace(5)`
        ty.print_to_string()
            .to_string()
            .strip_prefix("ptr ")
            .map_or(String::new(), |space| format!(", {space}")),
    );
    // An alloca of a constant number of elements is written with that number.
    result_of(export.templates.instruction(&export.builder, &text, &[size])?)
}

/// `syncscope("agent") acquire`
fn ordering(op: OpRef<'_>, name: &str) -> Exported<String> {
    let word = ordering_word(op, name).ok_or_else(|| format!("its '{name}' is unknown"))?;
    let scope = op.attr_named("syncscope").and_then(|scope| scope.as_str(op.context()));
    Ok(match scope {
        Some(scope) => format!("syncscope({}) {word}", quoted(scope.as_bytes())),
        None => word.to_owned(),
    })
}

fn volatile(op: OpRef<'_>) -> &'static str {
    if op.attr_named("volatile_").is_some() { "volatile " } else { "" }
}

fn is_atomic(op: OpRef<'_>) -> bool {
    number(op, "ordering").is_some_and(|ordering| ordering != 0)
}

/// The types of operands in text, for an instruction that has them all.
fn texts<const N: usize>(values: [Value<'_>; N]) -> Exported<[String; N]> {
    let texts = values.map(type_text);
    if texts.contains(&None) {
        return Err("a struct with a name is not supported here".into());
    }
    Ok(texts.map(Option::unwrap_or_default))
}

pub(super) fn load<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let ty = export.types.basic(result_type(op)?)?;
    let address = pointer(export, op, 0)?;
    let value = if is_atomic(op) {
        let [of_address] = texts([address.into()])?;
        let (volatile, ordering, aligned) = (volatile(op), ordering(op, "ordering")?, aligned(op)?);
        let ty = ty.print_to_string().to_string();
        let text = format!("%r = load atomic {volatile}{ty}, {of_address} %0 {ordering}{aligned}");
        result_of(export.templates.instruction(&export.builder, &text, &[address.into()])?)?
    } else {
        let value = built(export.builder.build_load(ty, address, ""))?;
        let instruction = value.as_instruction_value();
        set_alignment(op, instruction)?;
        if let Some(instruction) = instruction.filter(|_| !volatile(op).is_empty()) {
            flag(instruction.set_volatile(true))?;
        }
        value
    };
    if let Some(instruction) = value.as_instruction_value() {
        describe(export, op, instruction)?;
    }
    Ok(value)
}

pub(super) fn store(export: &FunctionExport<'_, '_>, op: OpRef<'_>) -> Exported<()> {
    let (value, address) = (export.value(op.operand(0))?, pointer(export, op, 1)?);
    let instruction = if is_atomic(op) {
        let operands = [value, address.into()];
        let [of_value, of_address] = texts(operands)?;
        let (volatile, ordering, aligned) = (volatile(op), ordering(op, "ordering")?, aligned(op)?);
        let text = format!("store atomic {volatile}{of_value} %0, {of_address} %1 {ordering}{aligned}");
        export.templates.instruction(&export.builder, &text, &operands)?
    } else {
        let instruction = built(export.builder.build_store(address, value))?;
        set_alignment(op, Some(instruction))?;
        if !volatile(op).is_empty() {
            flag(instruction.set_volatile(true))?;
        }
        instruction
    };
    describe(export, op, instruction)
}

/// What is said of an access beside it, as metadata.
fn describe(
    export: &FunctionExport<'_, '_>,
    op: OpRef<'_>,
    instruction: InstructionValue<'_>,
) -> Exported<()> {
    let llvm = export.types.llvm;
    if op.attr_named("nontemporal").is_some() {
        let one = llvm.metadata_node(&[llvm.i32_type().const_int(1, false).into()]);
        flag(instruction.set_metadata(one, llvm.get_kind_id("nontemporal")))?;
    }
    for (name, known_as) in [("invariant", "invariant.load"), ("invariantGroup", "invariant.group")] {
        if op.attr_named(name).is_some() {
            flag(instruction.set_metadata(llvm.metadata_node(&[]), llvm.get_kind_id(known_as)))?;
        }
    }
    Ok(())
}

pub(super) fn fence(export: &FunctionExport<'_, '_>, op: OpRef<'_>) -> Exported<()> {
    let text = format!("fence {}", ordering(op, "ordering")?);
    export.templates.instruction(&export.builder, &text, &[]).map(|_| ())
}

pub(super) fn atomic_rmw<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let word = atomic_operation_word(op).ok_or("its operation is unknown")?;
    let operands = [export.value(op.operand(0))?, export.value(op.operand(1))?];
    let [of_address, of_value] = texts(operands)?;
    let (volatile, ordering, aligned) = (volatile(op), ordering(op, "ordering")?, aligned(op)?);
    // The dialect writes `_and`, for `and` is a word of C++.
    let word = word.trim_start_matches('_');
    let text = format!("%r = atomicrmw {volatile}{word} {of_address} %0, {of_value} %1 {ordering}{aligned}");
    result_of(export.templates.instruction(&export.builder, &text, &operands)?)
}

pub(super) fn cmpxchg<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let operands = [export.value(op.operand(0))?, export.value(op.operand(1))?, export.value(op.operand(2))?];
    let [of_address, expected, new] = texts(operands)?;
    let weak = if op.attr_named("weak").is_some() { "weak " } else { "" };
    let failure = ordering_word(op, "failure_ordering").ok_or("its 'failure_ordering' is unknown")?;
    let (volatile, success, aligned) = (volatile(op), ordering(op, "success_ordering")?, aligned(op)?);
    let text = format!(
        "%r = cmpxchg {weak}{volatile}{of_address} %0, {expected} %1, {new} %2 {success} {failure}{aligned}"
    );
    result_of(export.templates.instruction(&export.builder, &text, &operands)?)
}

pub(super) fn get_element_pointer<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
) -> Exported<Value<'ctx>> {
    let element = element_type(export, op)?;
    let mut inner = element;
    let mut indices = Vec::new();
    for (i, index) in gep_indices(op).into_iter().enumerate() {
        if i > 0 {
            inner = step(inner, index).ok_or("its indices do not lead into the element type")?;
        }
        indices.push(match index {
            GepIndex::Constant(value) => export.types.llvm.i32_type().const_int(value as u64, true).into(),
            GepIndex::Value(value) => match export.value(value)? {
                value @ (Value::IntValue(_) | Value::VectorValue(_) | Value::ScalableVectorValue(_)) => value,
                _ => return Err("an index is not an integer".into()),
            },
        });
    }
    let flags = u32::try_from(number(op, "noWrapFlags").unwrap_or(0)).map_err(|_| "its flags are unknown")?;
    let base = match export.value(op.operand(0))? {
        base @ (Value::PointerValue(_) | Value::VectorValue(_) | Value::ScalableVectorValue(_)) => base,
        _ => return Err("its address is not a pointer".into()),
    };
    Ok(ffi::build_gep(&export.builder, element, base, &indices, flags))
}

/// The type that one index leads to.
fn step(ty: BasicTypeEnum<'_>, index: GepIndex) -> Option<BasicTypeEnum<'_>> {
    match (ty, index) {
        (BasicTypeEnum::StructType(ty), GepIndex::Constant(index)) => {
            ty.get_field_type_at_index(u32::try_from(index).ok()?)
        }
        (BasicTypeEnum::ArrayType(ty), _) => Some(ty.get_element_type()),
        (BasicTypeEnum::VectorType(ty), _) => Some(ty.get_element_type()),
        _ => None,
    }
}
