//! LLVM's intrinsics on floats.

use crate::constraints::*;
use crate::ops::families::{FloatBinaryIntrinsic, FloatIntrinsic};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, ScalarFunction};

/// `a * b + c`, rounded once.
#[op(
    name = "llvm.intr.fma",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FMAOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[operand]
    c: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for FMAOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Fma);
}

/// `a * b + c`, rounded once or twice.
#[op(
    name = "llvm.intr.fmuladd",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FMulAddOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[operand]
    c: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for FMulAddOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::MulAdd);
}

/// Power.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.pow")]
pub struct PowOp;

impl ScalarOp for PowOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Pow);
}

/// The first operand with the sign of the second.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.copysign")]
pub struct CopySignOp;

impl ScalarOp for CopySignOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::CopySign);
}

/// The absolute value.
#[op(family = FloatIntrinsic, name = "llvm.intr.fabs")]
pub struct FAbsOp;

impl ScalarOp for FAbsOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Abs);
}

/// The square root.
#[op(family = FloatIntrinsic, name = "llvm.intr.sqrt")]
pub struct SqrtOp;

impl ScalarOp for SqrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sqrt);
}

/// The least integer that is not below.
#[op(family = FloatIntrinsic, name = "llvm.intr.ceil")]
pub struct FCeilOp;

impl ScalarOp for FCeilOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Ceil);
}

/// The greatest integer that is not above.
#[op(family = FloatIntrinsic, name = "llvm.intr.floor")]
pub struct FFloorOp;

impl ScalarOp for FFloorOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Floor);
}

/// Sine.
#[op(family = FloatIntrinsic, name = "llvm.intr.sin")]
pub struct SinOp;

impl ScalarOp for SinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sin);
}

/// Cosine.
#[op(family = FloatIntrinsic, name = "llvm.intr.cos")]
pub struct CosOp;

impl ScalarOp for CosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cos);
}

/// Exponential function.
#[op(family = FloatIntrinsic, name = "llvm.intr.exp")]
pub struct ExpOp;

impl ScalarOp for ExpOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp);
}

/// Power of 2.
#[op(family = FloatIntrinsic, name = "llvm.intr.exp2")]
pub struct Exp2Op;

impl ScalarOp for Exp2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp2);
}

/// Natural logarithm.
#[op(family = FloatIntrinsic, name = "llvm.intr.log")]
pub struct LogOp;

impl ScalarOp for LogOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log);
}

/// Logarithm to base 2.
#[op(family = FloatIntrinsic, name = "llvm.intr.log2")]
pub struct Log2Op;

impl ScalarOp for Log2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log2);
}

/// Logarithm to base 10.
#[op(family = FloatIntrinsic, name = "llvm.intr.log10")]
pub struct Log10Op;

impl ScalarOp for Log10Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log10);
}

/// Power of 10.
#[op(family = FloatIntrinsic, name = "llvm.intr.exp10")]
pub struct Exp10Op;

impl ScalarOp for Exp10Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp10);
}

/// Tangent.
#[op(family = FloatIntrinsic, name = "llvm.intr.tan")]
pub struct TanOp;

impl ScalarOp for TanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tan);
}

/// Arc cosine.
#[op(family = FloatIntrinsic, name = "llvm.intr.acos")]
pub struct ACosOp;

impl ScalarOp for ACosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Acos);
}

/// Arc sine.
#[op(family = FloatIntrinsic, name = "llvm.intr.asin")]
pub struct ASinOp;

impl ScalarOp for ASinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Asin);
}

/// Arc tangent.
#[op(family = FloatIntrinsic, name = "llvm.intr.atan")]
pub struct ATanOp;

impl ScalarOp for ATanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan);
}

/// Hyperbolic cosine.
#[op(family = FloatIntrinsic, name = "llvm.intr.cosh")]
pub struct CoshOp;

impl ScalarOp for CoshOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cosh);
}

/// Hyperbolic sine.
#[op(family = FloatIntrinsic, name = "llvm.intr.sinh")]
pub struct SinhOp;

impl ScalarOp for SinhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sinh);
}

/// Hyperbolic tangent.
#[op(family = FloatIntrinsic, name = "llvm.intr.tanh")]
pub struct TanhOp;

impl ScalarOp for TanhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tanh);
}

/// The angle of the point `(b, a)`.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.atan2")]
pub struct ATan2Op;

impl ScalarOp for ATan2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan2);
}

/// The nearest integer, halves away from zero.
#[op(family = FloatIntrinsic, name = "llvm.intr.round")]
pub struct RoundOp;

impl ScalarOp for RoundOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Round);
}

/// The nearest integer, halves to even.
#[op(family = FloatIntrinsic, name = "llvm.intr.roundeven")]
pub struct RoundEvenOp;

impl ScalarOp for RoundEvenOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// The nearest integer towards zero.
#[op(family = FloatIntrinsic, name = "llvm.intr.trunc")]
pub struct FTruncOp;

impl ScalarOp for FTruncOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Trunc);
}

/// The nearest integer in the current mode; may say that it is inexact.
#[op(family = FloatIntrinsic, name = "llvm.intr.rint")]
pub struct RintOp;

impl ScalarOp for RintOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// The nearest integer in the current mode.
#[op(family = FloatIntrinsic, name = "llvm.intr.nearbyint")]
pub struct NearbyintOp;

impl ScalarOp for NearbyintOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// The larger operand; NaN if one is NaN.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.maximum")]
pub struct MaximumOp;

impl ScalarOp for MaximumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Maximum);
}

/// The smaller operand; NaN if one is NaN.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.minimum")]
pub struct MinimumOp;

impl ScalarOp for MinimumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Minimum);
}

/// The larger one, or the one that is not a NaN.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.maxnum")]
pub struct MaxNumOp;

impl ScalarOp for MaxNumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::MaxNum);
}

/// The smaller one, or the one that is not a NaN.
#[op(family = FloatBinaryIntrinsic, name = "llvm.intr.minnum")]
pub struct MinNumOp;

impl ScalarOp for MinNumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::MinNum);
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FMAOp>();
    dialect.op::<FMulAddOp>();
    dialect.op::<PowOp>();
    dialect.op::<CopySignOp>();
    dialect.op::<FAbsOp>();
    dialect.op::<SqrtOp>();
    dialect.op::<FCeilOp>();
    dialect.op::<FFloorOp>();
    dialect.op::<SinOp>();
    dialect.op::<CosOp>();
    dialect.op::<ExpOp>();
    dialect.op::<Exp2Op>();
    dialect.op::<LogOp>();
    dialect.op::<Log2Op>();
    dialect.op::<Log10Op>();
    dialect.op::<Exp10Op>();
    dialect.op::<TanOp>();
    dialect.op::<ACosOp>();
    dialect.op::<ASinOp>();
    dialect.op::<ATanOp>();
    dialect.op::<CoshOp>();
    dialect.op::<SinhOp>();
    dialect.op::<TanhOp>();
    dialect.op::<ATan2Op>();
    dialect.op::<RoundOp>();
    dialect.op::<RoundEvenOp>();
    dialect.op::<FTruncOp>();
    dialect.op::<RintOp>();
    dialect.op::<NearbyintOp>();
    dialect.op::<MaximumOp>();
    dialect.op::<MinimumOp>();
    dialect.op::<MaxNumOp>();
    dialect.op::<MinNumOp>();
}
