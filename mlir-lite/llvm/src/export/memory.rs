//! Memory: stack slots, addresses, loads, stores and atomic operations.

use super::function::{Exported, FunctionExport, built};
use super::instructions::{flag, result_of};
use super::ops::{Built, ExportOp, Translations};
use super::templates::type_text;
use super::text::quoted;
use crate::ffi;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, InstructionValue, PointerValue};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{
    AllocaOp, AllocaOpRef, AtomicOrdering, AtomicRmwOp, AtomicRmwOpRef, CmpXchgOp, CmpXchgOpRef,
    FenceOp, FenceOpRef, GepIndex, GepOp, GepOpRef, LoadOp, LoadOpRef, StoreOp, StoreOpRef,
};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::typed_view::{OpView, ValueRef};

type Value<'ctx> = BasicValueEnum<'ctx>;

/// The alignment given by an attribute.
fn alignment(ctx: &Context, alignment: Option<Attribute>) -> Exported<Option<u32>> {
    let Some(alignment) = alignment.and_then(|alignment| alignment.as_i64(ctx)) else {
        return Ok(None);
    };
    let alignment = u32::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
    alignment.map(Some).ok_or_else(|| "an alignment is a power of two".into())
}

fn set_alignment(
    alignment: Option<u32>,
    instruction: Option<InstructionValue<'_>>,
) -> Exported<()> {
    match (alignment, instruction) {
        (Some(alignment), Some(instruction)) => flag(instruction.set_alignment(alignment)),
        _ => Ok(()),
    }
}

/// `, align 8`, or nothing.
fn aligned(alignment: Option<u32>) -> String {
    alignment.map_or(String::new(), |alignment| format!(", align {alignment}"))
}

fn pointer<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    value: ValueRef<'_>,
) -> Exported<PointerValue<'ctx>> {
    match export.value(value)? {
        Value::PointerValue(pointer) => Ok(pointer),
        _ => Err("its address is not a pointer".into()),
    }
}

impl ExportOp for AllocaOp {
    fn export<'ctx>(op: AllocaOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let size = export.value(op.array_size())?;
        let element = op.elem_type().as_type(op.context()).ok_or("it has no element type")?;
        let element = export.types.basic(element)?;
        let BasicTypeEnum::PointerType(ty) = export.types.basic(op.res().ty())? else {
            return Err("its result is not a pointer".into());
        };
        let (inalloca, alignment) =
            (op.inalloca().is_some(), alignment(op.context(), op.alignment())?);
        if !inalloca && ty.get_address_space() == inkwell::AddressSpace::default() {
            let Value::IntValue(size) = size else {
                return Err("its size is not an integer".into());
            };
            let value = built(export.builder.build_array_alloca(element, size, ""))?;
            set_alignment(alignment, value.as_instruction_value())?;
            return Ok(Some(value.into()));
        }
        let element = element.print_to_string().to_string();
        if element.contains(['%', '=']) {
            return Err("a struct with a name is not supported in this memory".into());
        }
        let size_type = type_text(size).ok_or("its size is not an integer")?;
        let inalloca = if inalloca { "inalloca " } else { "" };
        // `ptr addrspace(5)`
        let ty = ty.print_to_string().to_string();
        let space = ty.strip_prefix("ptr ").map_or(String::new(), |space| format!(", {space}"));
        let aligned = aligned(alignment);
        let text = format!("%r = alloca {inalloca}{element}, {size_type} %0{aligned}{space}");
        // An alloca of a constant number of elements is written with that number.
        result_of(export.templates.instruction(&export.builder, &text, &[size])?).map(Some)
    }
}

/// `syncscope("agent") acquire`
fn ordering(ctx: &Context, scope: Option<Attribute>, ordering: AtomicOrdering) -> String {
    let word = ordering.text();
    match scope.and_then(|scope| scope.as_str(ctx)) {
        Some(scope) => format!("syncscope({}) {word}", quoted(scope.as_bytes())),
        None => word.to_owned(),
    }
}

fn volatile(flag: Option<Attribute>) -> &'static str {
    if flag.is_some() { "volatile " } else { "" }
}

/// The types of all operands in text, for an instruction template.
fn texts<const N: usize>(values: [Value<'_>; N]) -> Exported<[String; N]> {
    let texts = values.map(type_text);
    if texts.contains(&None) {
        return Err("a struct with a name is not supported here".into());
    }
    Ok(texts.map(Option::unwrap_or_default))
}

impl ExportOp for LoadOp {
    fn export<'ctx>(op: LoadOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let ty = export.types.basic(op.res().ty())?;
        let address = pointer(export, op.addr())?;
        let (alignment, volatile) =
            (alignment(op.context(), op.alignment())?, volatile(op.volatile()));
        let value = if op.ordering() == AtomicOrdering::NotAtomic {
            let value = built(export.builder.build_load(ty, address, ""))?;
            let instruction = value.as_instruction_value();
            set_alignment(alignment, instruction)?;
            if let Some(instruction) = instruction.filter(|_| !volatile.is_empty()) {
                flag(instruction.set_volatile(true))?;
            }
            value
        } else {
            let [of_address] = texts([address.into()])?;
            let ordering = ordering(op.context(), op.syncscope(), op.ordering());
            let (ty, aligned) = (ty.print_to_string().to_string(), aligned(alignment));
            let text =
                format!("%r = load atomic {volatile}{ty}, {of_address} %0 {ordering}{aligned}");
            result_of(export.templates.instruction(&export.builder, &text, &[address.into()])?)?
        };
        if let Some(instruction) = value.as_instruction_value() {
            let facts =
                [(op.invariant(), "invariant.load"), (op.invariant_group(), "invariant.group")];
            describe(export, op.nontemporal(), &facts, instruction)?;
        }
        Ok(Some(value))
    }
}

impl ExportOp for StoreOp {
    fn export<'ctx>(op: StoreOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let (value, address) = (export.value(op.value())?, pointer(export, op.addr())?);
        let (alignment, volatile) =
            (alignment(op.context(), op.alignment())?, volatile(op.volatile()));
        let instruction = if op.ordering() == AtomicOrdering::NotAtomic {
            let instruction = built(export.builder.build_store(address, value))?;
            set_alignment(alignment, Some(instruction))?;
            if !volatile.is_empty() {
                flag(instruction.set_volatile(true))?;
            }
            instruction
        } else {
            let operands = [value, address.into()];
            let [of_value, of_address] = texts(operands)?;
            let ordering = ordering(op.context(), op.syncscope(), op.ordering());
            let aligned = aligned(alignment);
            let text = format!(
                "store atomic {volatile}{of_value} %0, {of_address} %1 {ordering}{aligned}"
            );
            export.templates.instruction(&export.builder, &text, &operands)?
        };
        let facts = [(op.invariant_group(), "invariant.group")];
        describe(export, op.nontemporal(), &facts, instruction)?;
        Ok(None)
    }
}

/// Sets the metadata of an access: `facts` are unit attributes, with LLVM's names.
fn describe(
    export: &FunctionExport<'_, '_>,
    nontemporal: Option<Attribute>,
    facts: &[(Option<Attribute>, &str)],
    instruction: InstructionValue<'_>,
) -> Exported<()> {
    let llvm = export.types.llvm;
    if nontemporal.is_some() {
        let one = llvm.metadata_node(&[llvm.i32_type().const_int(1, false).into()]);
        flag(instruction.set_metadata(one, llvm.get_kind_id("nontemporal")))?;
    }
    for (_, known_as) in facts.iter().filter(|(fact, _)| fact.is_some()) {
        flag(instruction.set_metadata(llvm.metadata_node(&[]), llvm.get_kind_id(known_as)))?;
    }
    Ok(())
}

impl ExportOp for FenceOp {
    fn export<'ctx>(op: FenceOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let text = format!("fence {}", ordering(op.context(), op.syncscope(), op.ordering()));
        export.templates.instruction(&export.builder, &text, &[])?;
        Ok(None)
    }
}

impl ExportOp for AtomicRmwOp {
    fn export<'ctx>(op: AtomicRmwOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let operands = [export.value(op.ptr())?, export.value(op.val())?];
        let [of_address, of_value] = texts(operands)?;
        let (volatile, aligned) =
            (volatile(op.volatile()), aligned(alignment(op.context(), op.alignment())?));
        let ordering = ordering(op.context(), op.syncscope(), op.ordering());
        // The dialect writes `_and`, because `and` is a keyword of C++.
        let word = op.bin_op().text().trim_start_matches('_');
        let text = format!(
            "%r = atomicrmw {volatile}{word} {of_address} %0, {of_value} %1 {ordering}{aligned}"
        );
        result_of(export.templates.instruction(&export.builder, &text, &operands)?).map(Some)
    }
}

impl ExportOp for CmpXchgOp {
    fn export<'ctx>(op: CmpXchgOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let operands = [export.value(op.ptr())?, export.value(op.cmp())?, export.value(op.val())?];
        let [of_address, expected, new] = texts(operands)?;
        let (weak, volatile) =
            (if op.weak().is_some() { "weak " } else { "" }, volatile(op.volatile()));
        let success = ordering(op.context(), op.syncscope(), op.success_ordering());
        let (failure, aligned) =
            (op.failure_ordering().text(), aligned(alignment(op.context(), op.alignment())?));
        let text = format!(
            "%r = cmpxchg {weak}{volatile}{of_address} %0, {expected} %1, {new} %2 {success} \
                {failure}{aligned}"
        );
        result_of(export.templates.instruction(&export.builder, &text, &operands)?).map(Some)
    }
}

impl ExportOp for GepOp {
    fn export<'ctx>(op: GepOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let element = export.types.basic(op.elem_type())?;
        let mut inner = element;
        let mut indices = Vec::new();
        for (i, index) in op.indices().into_iter().enumerate() {
            if i > 0 {
                inner =
                    step(inner, index).ok_or("its indices do not lead into the element type")?;
            }
            let i32_type = export.types.llvm.i32_type();
            indices.push(match index {
                GepIndex::Constant(value) => i32_type.const_int(value as u64, true).into(),
                GepIndex::Value(value) => match export.value(value)? {
                    value @ (Value::IntValue(_)
                    | Value::VectorValue(_)
                    | Value::ScalableVectorValue(_)) => value,
                    _ => return Err("an index is not an integer".into()),
                },
            });
        }
        let flags =
            u32::try_from(op.no_wrap_flags().value()).map_err(|_| "its flags are unknown")?;
        let base = match export.value(op.base())? {
            base @ (Value::PointerValue(_)
            | Value::VectorValue(_)
            | Value::ScalableVectorValue(_)) => base,
            _ => return Err("its address is not a pointer".into()),
        };
        Ok(Some(ffi::build_gep(&export.builder, element, base, &indices, flags)))
    }
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

pub(super) fn register(translations: &mut Translations) {
    translations.add::<AllocaOp>();
    translations.add::<LoadOp>();
    translations.add::<StoreOp>();
    translations.add::<FenceOp>();
    translations.add::<AtomicRmwOp>();
    translations.add::<CmpXchgOp>();
    translations.add::<GepOp>();
}
