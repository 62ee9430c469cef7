//! Arithmetic, casts, comparisons and selection.

use super::function::{Exported, FunctionExport, built};
use super::instructions::{flag, set_fastmath};
use super::ops::{Built, ExportOp, register};
use crate::ffi;
use inkwell::values::{BasicValue, BasicValueEnum as Value, InstructionOpcode as Opcode};
use inkwell::{FloatPredicate, IntPredicate};
use mlir_lite::dialects::llvm::{
    AShrOp, AddOp, AddrSpaceCastOp, AndOp, BitcastOp, FAddOp, FCmpOp, FCmpOpRef, FDivOp, FMulOp,
    FNegOp, FNegOpRef, FPExtOp, FPToSIOp, FPToUIOp, FPTruncOp, FRemOp, FSubOp, ICmpOp, ICmpOpRef,
    IntToPtrOp, LShrOp, MulOp, OrOp, OverflowFlags, PtrToIntOp, SDivOp, SExtOp, SIToFPOp, SRemOp,
    SelectOp, SelectOpRef, ShlOp, SubOp, TruncOp, UDivOp, UIToFPOp, URemOp, XOrOp, ZExtOp,
};
use mlir_lite::ir::typed_view::{ValueRef, View};
use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};

/// Implements [`ExportOp`] for binary ops: names the instruction, and the function that sets the
/// op's flags from an attribute.
macro_rules! binary_ops {
    ($($op:ident => $opcode:ident $(, $set:ident($flags:ident))?;)*) => {$(
        impl ExportOp for $op {
            fn export<'ctx>(op: View<'_, Self>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
                let (lhs, rhs) = (export.value(op.lhs())?, export.value(op.rhs())?);
                let value = built(export.builder.build_binop(Opcode::$opcode, lhs, rhs, ""))?;
                $($set(value, op.$flags())?;)?
                Ok(Some(value))
            }
        }
    )*};
}

binary_ops! {
    AddOp => Add, set_overflow(overflow_flags);
    SubOp => Sub, set_overflow(overflow_flags);
    MulOp => Mul, set_overflow(overflow_flags);
    ShlOp => Shl, set_overflow(overflow_flags);
    SDivOp => SDiv, set_exact(exact);
    UDivOp => UDiv, set_exact(exact);
    LShrOp => LShr, set_exact(exact);
    AShrOp => AShr, set_exact(exact);
    SRemOp => SRem;
    URemOp => URem;
    AndOp => And;
    OrOp => Or, set_disjoint(disjoint);
    XOrOp => Xor;
    FAddOp => FAdd, set_fastmath(fastmath_flags);
    FSubOp => FSub, set_fastmath(fastmath_flags);
    FMulOp => FMul, set_fastmath(fastmath_flags);
    FDivOp => FDiv, set_fastmath(fastmath_flags);
    FRemOp => FRem, set_fastmath(fastmath_flags);
}

/// Implements [`ExportOp`] for casts, in the same way as [`binary_ops`].
macro_rules! casts {
    ($($op:ident => $opcode:ident $(, $set:ident($flags:ident))?;)*) => {$(
        impl ExportOp for $op {
            fn export<'ctx>(op: View<'_, Self>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
                let to = export.types.basic(op.res().ty())?;
                let value = export.value(op.arg())?;
                let value = built(export.builder.build_cast(Opcode::$opcode, value, to, ""))?;
                $($set(value, op.$flags())?;)?
                Ok(Some(value))
            }
        }
    )*};
}

casts! {
    SExtOp => SExt;
    ZExtOp => ZExt, set_not_negative(non_neg);
    TruncOp => Trunc, set_overflow(overflow_flags);
    SIToFPOp => SIToFP;
    UIToFPOp => UIToFP, set_not_negative(non_neg);
    FPToSIOp => FPToSI;
    FPToUIOp => FPToUI;
    FPExtOp => FPExt;
    FPTruncOp => FPTrunc;
    PtrToIntOp => PtrToInt;
    IntToPtrOp => IntToPtr;
    BitcastOp => BitCast;
    AddrSpaceCastOp => AddrSpaceCast;
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
            _ => return Err("its condition is not 'i1'".into()),
        };
        set_fastmath(value, op.fastmath_flags())?;
        Ok(Some(value))
    }
}

register! {
    AddOp, SubOp, MulOp, ShlOp, SDivOp, UDivOp, LShrOp, AShrOp, SRemOp, URemOp, AndOp, OrOp, XOrOp, FAddOp,
    FSubOp, FMulOp, FDivOp, FRemOp, FNegOp, SExtOp, ZExtOp, TruncOp, SIToFPOp, UIToFPOp, FPToSIOp,
    FPToUIOp, FPExtOp, FPTruncOp, PtrToIntOp, IntToPtrOp, BitcastOp, AddrSpaceCastOp, ICmpOp, FCmpOp,
    SelectOp,
}
