//! Ops to instructions.

use super::function::{Exported, FunctionExport, built};
use super::templates::type_text;
use super::{calls, constants, intrinsics, memory, vectors};
use crate::dialects::llvm::{self as dialect, FastmathFlags};
use crate::ir::view::OpRef;
use crate::llvm::ffi;
use crate::types::Type;
use inkwell::values::{
    AggregateValueEnum, AnyValue, BasicValue, BasicValueEnum, FastMathFlags, InstructionOpcode as Opcode,
    InstructionValue,
};
use inkwell::{FloatPredicate, IntPredicate};

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
    super::left_out::check(op)?;
    if let Some(opcode) = binary_opcode(short) {
        let (lhs, rhs) = (export.value(op.operand(0))?, export.value(op.operand(1))?);
        let value = built(export.builder.build_binop(opcode, lhs, rhs, ""))?;
        set_flags(op, value)?;
        return Ok(Some(value));
    }
    if let Some(opcode) = cast_opcode(short) {
        let to = export.types.basic(result_type(op)?)?;
        let value = built(export.builder.build_cast(opcode, export.value(op.operand(0))?, to, ""))?;
        if let Some(instruction) = value.as_instruction_value() {
            set_integer_flags(op, instruction)?;
        }
        return Ok(Some(value));
    }
    if short == "intr.assume" {
        return calls::assume(export, op).map(|()| None);
    }
    if let Some(intrinsic) = short.strip_prefix("intr.") {
        return intrinsics::export(export, op, intrinsic);
    }
    match short {
        "mlir.constant" => {
            let value = op.attr_named("value").ok_or("it has no value")?;
            constants::translate(export.types, Some(export.symbols), value, result_type(op)?).map(Some)
        }
        "mlir.zero" => Ok(Some(export.types.basic(result_type(op)?)?.const_zero())),
        // A token means something as the operand of intrinsics only, and none that takes one is an op here.
        "mlir.none" => Ok(None),
        "mlir.undef" => Ok(Some(ffi::undef(export.types.basic(result_type(op)?)?))),
        "mlir.poison" => Ok(Some(ffi::poison(export.types.basic(result_type(op)?)?))),
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
            set_flags(op, value)?;
            Ok(Some(value))
        }
        "freeze" => {
            let value = export.value(op.operand(0))?;
            let ty = type_text(value).ok_or("a struct with a name is not supported here")?;
            let text = format!("%r = freeze {ty} %0");
            result_of(export.templates.instruction(&export.builder, &text, &[value])?).map(Some)
        }
        "alloca" => memory::alloca(export, op).map(Some),
        "load" => memory::load(export, op).map(Some),
        "store" => memory::store(export, op).map(|()| None),
        "fence" => memory::fence(export, op).map(|()| None),
        "atomicrmw" => memory::atomic_rmw(export, op).map(Some),
        "cmpxchg" => memory::cmpxchg(export, op).map(Some),
        "getelementptr" => memory::get_element_pointer(export, op).map(Some),
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
        "call" => calls::call(export, op),
        "landingpad" => calls::landing_pad(export, op).map(Some),
        "resume" => calls::resume(export, op).map(|()| None),
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

pub(super) fn result_type(op: OpRef<'_>) -> Exported<Type> {
    op.result_types().next().ok_or_else(|| "it has no result".into())
}

pub(super) fn number(op: OpRef<'_>, name: &str) -> Option<i64> {
    op.attr_named(name)?.as_i64(op.context())
}

/// The value that an instruction gives.
pub(super) fn result_of(instruction: InstructionValue<'_>) -> Exported<Value<'_>> {
    Value::try_from(instruction.as_any_value_enum()).map_err(|()| "it gives no value".into())
}

pub(super) fn flag<E: std::fmt::Display>(result: Result<(), E>) -> Exported<()> {
    result.map_err(|error| error.to_string())
}

/// Sets the flags that the op has on the instruction; a folded constant has
/// none.
pub(super) fn set_flags(op: OpRef<'_>, value: Value<'_>) -> Exported<()> {
    let Some(instruction) = value.as_instruction_value() else { return Ok(()) };
    set_integer_flags(op, instruction)?;
    set_fastmath(op, instruction);
    Ok(())
}

fn set_integer_flags(op: OpRef<'_>, instruction: InstructionValue<'_>) -> Exported<()> {
    // On an op that declares no such flag, an attribute of that name is any attribute.
    let is_declared = |name: &str| op.info().attr_names().contains(&op.context().ident(name));
    let has = |name: &str| op.attr_named(name).is_some() && is_declared(name);
    let overflow = number(op, "overflowFlags").filter(|_| is_declared("overflowFlags")).unwrap_or(0);
    if overflow & dialect::NSW != 0 {
        flag(instruction.set_no_signed_wrap_flag(true))?;
    }
    if overflow & dialect::NUW != 0 {
        flag(instruction.set_no_unsigned_wrap_flag(true))?;
    }
    if has("isExact") {
        flag(instruction.set_exact_flag(true))?;
    }
    if has("isDisjoint") {
        flag(instruction.set_disjoint_flag(true))?;
    }
    if has("nonNeg") {
        ffi::set_not_negative(instruction);
    }
    Ok(())
}

/// Flags of floats mean something where there are floats only, as for `select`.
pub(super) fn set_fastmath(op: OpRef<'_>, instruction: InstructionValue<'_>) {
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
    set_flags(op, value)?;
    Ok(value)
}

fn select<'ctx>(export: &FunctionExport<'_, 'ctx>, op: OpRef<'_>) -> Exported<Value<'ctx>> {
    let (a, b) = (export.value(op.operand(1))?, export.value(op.operand(2))?);
    let value = match export.value(op.operand(0))? {
        Value::IntValue(condition) => built(export.builder.build_select(condition, a, b, ""))?,
        Value::VectorValue(condition) => built(export.builder.build_select(condition, a, b, ""))?,
        _ => return Err("its condition is no 'i1'".into()),
    };
    set_flags(op, value)?;
    Ok(value)
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

/// `3, 0`
fn list(position: &[i64]) -> String {
    position.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// LLVM's C interface takes one index at a time.
fn extract<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    container: Value<'ctx>,
    position: &[i64],
) -> Exported<Value<'ctx>> {
    if position.len() > 1
        && !ffi::is_constant(container)
        && let Some(ty) = type_text(container)
    {
        let text = format!("%r = extractvalue {ty} %0, {}", list(position));
        return result_of(export.templates.instruction(&export.builder, &text, &[container])?);
    }
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
    let is_constant = ffi::is_constant(container) && ffi::is_constant(value);
    if position.len() > 1
        && !is_constant
        && let (Some(outer), Some(inner)) = (type_text(container), type_text(value))
    {
        let text = format!("%r = insertvalue {outer} %0, {inner} %1, {}", list(position));
        return result_of(export.templates.instruction(&export.builder, &text, &[container, value])?);
    }
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
