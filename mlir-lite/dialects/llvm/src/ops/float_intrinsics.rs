//! LLVM's intrinsics on floats.

use crate::constraints::*;
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
#[op(
    name = "llvm.intr.pow",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct PowOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for PowOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Pow);
}

/// The first operand with the sign of the second.
#[op(
    name = "llvm.intr.copysign",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct CopySignOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for CopySignOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::CopySign);
}

/// The absolute value.
#[op(
    name = "llvm.intr.fabs",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FAbsOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for FAbsOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Abs);
}

/// The square root.
#[op(
    name = "llvm.intr.sqrt",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SqrtOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for SqrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sqrt);
}

/// The least integer that is not below.
#[op(
    name = "llvm.intr.ceil",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FCeilOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for FCeilOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Ceil);
}

/// The greatest integer that is not above.
#[op(
    name = "llvm.intr.floor",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FFloorOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for FFloorOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Floor);
}

/// Sine.
#[op(
    name = "llvm.intr.sin",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SinOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for SinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sin);
}

/// Cosine.
#[op(
    name = "llvm.intr.cos",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct CosOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for CosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cos);
}

/// Exponential function.
#[op(
    name = "llvm.intr.exp",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ExpOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for ExpOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp);
}

/// Power of 2.
#[op(
    name = "llvm.intr.exp2",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct Exp2Op {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for Exp2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp2);
}

/// Natural logarithm.
#[op(
    name = "llvm.intr.log",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct LogOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for LogOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log);
}

/// Logarithm to base 2.
#[op(
    name = "llvm.intr.log2",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct Log2Op {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for Log2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log2);
}

/// Logarithm to base 10.
#[op(
    name = "llvm.intr.log10",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct Log10Op {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for Log10Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log10);
}

/// Power of 10.
#[op(
    name = "llvm.intr.exp10",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct Exp10Op {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for Exp10Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp10);
}

/// Tangent.
#[op(
    name = "llvm.intr.tan",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct TanOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for TanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tan);
}

/// Arc cosine.
#[op(
    name = "llvm.intr.acos",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ACosOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for ACosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Acos);
}

/// Arc sine.
#[op(
    name = "llvm.intr.asin",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ASinOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for ASinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Asin);
}

/// Arc tangent.
#[op(
    name = "llvm.intr.atan",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ATanOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for ATanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan);
}

/// Hyperbolic cosine.
#[op(
    name = "llvm.intr.cosh",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct CoshOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for CoshOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cosh);
}

/// Hyperbolic sine.
#[op(
    name = "llvm.intr.sinh",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct SinhOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for SinhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sinh);
}

/// Hyperbolic tangent.
#[op(
    name = "llvm.intr.tanh",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct TanhOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for TanhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tanh);
}

/// The angle of the point `(b, a)`.
#[op(
    name = "llvm.intr.atan2",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct ATan2Op {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for ATan2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan2);
}

/// The nearest integer, halves away from zero.
#[op(
    name = "llvm.intr.round",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct RoundOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for RoundOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Round);
}

/// The nearest integer, halves to even.
#[op(
    name = "llvm.intr.roundeven",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct RoundEvenOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for RoundEvenOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// The nearest integer towards zero.
#[op(
    name = "llvm.intr.trunc",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct FTruncOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for FTruncOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Trunc);
}

/// The nearest integer in the current mode; may say that it is inexact.
#[op(
    name = "llvm.intr.rint",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct RintOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for RintOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// The nearest integer in the current mode.
#[op(
    name = "llvm.intr.nearbyint",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct NearbyintOp {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for NearbyintOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// The larger one; NaN if one is.
#[op(
    name = "llvm.intr.maximum",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct MaximumOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for MaximumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Maximum);
}

/// The smaller one; NaN if one is.
#[op(
    name = "llvm.intr.minimum",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct MinimumOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for MinimumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Minimum);
}

/// The larger one, or the one that is not a NaN.
#[op(
    name = "llvm.intr.maxnum",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct MaxNumOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

impl ScalarOp for MaxNumOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::MaxNum);
}

/// The smaller one, or the one that is not a NaN.
#[op(
    name = "llvm.intr.minnum",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct MinNumOp {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

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
