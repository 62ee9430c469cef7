//! Arithmetic, casts, comparisons and selection.

use super::function::{Exported, FunctionExport, built};
use super::instructions::{flag, set_fastmath};
use super::ops::{Built, ExportOp, Translations};
use crate::ffi;
use inkwell::values::{BasicValue, BasicValueEnum as Value, InstructionOpcode as Opcode};
use inkwell::{FloatPredicate, IntPredicate};
use mlir_lite::dialects::llvm::{
    AShrOp, AddOp, AddrSpaceCastOp, AndOp, BitcastOp, FAddOp, FCmpOp, FCmpOpRef, FDivOp, FMulOp,
    FNegOp, FNegOpRef, FPExtOp, FPToSIOp, FPToUIOp, FPTruncOp, FRemOp, FSubOp, ICmpOp, ICmpOpRef,
    IntToPtrOp, LShrOp, MulOp, OrOp, OverflowFlags, PtrToIntOp, SDivOp, SExtOp, SIToFPOp, SRemOp,
    SelectOp, SelectOpRef, ShlOp, SubOp, TruncOp, UDivOp, UIToFPOp, URemOp, XOrOp, ZExtOp,
};
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::typed_view::{OpView, ValueRef, View};
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};

pub(super) fn register(translations: &mut Translations) {
    binary::<AddOp>(translations, Opcode::Add, |op, it| set_overflow(it, op.overflow_flags()));
    binary::<SubOp>(translations, Opcode::Sub, |op, it| set_overflow(it, op.overflow_flags()));
    binary::<MulOp>(translations, Opcode::Mul, |op, it| set_overflow(it, op.overflow_flags()));
    binary::<ShlOp>(translations, Opcode::Shl, |op, it| set_overflow(it, op.overflow_flags()));
    binary::<SDivOp>(translations, Opcode::SDiv, |op, it| set_exact(it, op.exact()));
    binary::<UDivOp>(translations, Opcode::UDiv, |op, it| set_exact(it, op.exact()));
    binary::<LShrOp>(translations, Opcode::LShr, |op, it| set_exact(it, op.exact()));
    binary::<AShrOp>(translations, Opcode::AShr, |op, it| set_exact(it, op.exact()));
    binary::<SRemOp>(translations, Opcode::SRem, |_, _| Ok(()));
    binary::<URemOp>(translations, Opcode::URem, |_, _| Ok(()));
    binary::<AndOp>(translations, Opcode::And, |_, _| Ok(()));
    binary::<OrOp>(translations, Opcode::Or, |op, it| set_disjoint(it, op.disjoint()));
    binary::<XOrOp>(translations, Opcode::Xor, |_, _| Ok(()));
    binary::<FAddOp>(translations, Opcode::FAdd, |op, it| set_fastmath(it, op.fastmath_flags()));
    binary::<FSubOp>(translations, Opcode::FSub, |op, it| set_fastmath(it, op.fastmath_flags()));
    binary::<FMulOp>(translations, Opcode::FMul, |op, it| set_fastmath(it, op.fastmath_flags()));
    binary::<FDivOp>(translations, Opcode::FDiv, |op, it| set_fastmath(it, op.fastmath_flags()));
    binary::<FRemOp>(translations, Opcode::FRem, |op, it| set_fastmath(it, op.fastmath_flags()));

    cast::<SExtOp>(translations, Opcode::SExt, |_, _| Ok(()));
    cast::<ZExtOp>(translations, Opcode::ZExt, |op, it| set_not_negative(it, op.non_neg()));
    cast::<TruncOp>(translations, Opcode::Trunc, |op, it| set_overflow(it, op.overflow_flags()));
    cast::<SIToFPOp>(translations, Opcode::SIToFP, |_, _| Ok(()));
    cast::<UIToFPOp>(translations, Opcode::UIToFP, |op, it| set_not_negative(it, op.non_neg()));
    cast::<FPToSIOp>(translations, Opcode::FPToSI, |_, _| Ok(()));
    cast::<FPToUIOp>(translations, Opcode::FPToUI, |_, _| Ok(()));
    cast::<FPExtOp>(translations, Opcode::FPExt, |_, _| Ok(()));
    cast::<FPTruncOp>(translations, Opcode::FPTrunc, |_, _| Ok(()));
    cast::<PtrToIntOp>(translations, Opcode::PtrToInt, |_, _| Ok(()));
    cast::<IntToPtrOp>(translations, Opcode::IntToPtr, |_, _| Ok(()));
    cast::<BitcastOp>(translations, Opcode::BitCast, |_, _| Ok(()));
    cast::<AddrSpaceCastOp>(translations, Opcode::AddrSpaceCast, |_, _| Ok(()));

    translations.add::<FNegOp>();
    translations.add::<ICmpOp>();
    translations.add::<FCmpOp>();
    translations.add::<SelectOp>();
}

/// Sets the flags of an instruction, which the op has as attributes.
type SetFlags<O> = fn(View<'_, O>, Value<'_>) -> Exported<()>;

/// Adds an op of two operands that is one instruction.
fn binary<O: OpDefinition>(
    translations: &mut Translations,
    opcode: Opcode,
    set_flags: SetFlags<O>,
) {
    translations.add_function::<O>(move |op, export| {
        let [lhs, rhs] = export.operands(op.op())?;
        let value = built(export.builder.build_binop(opcode, lhs, rhs, ""))?;
        set_flags(op, value)?;
        Ok(Some(value))
    });
}

/// Adds an op that converts its operand.
fn cast<O: OpDefinition>(translations: &mut Translations, opcode: Opcode, set_flags: SetFlags<O>) {
    translations.add_function::<O>(move |op, export| {
        let [value] = export.operands(op.op())?;
        let to = op.op().result_types().next().ok_or("it has no result")?;
        let to = export.types.basic(to)?;
        let value = built(export.builder.build_cast(opcode, value, to, ""))?;
        set_flags(op, value)?;
        Ok(Some(value))
    });
}

// Only instructions have flags: a folded constant has none.

fn set_overflow(value: Value<'_>, flags: OverflowFlags) -> Exported<()> {
    let Some(instruction) = value.as_instruction_value() else { return Ok(()) };
    if flags.contains(OverflowFlags::NSW) {
        flag(instruction.set_no_signed_wrap_flag(true))?;
    }
    if flags.contains(OverflowFlags::NUW) {
        flag(instruction.set_no_unsigned_wrap_flag(true))?;
    }
    Ok(())
}

fn set_exact<A>(value: Value<'_>, exact: Option<A>) -> Exported<()> {
    match value.as_instruction_value().filter(|_| exact.is_some()) {
        Some(instruction) => flag(instruction.set_exact_flag(true)),
        None => Ok(()),
    }
}

fn set_disjoint<A>(value: Value<'_>, disjoint: Option<A>) -> Exported<()> {
    match value.as_instruction_value().filter(|_| disjoint.is_some()) {
        Some(instruction) => flag(instruction.set_disjoint_flag(true)),
        None => Ok(()),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "as the functions for other flags")]
fn set_not_negative<A>(value: Value<'_>, non_negative: Option<A>) -> Exported<()> {
    if let Some(instruction) = value.as_instruction_value().filter(|_| non_negative.is_some()) {
        ffi::set_not_negative(instruction);
    }
    Ok(())
}

impl ExportOp for FNegOp {
    fn export<'ctx>(op: FNegOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let builder = &export.builder;
        let value = match export.value(op.operand())? {
            Value::FloatValue(value) => {
                built(builder.build_float_neg(value, ""))?.as_basic_value_enum()
            }
            Value::VectorValue(value) => {
                built(builder.build_float_neg(value, ""))?.as_basic_value_enum()
            }
            Value::ScalableVectorValue(value) => {
                built(builder.build_float_neg(value, ""))?.as_basic_value_enum()
            }
            _ => return Err("its operand is not a float".into()),
        };
        set_fastmath(value, op.fastmath_flags())?;
        Ok(Some(value))
    }
}

/// LLVM's predicate.
fn int_predicate(predicate: CmpIPredicate) -> IntPredicate {
    match predicate {
        CmpIPredicate::Eq => IntPredicate::EQ,
        CmpIPredicate::Ne => IntPredicate::NE,
        CmpIPredicate::Slt => IntPredicate::SLT,
        CmpIPredicate::Sle => IntPredicate::SLE,
        CmpIPredicate::Sgt => IntPredicate::SGT,
        CmpIPredicate::Sge => IntPredicate::SGE,
        CmpIPredicate::Ult => IntPredicate::ULT,
        CmpIPredicate::Ule => IntPredicate::ULE,
        CmpIPredicate::Ugt => IntPredicate::UGT,
        CmpIPredicate::Uge => IntPredicate::UGE,
    }
}

/// LLVM's predicate.
fn float_predicate(predicate: CmpFPredicate) -> FloatPredicate {
    match predicate {
        CmpFPredicate::AlwaysFalse => FloatPredicate::PredicateFalse,
        CmpFPredicate::Oeq => FloatPredicate::OEQ,
        CmpFPredicate::Ogt => FloatPredicate::OGT,
        CmpFPredicate::Oge => FloatPredicate::OGE,
        CmpFPredicate::Olt => FloatPredicate::OLT,
        CmpFPredicate::Ole => FloatPredicate::OLE,
        CmpFPredicate::One => FloatPredicate::ONE,
        CmpFPredicate::Ord => FloatPredicate::ORD,
        CmpFPredicate::Ueq => FloatPredicate::UEQ,
        CmpFPredicate::Ugt => FloatPredicate::UGT,
        CmpFPredicate::Uge => FloatPredicate::UGE,
        CmpFPredicate::Ult => FloatPredicate::ULT,
        CmpFPredicate::Ule => FloatPredicate::ULE,
        CmpFPredicate::Une => FloatPredicate::UNE,
        CmpFPredicate::Uno => FloatPredicate::UNO,
        CmpFPredicate::AlwaysTrue => FloatPredicate::PredicateTrue,
    }
}

/// Two operands.
fn pair<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    lhs: ValueRef<'_>,
    rhs: ValueRef<'_>,
) -> Exported<(Value<'ctx>, Value<'ctx>)> {
    Ok((export.value(lhs)?, export.value(rhs)?))
}

impl ExportOp for ICmpOp {
    fn export<'ctx>(op: ICmpOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let (predicate, builder) = (int_predicate(op.predicate()), &export.builder);
        let value: Value<'ctx> = match pair(export, op.lhs(), op.rhs())? {
            (Value::IntValue(a), Value::IntValue(b)) => {
                built(builder.build_int_compare(predicate, a, b, ""))?.into()
            }
            (Value::VectorValue(a), Value::VectorValue(b)) => {
                built(builder.build_int_compare(predicate, a, b, ""))?.into()
            }
            (Value::ScalableVectorValue(a), Value::ScalableVectorValue(b)) => {
                built(builder.build_int_compare(predicate, a, b, ""))?.into()
            }
            (Value::PointerValue(a), Value::PointerValue(b)) => {
                built(builder.build_int_compare(predicate, a, b, ""))?.into()
            }
            _ => return Err("its operands are not integers".into()),
        };
        Ok(Some(value))
    }
}

impl ExportOp for FCmpOp {
    fn export<'ctx>(op: FCmpOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let (predicate, builder) = (float_predicate(op.predicate()), &export.builder);
        let value: Value<'ctx> = match pair(export, op.lhs(), op.rhs())? {
            (Value::FloatValue(a), Value::FloatValue(b)) => {
                built(builder.build_float_compare(predicate, a, b, ""))?.into()
            }
            (Value::VectorValue(a), Value::VectorValue(b)) => {
                built(builder.build_float_compare(predicate, a, b, ""))?.into()
            }
            (Value::ScalableVectorValue(a), Value::ScalableVectorValue(b)) => {
                built(builder.build_float_compare(predicate, a, b, ""))?.into()
            }
            _ => return Err("its operands are not floats".into()),
        };
        set_fastmath(value, op.fastmath_flags())?;
        Ok(Some(value))
    }
}

impl ExportOp for SelectOp {
    fn export<'ctx>(op: SelectOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        let (a, b) = pair(export, op.true_value(), op.false_value())?;
        let value = match export.value(op.condition())? {
            Value::IntValue(condition) => built(export.builder.build_select(condition, a, b, ""))?,
            Value::VectorValue(condition) => {
                built(export.builder.build_select(condition, a, b, ""))?
            }
            Value::ScalableVectorValue(condition) => {
                built(export.builder.build_select(condition, a, b, ""))?
            }
            _ => return Err("its condition is not 'i1'".into()),
        };
        set_fastmath(value, op.fastmath_flags())?;
        Ok(Some(value))
    }
}
