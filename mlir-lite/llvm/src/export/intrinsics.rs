//! LLVM's intrinsics with ops of their own: for each, what the op does not show.
//!
//! An op has the intrinsic's arguments as operands, and arguments that must be constants as
//! attributes; the types that the intrinsic is overloaded on are those of operands or of the
//! result.

use super::calls::result;
use super::function::{Exported, FunctionExport, built};
use super::ops::{Built, ExportOp, Translations};
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

pub(super) fn register(translations: &mut Translations) {
    register_on_floats(translations);
    register_others(translations);
    translations.add::<VaStartOp>();
    translations.add::<VaEndOp>();
    translations.add::<VaCopyOp>();
}

fn register_on_floats(translations: &mut Translations) {
    on_floats::<FMAOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<FMulAddOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<PowOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<CopySignOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<FAbsOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<SqrtOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<FCeilOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<FFloorOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<SinOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<CosOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<ExpOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<Exp2Op, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<LogOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<Log2Op, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<Log10Op, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<Exp10Op, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<TanOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<ACosOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<ASinOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<ATanOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<CoshOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<SinhOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<TanhOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<ATan2Op, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<RoundOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<RoundEvenOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<FTruncOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<RintOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<NearbyintOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<MaximumOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<MinimumOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<MaxNumOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<MinNumOp, _>(translations, |op| ([op.a().ty()], op.fastmath_flags()));
    on_floats::<VectorReduceFMaxOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<VectorReduceFMinOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<VectorReduceFMaximumOp, _>(translations, |op| {
        ([op.input().ty()], op.fastmath_flags())
    });
    on_floats::<VectorReduceFMinimumOp, _>(translations, |op| {
        ([op.input().ty()], op.fastmath_flags())
    });
    on_floats::<VectorReduceFAddOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<VectorReduceFMulOp, _>(translations, |op| ([op.input().ty()], op.fastmath_flags()));
    on_floats::<PowIOp, _>(translations, |op| {
        ([op.val().ty(), op.power().ty()], op.fastmath_flags())
    });
}

fn register_others(translations: &mut Translations) {
    plain::<SMaxOp, _>(translations, |op| [op.a().ty()]);
    plain::<SMinOp, _>(translations, |op| [op.a().ty()]);
    plain::<UMaxOp, _>(translations, |op| [op.a().ty()]);
    plain::<UMinOp, _>(translations, |op| [op.a().ty()]);
    plain::<SAddSatOp, _>(translations, |op| [op.a().ty()]);
    plain::<UAddSatOp, _>(translations, |op| [op.a().ty()]);
    plain::<SSubSatOp, _>(translations, |op| [op.a().ty()]);
    plain::<USubSatOp, _>(translations, |op| [op.a().ty()]);
    plain::<SShlSatOp, _>(translations, |op| [op.a().ty()]);
    plain::<UShlSatOp, _>(translations, |op| [op.a().ty()]);
    plain::<FshlOp, _>(translations, |op| [op.a().ty()]);
    plain::<FshrOp, _>(translations, |op| [op.a().ty()]);
    plain::<CtPopOp, _>(translations, |op| [op.input().ty()]);
    plain::<BitReverseOp, _>(translations, |op| [op.input().ty()]);
    plain::<ByteSwapOp, _>(translations, |op| [op.input().ty()]);
    plain::<SAddWithOverflowOp, _>(translations, |op| [op.a().ty()]);
    plain::<UAddWithOverflowOp, _>(translations, |op| [op.a().ty()]);
    plain::<SSubWithOverflowOp, _>(translations, |op| [op.a().ty()]);
    plain::<USubWithOverflowOp, _>(translations, |op| [op.a().ty()]);
    plain::<SMulWithOverflowOp, _>(translations, |op| [op.a().ty()]);
    plain::<UMulWithOverflowOp, _>(translations, |op| [op.a().ty()]);
    with_constants::<CountLeadingZerosOp, _, _>(translations, |op| {
        ([op.input().ty()], [Boolean(op.is_zero_poison())])
    });
    with_constants::<CountTrailingZerosOp, _, _>(translations, |op| {
        ([op.input().ty()], [Boolean(op.is_zero_poison())])
    });
    with_constants::<AbsOp, _, _>(translations, |op| {
        ([op.input().ty()], [Boolean(op.is_int_min_poison())])
    });
    with_constants::<IsFPClassOp, _, _>(translations, |op| ([op.r#in().ty()], [Number(op.bit())]));
    plain::<ExpectOp, _>(translations, |op| [op.val().ty()]);
    with_constants::<PrefetchOp, _, _>(translations, |op| {
        ([op.addr().ty()], [Number(op.rw()), Number(op.hint()), Number(op.cache())])
    });
    plain::<LifetimeStartOp, _>(translations, |op| [op.ptr().ty()]);
    plain::<LifetimeEndOp, _>(translations, |op| [op.ptr().ty()]);
    plain::<TrapOp, _>(translations, |_| []);
    plain::<DebugTrapOp, _>(translations, |_| []);
    plain::<VectorReduceAddOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceMulOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceAndOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceOrOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceXorOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceSMaxOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceSMinOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceUMaxOp, _>(translations, |op| [op.input().ty()]);
    plain::<VectorReduceUMinOp, _>(translations, |op| [op.input().ty()]);
    plain::<StepVectorOp, _>(translations, |op| [op.res().ty()]);
    plain::<VScaleOp, _>(translations, |op| [op.res().ty()]);
    plain::<StackSaveOp, _>(translations, |op| [op.res().ty()]);
    plain::<StackRestoreOp, _>(translations, |op| [op.ptr().ty()]);
    with_constants::<MemcpyOp, _, _>(translations, |op| {
        ([op.dst().ty(), op.src().ty(), op.len().ty()], [Boolean(op.is_volatile())])
    });
    with_constants::<MemmoveOp, _, _>(translations, |op| {
        ([op.dst().ty(), op.src().ty(), op.len().ty()], [Boolean(op.is_volatile())])
    });
    with_constants::<MemsetOp, _, _>(translations, |op| {
        ([op.dst().ty(), op.len().ty()], [Boolean(op.is_volatile())])
    });
}

/// An attribute that is passed as a constant after the operands.
#[derive(Copy, Clone)]
enum Constant {
    /// As `i1`.
    Boolean(Attribute),
    /// As `i32`.
    Number(Attribute),
}

use Constant::{Boolean, Number};

/// The types that are part of an intrinsic's name, and the constants after the operands.
type TypesAndConstants<const N: usize, const C: usize> = ([Type; N], [Constant; C]);

/// Adds an intrinsic. The function lists the types that are part of the name.
fn plain<O: OpDefinition, const N: usize>(
    translations: &mut Translations,
    overloads: fn(View<'_, O>) -> [Type; N],
) {
    translations.add_function::<O>(move |op, export| {
        call(export, op.op(), &name_of::<O>(), &overloads(op), &[], FastmathFlags::NONE)
    });
}

/// As [`plain`], with constants after the operands.
fn with_constants<O: OpDefinition, const N: usize, const C: usize>(
    translations: &mut Translations,
    lists: fn(View<'_, O>) -> TypesAndConstants<N, C>,
) {
    translations.add_function::<O>(move |op, export| {
        let (overloads, constants) = lists(op);
        let constants = constants.map(|constant| constant.export(export));
        let constants = constants.into_iter().collect::<Exported<Vec<_>>>()?;
        call(export, op.op(), &name_of::<O>(), &overloads, &constants, FastmathFlags::NONE)
    });
}

/// As [`plain`], with fast-math flags.
fn on_floats<O: OpDefinition, const N: usize>(
    translations: &mut Translations,
    lists: fn(View<'_, O>) -> ([Type; N], FastmathFlags),
) {
    translations.add_function::<O>(move |op, export| {
        let (overloads, flags) = lists(op);
        call(export, op.op(), &name_of::<O>(), &overloads, &[], flags)
    });
}

impl Constant {
    fn export<'ctx>(self, export: &FunctionExport<'_, 'ctx>) -> Exported<IntValue<'ctx>> {
        let (ctx, llvm) = (&export.types.ctx, &export.types.llvm);
        match self {
            Boolean(value) => {
                let value = value.as_bool(ctx).ok_or("an attribute is not a boolean")?;
                Ok(llvm.bool_type().const_int(u64::from(value), false))
            }
            Number(value) => {
                let value = value.as_i64(ctx).ok_or("an attribute is not a number")?;
                Ok(llvm.i32_type().const_int(value as u64, true))
            }
        }
    }
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
