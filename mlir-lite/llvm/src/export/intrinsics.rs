//! LLVM's intrinsics with ops of their own: for each, what the op does not show.
//!
//! An op has the intrinsic's arguments as operands, and arguments that must be constants as
//! attributes; the types that the intrinsic is overloaded on are those of operands or of the
//! result.

use super::calls::result;
use super::function::{Exported, FunctionExport, built};
use super::ops::{Built, ExportOp, register};
use inkwell::intrinsics::Intrinsic;
use inkwell::values::{BasicMetadataValueEnum, IntValue};
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::llvm::*;
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::typed_view::{OpView, View};
use mlir_lite::ir::view::OpRef;
use mlir_lite::types::Type;

/// The intrinsic's name: that of the op, without `intr.`.
fn name_of<O: OpDefinition>() -> String {
    format!("llvm.{}", O::NAME.trim_start_matches("llvm.intr."))
}

/// Implements [`ExportOp`] for intrinsics: lists the operands whose types are part of the name, and
/// the constants that are passed after the operands.
macro_rules! intrinsics {
    ($($op:ident($($overload:ident),*) $([$($kind:ident($constant:ident)),*])?;)*) => {$(
        impl ExportOp for $op {
            fn export<'ctx>(op: View<'_, Self>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
                let overloads = [$(op.$overload().ty()),*];
                let constants = [$($($kind(export, op.$constant())?),*)?];
                call(export, op.op(), &name_of::<Self>(), &overloads, &constants, FastmathFlags::NONE)
            }
        }
    )*};
}

/// Implements [`ExportOp`] for intrinsics on floats, which have fast-math flags.
macro_rules! float_intrinsics {
    ($($op:ident($($overload:ident),*);)*) => {$(
        impl ExportOp for $op {
            fn export<'ctx>(op: View<'_, Self>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
                let overloads = [$(op.$overload().ty()),*];
                call(export, op.op(), &name_of::<Self>(), &overloads, &[], op.fastmath_flags())
            }
        }
    )*};
}

float_intrinsics! {
    FMAOp(a);
    FMulAddOp(a);
    PowOp(a);
    CopySignOp(a);
    FAbsOp(input);
    SqrtOp(input);
    FCeilOp(input);
    FFloorOp(input);
    SinOp(input);
    CosOp(input);
    ExpOp(input);
    Exp2Op(input);
    LogOp(input);
    Log2Op(input);
    Log10Op(input);
    Exp10Op(input);
    TanOp(input);
    ACosOp(input);
    ASinOp(input);
    ATanOp(input);
    CoshOp(input);
    SinhOp(input);
    TanhOp(input);
    ATan2Op(a);
    RoundOp(input);
    RoundEvenOp(input);
    FTruncOp(input);
    RintOp(input);
    NearbyintOp(input);
    MaximumOp(a);
    MinimumOp(a);
    MaxNumOp(a);
    MinNumOp(a);
    PowIOp(val, power);
}

intrinsics! {
    SMaxOp(a);
    SMinOp(a);
    UMaxOp(a);
    UMinOp(a);
    SAddSatOp(a);
    UAddSatOp(a);
    SSubSatOp(a);
    USubSatOp(a);
    SShlSatOp(a);
    UShlSatOp(a);
    FshlOp(a);
    FshrOp(a);
    CtPopOp(input);
    BitReverseOp(input);
    ByteSwapOp(input);
    SAddWithOverflowOp(a);
    UAddWithOverflowOp(a);
    SSubWithOverflowOp(a);
    USubWithOverflowOp(a);
    SMulWithOverflowOp(a);
    UMulWithOverflowOp(a);
    CountLeadingZerosOp(input) [truth(is_zero_poison)];
    CountTrailingZerosOp(input) [truth(is_zero_poison)];
    AbsOp(input) [truth(is_int_min_poison)];
    IsFPClassOp(r#in) [number(bit)];
    ExpectOp(val);
    PrefetchOp(addr) [number(rw), number(hint), number(cache)];
    LifetimeStartOp(ptr);
    LifetimeEndOp(ptr);
    TrapOp();
    DebugTrapOp();
    StackSaveOp(res);
    StackRestoreOp(ptr);
    MemcpyOp(dst, src, len) [truth(is_volatile)];
    MemmoveOp(dst, src, len) [truth(is_volatile)];
    MemsetOp(dst, len) [truth(is_volatile)];
}

impl ExportOp for VaStartOp {
    fn export<'ctx>(op: VaStartOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        call(export, op.op(), "llvm.va_start", &[op.ptr().ty()], &[], FastmathFlags::NONE)
    }
}

impl ExportOp for VaEndOp {
    fn export<'ctx>(op: VaEndOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        call(export, op.op(), "llvm.va_end", &[op.ptr().ty()], &[], FastmathFlags::NONE)
    }
}

impl ExportOp for VaCopyOp {
    fn export<'ctx>(op: VaCopyOpRef<'_>, export: &mut FunctionExport<'_, 'ctx>) -> Built<'ctx> {
        call(export, op.op(), "llvm.va_copy", &[op.dest_list().ty()], &[], FastmathFlags::NONE)
    }
}

/// A truth value, as `i1`.
fn truth<'ctx>(export: &FunctionExport<'_, 'ctx>, value: Attribute) -> Exported<IntValue<'ctx>> {
    let value = value.as_bool(&export.types.ctx).ok_or("an attribute is not a truth value")?;
    Ok(export.types.llvm.bool_type().const_int(u64::from(value), false))
}

/// A number, as `i32`.
fn number<'ctx>(export: &FunctionExport<'_, 'ctx>, value: Attribute) -> Exported<IntValue<'ctx>> {
    let value = value.as_i64(&export.types.ctx).ok_or("an attribute is not a number")?;
    Ok(export.types.llvm.i32_type().const_int(value as u64, true))
}

/// Builds the call of an intrinsic.
fn call<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    name: &str,
    overloads: &[Type],
    constants: &[IntValue<'ctx>],
    flags: FastmathFlags,
) -> Built<'ctx> {
    let intrinsic =
        Intrinsic::find(name).ok_or_else(|| format!("LLVM has no intrinsic '{name}'"))?;
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for value in op.operands() {
        arguments.push(export.value(value)?.into());
    }
    arguments.extend(constants.iter().map(|&constant| BasicMetadataValueEnum::from(constant)));
    let overloads =
        overloads.iter().map(|&ty| export.types.basic(ty)).collect::<Exported<Vec<_>>>()?;
    let function = intrinsic.get_declaration(export.module, &overloads);
    let function = function.ok_or_else(|| format!("'{name}' has no variant for these types"))?;
    let expected = function.get_type().get_param_types();
    if expected.len() != arguments.len() {
        return Err(format!(
            "'{name}' takes {} arguments, not {}",
            expected.len(),
            arguments.len()
        ));
    }
    // The op has a result type of its own, which must be LLVM's for the intrinsic.
    if let (Some(ty), Some(found)) =
        (op.result_types().next(), function.get_type().get_return_type())
        && export.types.basic(ty)? != found
    {
        let found = found.print_to_string();
        return Err(format!(
            "the result of '{name}' has the type '{}' for these operands",
            found.to_string_lossy()
        ));
    }
    result(built(export.builder.build_direct_call(function, &arguments, ""))?, flags)
}

register! {
    FMAOp, FMulAddOp, PowOp, CopySignOp, FAbsOp, SqrtOp, FCeilOp, FFloorOp, SinOp, CosOp, ExpOp, Exp2Op,
    LogOp, Log2Op, Log10Op, Exp10Op, TanOp, ACosOp, ASinOp, ATanOp, CoshOp, SinhOp, TanhOp, ATan2Op, RoundOp,
    RoundEvenOp, FTruncOp, RintOp, NearbyintOp, MaximumOp, MinimumOp, MaxNumOp, MinNumOp, PowIOp, SMaxOp,
    SMinOp, UMaxOp, UMinOp, SAddSatOp, UAddSatOp, SSubSatOp, USubSatOp, SShlSatOp, UShlSatOp, FshlOp, FshrOp,
    CtPopOp, BitReverseOp, ByteSwapOp, SAddWithOverflowOp, UAddWithOverflowOp, SSubWithOverflowOp,
    USubWithOverflowOp, SMulWithOverflowOp, UMulWithOverflowOp, CountLeadingZerosOp, CountTrailingZerosOp,
    AbsOp, IsFPClassOp, ExpectOp, PrefetchOp, LifetimeStartOp, LifetimeEndOp, TrapOp, DebugTrapOp,
    StackSaveOp, StackRestoreOp, MemcpyOp, MemmoveOp, MemsetOp, VaStartOp, VaEndOp, VaCopyOp,
}
