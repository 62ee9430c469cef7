//! Ops to instructions.

use super::function::{Exported, FunctionExport, built};
use super::{constants, vectors};
use crate::dialects::llvm::{self as dialect, FastmathFlags, GepIndex};
use crate::ir::view::OpRef;
use crate::llvm::ffi;
use crate::types::Type;
use inkwell::intrinsics::Intrinsic;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    AggregateValueEnum, BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, FastMathFlags,
    InstructionOpcode as Opcode, InstructionValue, ValueKind,
};
use inkwell::{AtomicOrdering, FloatPredicate, IntPredicate};

type Value<'ctx> = BasicValueEnum<'ctx>;

/// Builds the op; gives its result, if it has one.
pub(super) fn export<'ctx>(
    export: &mut FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
) -> Exported<Option<Value<'ctx>>> {
    let name = op.info().name();
    let Some(short) = name.strip_prefix("llvm.").filter(|_| op.def().is_some()) else {
        return Err("it is no op of the llvm dialect".into());
    };
    if let Some(reason) = super::untranslated(op) {
        return Err(reason.into());
    }
    if let Some(opcode) = binary_opcode(short) {
        let (lhs, rhs) = (export.value(op.operand(0))?, export.value(op.operand(1))?);
        let value = built(export.builder.build_binop(opcode, lhs, rhs, ""))?;
        set_flags(op, value);
        return Ok(Some(value));
    }
    if let Some(opcode) = cast_opcode(short) {
        let to = export.types.basic(result_type(op)?)?;
        let value = built(export.builder.build_cast(opcode, export.value(op.operand(0))?, to, ""))?;
        if op.attr_named("nonNeg").is_some()
            && let Some(instruction) = value.as_instruction_value()
        {
            flag(instruction.set_non_negative_flag(true))?;
        }
        return Ok(Some(value));
    }
    if let Some(intrinsic) = short.strip_prefix("intr.") {
        return self::intrinsic(export, op, intrinsic);
    }
    match short {
        "mlir.constant" => {
            let value = op.attr_named("value").ok_or("it has no value")?;
            constants::translate(export.types, value, result_type(op)?).map(Some)
        }
        "mlir.zero" => Ok(Some(export.types.basic(result_type(op)?)?.const_zero())),
        "mlir.undef" => Ok(Some(undef(export.types.basic(result_type(op)?)?))),
        "mlir.poison" => Ok(Some(poison(export.types.basic(result_type(op)?)?))),
        "mlir.addressof" => address_of(export, op).map(Some),
        "icmp" => compare_integers(export, op).map(Some),
        "fcmp" => compare_floats(export, op).map(Some),
        "select" => select(export, op).map(Some),
        "fneg" => {
            let value = match export.value(op.operand(0))? {
                Value::FloatValue(value) => {
                    built(export.builder.build_float_neg(value, ""))?.as_basic_value_enum()
                }
                Value::VectorValue(value) => {
                    built(export.builder.build_float_neg(value, ""))?.as_basic_value_enum()
                }
                _ => return Err("its operand is no float".into()),
            };
            set_flags(op, value);
            Ok(Some(value))
        }
        "alloca" => alloca(export, op).map(Some),
        "load" => load(export, op).map(Some),
        "store" => store(export, op).map(|()| None),
        "fence" => fence(export, op).map(|()| None),
        "getelementptr" => get_element_pointer(export, op).map(Some),
        "extractvalue" => {
            let (container, position) = (export.value(op.operand(0))?, position(op));
            extract(export, container, &position).map(Some)
        }
        "insertvalue" => {
            let (container, value) = (export.value(op.operand(0))?, export.value(op.operand(1))?);
            insert(export, container, value, &position(op)).map(Some)
        }
        "extractelement" => vectors::extract_element(export, op).map(Some),
        "insertelement" => vectors::insert_element(export, op).map(Some),
        "shufflevector" => vectors::shuffle(export, op).map(Some),
        "call" => call(export, op),
        "return" => {
            let value = op.operands().next().map(|value| export.value(value)).transpose()?;
            built(export.builder.build_return(value.as_ref().map(|value| value as &dyn BasicValue<'ctx>)))?;
            Ok(None)
        }
        "unreachable" => {
            built(export.builder.build_unreachable())?;
            Ok(None)
        }
        _ => Err("LLVM has no such instruction".into()),
    }
}

fn binary_opcode(name: &str) -> Option<Opcode> {
    Some(match name {
        "add" => Opcode::Add,
        "sub" => Opcode::Sub,
        "mul" => Opcode::Mul,
        "sdiv" => Opcode::SDiv,
        "udiv" => Opcode::UDiv,
        "srem" => Opcode::SRem,
        "urem" => Opcode::URem,
        "and" => Opcode::And,
        "or" => Opcode::Or,
        "xor" => Opcode::Xor,
        "shl" => Opcode::Shl,
        "lshr" => Opcode::LShr,
        "ashr" => Opcode::AShr,
        "fadd" => Opcode::FAdd,
        "fsub" => Opcode::FSub,
        "fmul" => Opcode::FMul,
        "fdiv" => Opcode::FDiv,
        "frem" => Opcode::FRem,
        _ => return None,
    })
}

fn cast_opcode(name: &str) -> Option<Opcode> {
    Some(match name {
        "sext" => Opcode::SExt,
        "zext" => Opcode::ZExt,
        "trunc" => Opcode::Trunc,
        "sitofp" => Opcode::SIToFP,
        "uitofp" => Opcode::UIToFP,
        "fptosi" => Opcode::FPToSI,
        "fptoui" => Opcode::FPToUI,
        "fpext" => Opcode::FPExt,
        "fptrunc" => Opcode::FPTrunc,
        "ptrtoint" => Opcode::PtrToInt,
        "inttoptr" => Opcode::IntToPtr,
        "bitcast" => Opcode::BitCast,
        "addrspacecast" => Opcode::AddrSpaceCast,
        _ => return None,
    })
}

fn result_type(op: OpRef<'_>) -> Exported<Type> {
    op.result_types().next().ok_or_else(|| "it has no result".into())
}

fn number(op: OpRef<'_>, name: &str) -> Option<i64> {
    op.attr_named(name)?.as_i64(op.context())
}

fn flag<E: std::fmt::Display>(result: Result<(), E>) -> Exported<()> {
    result.map_err(|error| error.to_string())
}

/// Sets the flags that the op has on the instruction; a folded constant has
/// none.
fn set_flags(op: OpRef<'_>, value: Value<'_>) {
    let Some(instruction) = value.as_instruction_value() else { return };
    let overflow = number(op, "overflowFlags").unwrap_or(0);
    // LLVM refuses flags that an instruction does not have, and so do these
    // setters; the op has the attributes of its instruction only.
    if overflow & dialect::NSW != 0 {
        let _ = instruction.set_no_signed_wrap_flag(true);
    }
    if overflow & dialect::NUW != 0 {
        let _ = instruction.set_no_unsigned_wrap_flag(true);
    }
    if op.attr_named("isExact").is_some() {
        let _ = instruction.set_exact_flag(true);
    }
    if op.attr_named("isDisjoint").is_some() {
        let _ = instruction.set_disjoint_flag(true);
    }
    set_fastmath(op, instruction);
}

fn set_fastmath(op: OpRef<'_>, instruction: InstructionValue<'_>) {
    let flags =
        op.attr_named("fastmathFlags").and_then(|flags| flags.as_dialect::<FastmathFlags>(op.context()));
    let Some(&flags) = flags.filter(|&&flags| flags != FastmathFlags::NONE) else { return };
    let all = [
        (FastmathFlags::NNAN, FastMathFlags::NoNaNs),
        (FastmathFlags::NINF, FastMathFlags::NoInfs),
        (FastmathFlags::NSZ, FastMathFlags::NoSignedZeros),
        (FastmathFlags::ARCP, FastMathFlags::AllowReciprocal),
        (FastmathFlags::CONTRACT, FastMathFlags::AllowContract),
        (FastmathFlags::AFN, FastMathFlags::ApproxFunc),
        (FastmathFlags::REASSOC, FastMathFlags::AllowReassoc),
    ];
    let set =
        all.iter().filter(|flag| flags.contains(flag.0)).fold(FastMathFlags::empty(), |set, f| set | f.1);
    let _ = instruction.set_fast_math_flags(set);
}

fn undef(ty: BasicTypeEnum<'_>) -> Value<'_> {
    match ty {
        BasicTypeEnum::ArrayType(ty) => ty.get_undef().into(),
        BasicTypeEnum::FloatType(ty) => ty.get_undef().into(),
        BasicTypeEnum::IntType(ty) => ty.get_undef().into(),
        BasicTypeEnum::PointerType(ty) => ty.get_undef().into(),
        BasicTypeEnum::StructType(ty) => ty.get_undef().into(),
        BasicTypeEnum::VectorType(ty) => ty.get_undef().into(),
        BasicTypeEnum::ScalableVectorType(ty) => ty.get_undef().into(),
    }
}

fn poison(ty: BasicTypeEnum<'_>) -> Value<'_> {
    match ty {
        BasicTypeEnum::ArrayType(ty) => ty.get_poison().into(),
        BasicTypeEnum::FloatType(ty) => ty.get_poison().into(),
        BasicTypeEnum::IntType(ty) => ty.get_poison().into(),
        BasicTypeEnum::PointerType(ty) => ty.get_poison().into(),
        BasicTypeEnum::StructType(ty) => ty.get_poison().into(),
        BasicTypeEnum::VectorType(ty) => ty.get_poison().into(),
        BasicTypeEnum::ScalableVectorType(ty) => ty.get_poison().into(),
    }
}

fn address_of<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let ctx = op.context();
    let name = op.attr_named("global_name").and_then(|name| name.as_flat_symbol(ctx));
    let name = name.ok_or("it names no symbol")?.text(ctx);
    if let Some(global) = export.symbols.globals.get(name) {
        return Ok(global.as_pointer_value().into());
    }
    match export.symbols.functions.get(name) {
        Some(function) => Ok(function.as_global_value().as_pointer_value().into()),
        None => Err(format!("the module does not define '{name}'")),
    }
}

fn compare_integers<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    const PREDICATES: [IntPredicate; 10] = [
        IntPredicate::EQ,
        IntPredicate::NE,
        IntPredicate::SLT,
        IntPredicate::SLE,
        IntPredicate::SGT,
        IntPredicate::SGE,
        IntPredicate::ULT,
        IntPredicate::ULE,
        IntPredicate::UGT,
        IntPredicate::UGE,
    ];
    let predicate = number(op, "predicate").and_then(|p| PREDICATES.get(usize::try_from(p).ok()?));
    let predicate = *predicate.ok_or("its predicate is unknown")?;
    let builder = &export.builder;
    match (export.value(op.operand(0))?, export.value(op.operand(1))?) {
        (Value::IntValue(a), Value::IntValue(b)) => {
            built(builder.build_int_compare(predicate, a, b, "")).map(Into::into)
        }
        (Value::VectorValue(a), Value::VectorValue(b)) => {
            built(builder.build_int_compare(predicate, a, b, "")).map(Into::into)
        }
        (Value::PointerValue(a), Value::PointerValue(b)) => {
            built(builder.build_int_compare(predicate, a, b, "")).map(Into::into)
        }
        _ => Err("its operands are no integers".into()),
    }
}

fn compare_floats<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    const PREDICATES: [FloatPredicate; 16] = [
        FloatPredicate::PredicateFalse,
        FloatPredicate::OEQ,
        FloatPredicate::OGT,
        FloatPredicate::OGE,
        FloatPredicate::OLT,
        FloatPredicate::OLE,
        FloatPredicate::ONE,
        FloatPredicate::ORD,
        FloatPredicate::UEQ,
        FloatPredicate::UGT,
        FloatPredicate::UGE,
        FloatPredicate::ULT,
        FloatPredicate::ULE,
        FloatPredicate::UNE,
        FloatPredicate::UNO,
        FloatPredicate::PredicateTrue,
    ];
    let predicate = number(op, "predicate").and_then(|p| PREDICATES.get(usize::try_from(p).ok()?));
    let predicate = *predicate.ok_or("its predicate is unknown")?;
    let builder = &export.builder;
    let value: Value<'ctx> = match (export.value(op.operand(0))?, export.value(op.operand(1))?) {
        (Value::FloatValue(a), Value::FloatValue(b)) => {
            built(builder.build_float_compare(predicate, a, b, ""))?.into()
        }
        (Value::VectorValue(a), Value::VectorValue(b)) => {
            built(builder.build_float_compare(predicate, a, b, ""))?.into()
        }
        _ => return Err("its operands are no floats".into()),
    };
    set_flags(op, value);
    Ok(value)
}

fn select<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let (a, b) = (export.value(op.operand(1))?, export.value(op.operand(2))?);
    let value = match export.value(op.operand(0))? {
        Value::IntValue(condition) => built(export.builder.build_select(condition, a, b, ""))?,
        Value::VectorValue(condition) => built(export.builder.build_select(condition, a, b, ""))?,
        _ => return Err("its condition is no 'i1'".into()),
    };
    set_flags(op, value);
    Ok(value)
}

fn alignment(op: OpRef<'_>, instruction: Option<InstructionValue<'_>>) -> Exported<()> {
    let Some(alignment) = number(op, "alignment") else { return Ok(()) };
    let alignment = u32::try_from(alignment).map_err(|_| "an alignment is a power of two")?;
    match instruction {
        Some(instruction) => flag(instruction.set_alignment(alignment)),
        None => Ok(()),
    }
}

fn pointer<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    index: usize,
) -> Exported<inkwell::values::PointerValue<'ctx>> {
    match export.value(op.operand(index))? {
        Value::PointerValue(pointer) => Ok(pointer),
        _ => Err("its address is no pointer".into()),
    }
}

fn element_type<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<BasicTypeEnum<'ctx>> {
    let ty = op.attr_named("elem_type").and_then(|ty| ty.as_type(op.context()));
    export.types.basic(ty.ok_or("it has no element type")?)
}

fn alloca<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let Value::IntValue(size) = export.value(op.operand(0))? else {
        return Err("its size is no integer".into());
    };
    let value = built(export.builder.build_array_alloca(element_type(export, op)?, size, ""))?;
    alignment(op, value.as_instruction_value())?;
    Ok(value.into())
}

fn load<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let ty = export.types.basic(result_type(op)?)?;
    let value = built(export.builder.build_load(ty, pointer(export, op, 0)?, ""))?;
    let instruction = value.as_instruction_value();
    alignment(op, instruction)?;
    if let Some(instruction) = instruction.filter(|_| op.attr_named("volatile_").is_some()) {
        flag(instruction.set_volatile(true))?;
    }
    Ok(value)
}

fn store(export: &FunctionExport<'_, '_>, op: OpRef<'_>) -> Exported<()> {
    let value = export.value(op.operand(0))?;
    let instruction = built(export.builder.build_store(pointer(export, op, 1)?, value))?;
    alignment(op, Some(instruction))?;
    if op.attr_named("volatile_").is_some() {
        flag(instruction.set_volatile(true))?;
    }
    if op.attr_named("nontemporal").is_some() {
        let llvm = export.types.llvm;
        let one = llvm.metadata_node(&[llvm.i32_type().const_int(1, false).into()]);
        let kind = llvm.get_kind_id("nontemporal");
        instruction.set_metadata(one, kind).map_err(|_| "its metadata is no node".to_owned())?;
    }
    Ok(())
}

fn fence(export: &FunctionExport<'_, '_>, op: OpRef<'_>) -> Exported<()> {
    if op.attr_named("syncscope").is_some() {
        return Err("fences among some threads only are not supported".into());
    }
    // By their numbers, as the attribute has them.
    let ordering = match number(op, "ordering") {
        Some(4) => AtomicOrdering::Acquire,
        Some(5) => AtomicOrdering::Release,
        Some(6) => AtomicOrdering::AcquireRelease,
        _ => AtomicOrdering::SequentiallyConsistent,
    };
    built(export.builder.build_fence(ordering, false, ""))?;
    Ok(())
}

fn get_element_pointer<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let element = element_type(export, op)?;
    let mut inner = element;
    let mut indices = Vec::new();
    for (i, index) in dialect::gep_indices(op).into_iter().enumerate() {
        if i > 0 {
            inner = step(inner, index).ok_or("its indices do not lead into the element type")?;
        }
        indices.push(match index {
            GepIndex::Constant(value) => export.types.llvm.i32_type().const_int(value as u64, true),
            GepIndex::Value(value) => match export.value(value)? {
                Value::IntValue(value) => value,
                _ => return Err("an index is no integer".into()),
            },
        });
    }
    let is_in_bounds = number(op, "noWrapFlags").is_some_and(|flags| flags & 1 != 0);
    let base = pointer(export, op, 0)?;
    built(ffi::build_gep(&export.builder, element, base, &indices, is_in_bounds)).map(Into::into)
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

fn position(op: OpRef<'_>) -> Vec<i64> {
    op.attr_named("position").and_then(|position| position.as_i64_array(op.context())).unwrap_or_default()
}

fn aggregate(value: Value<'_>) -> Exported<AggregateValueEnum<'_>> {
    match value {
        Value::ArrayValue(value) => Ok(value.into()),
        Value::StructValue(value) => Ok(value.into()),
        _ => Err("its container is no struct or array".into()),
    }
}

/// LLVM's C interface takes one index at a time.
fn extract<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    container: Value<'ctx>,
    position: &[i64],
) -> Exported<Value<'ctx>> {
    let mut value = container;
    for &index in position {
        let index = u32::try_from(index).map_err(|_| "its position is negative")?;
        value = built(export.builder.build_extract_value(aggregate(value)?, index, ""))?;
    }
    Ok(value)
}

fn insert<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    container: Value<'ctx>,
    value: Value<'ctx>,
    position: &[i64],
) -> Exported<Value<'ctx>> {
    let mut containers = vec![container];
    for prefix in 1..position.len() {
        containers.push(extract(export, container, &position[..prefix])?);
    }
    let mut value = value;
    for (&index, container) in position.iter().zip(containers).rev() {
        let index = u32::try_from(index).map_err(|_| "its position is negative")?;
        value = built(export.builder.build_insert_value(aggregate(container)?, value, index, ""))?
            .as_basic_value_enum();
    }
    Ok(value)
}

fn call<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Option<Value<'ctx>>> {
    let ctx = op.context();
    let callee = op.attr_named("callee").and_then(|callee| callee.as_flat_symbol(ctx));
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for value in op.operands().skip(usize::from(callee.is_none())) {
        arguments.push(export.value(value)?.into());
    }
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
        built(export.builder.build_direct_call(function, &arguments, ""))?
    } else {
        let call = op.cast::<dialect::CallOp>().ok_or("it is no call")?;
        let ty = export.types.function(call.function_type(op.body()))?;
        built(export.builder.build_indirect_call(ty, pointer(export, op, 0)?, &arguments, ""))?
    };
    Ok(result(op, site))
}

fn result<'ctx>(op: OpRef<'_>, site: CallSiteValue<'ctx>) -> Option<Value<'ctx>> {
    match site.try_as_basic_value() {
        ValueKind::Basic(value) => {
            set_flags(op, value);
            Some(value)
        }
        ValueKind::Instruction(_) => None,
    }
}

fn intrinsic<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    name: &str,
) -> Exported<Option<Value<'ctx>>> {
    let name = format!("llvm.{name}");
    let intrinsic = Intrinsic::find(&name).ok_or_else(|| format!("LLVM has no intrinsic '{name}'"))?;
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    let mut overloads = Vec::new();
    for value in op.operands() {
        arguments.push(export.value(value)?.into());
        overloads.push(export.types.basic(op.body().ty(value))?);
    }
    if op.num_results() > 0 {
        overloads.truncate(1);
    }
    if name == "llvm.memset" {
        // The byte's type is always the same.
        overloads.remove(1);
    }
    if name == "llvm.stacksave" {
        overloads.push(export.types.basic(result_type(op)?)?);
    }
    for flag in ["isVolatile", "is_zero_poison", "is_int_min_poison"] {
        if let Some(flag) = op.attr_named(flag).and_then(|value| value.as_bool(op.context())) {
            arguments.push(export.types.llvm.bool_type().const_int(u64::from(flag), false).into());
        }
    }
    let function = intrinsic.get_declaration(export.module, &overloads);
    let function = function.ok_or_else(|| format!("'{name}' has no variant for these types"))?;
    Ok(result(op, built(export.builder.build_direct_call(function, &arguments, ""))?))
}
