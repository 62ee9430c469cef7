//! Functions of complex numbers. Their formulas are those of
//! [`ComplexFunction`](mlir_lite::scalar::ComplexFunction).

use crate::arith::fold::ConstantsOnly;
use crate::complex::lowering::{ByParts, of_parts, parts};
use crate::families::{ComplexBinary, ComplexUnary};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath, UNSTATED_FAST_MATH};
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::lowering::created;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::constants::float_kind;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{Complex, ComplexFunction, Float, ScalarFunction};

/// e to the power.
#[op(
    family = ComplexUnary,
    name = "std.expcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.exp")
)]
pub struct ExpCFOp;

impl ScalarOp for ExpCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Exp);
}

/// e to the power, less 1.
#[op(
    family = ComplexUnary,
    name = "std.expm1cf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.expm1")
)]
pub struct ExpM1CFOp;

impl ScalarOp for ExpM1CFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::ExpM1);
}

/// Natural logarithm.
#[op(
    family = ComplexUnary,
    name = "std.logcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.log")
)]
pub struct LogCFOp;

impl ScalarOp for LogCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Log);
}

/// Natural logarithm of 1 more.
#[op(
    family = ComplexUnary,
    name = "std.log1pcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.log1p")
)]
pub struct Log1pCFOp;

impl ScalarOp for Log1pCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Log1p);
}

/// Sine.
#[op(
    family = ComplexUnary,
    name = "std.sincf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.sin")
)]
pub struct SinCFOp;

impl ScalarOp for SinCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Sin);
}

/// Cosine.
#[op(
    family = ComplexUnary,
    name = "std.coscf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.cos")
)]
pub struct CosCFOp;

impl ScalarOp for CosCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Cos);
}

/// Tangent.
#[op(
    family = ComplexUnary,
    name = "std.tancf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.tan")
)]
pub struct TanCFOp;

impl ScalarOp for TanCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Tan);
}

/// Hyperbolic tangent.
#[op(
    family = ComplexUnary,
    name = "std.tanhcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.tanh")
)]
pub struct TanhCFOp;

impl ScalarOp for TanhCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Tanh);
}

/// Square root: that whose real part is not negative.
#[op(
    family = ComplexUnary,
    name = "std.sqrtcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.sqrt")
)]
pub struct SqrtCFOp;

impl ScalarOp for SqrtCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Sqrt);
}

/// The reciprocal of the square root.
#[op(
    family = ComplexUnary,
    name = "std.rsqrtcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.rsqrt")
)]
pub struct RsqrtCFOp;

impl ScalarOp for RsqrtCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Rsqrt);
}

/// The number divided by its absolute value; 0 of 0.
#[op(
    family = ComplexUnary,
    name = "std.signcf",
    implements(FoldOp = ConstantsOnly<Self>),
    upstream(name = "complex.sign")
)]
pub struct SignCFOp;

impl ScalarOp for SignCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Sign);
}

/// The first number to the power of the second.
#[op(family = ComplexBinary, name = "std.powcf", upstream(name = "complex.pow", only))]
pub struct PowCFOp;

impl ScalarOp for PowCFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Pow);
}

/// The angle of the point (second, first), continued to complex numbers.
#[op(family = ComplexBinary, name = "std.atan2cf", upstream(name = "complex.atan2", only))]
pub struct Atan2CFOp;

impl ScalarOp for Atan2CFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Complex(ComplexFunction::Atan2);
}

/// The number to the power of an integer: as to the power of the float that the integer becomes.
#[op(
    name = "std.powicf",
    properties = UNSTATED_FAST_MATH,
    traits(Pure, AllTypesMatch(lhs, result)),
    implements(InterpretOp, LowerTo<Llvm>),
    upstream(name = "complex.powi", only, format = "$lhs `,` $rhs custom<FastMath>() attr-dict \
        `:` type($result) `,` type($rhs)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result) `,` type($rhs)"
)]
pub struct PowICFOp {
    /// The number.
    #[operand]
    lhs: AnyFloatComplex,
    /// The power.
    #[operand]
    rhs: AnySignlessInteger,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

impl InterpretOp for PowICFOp {
    fn interpret<'b>(op: PowICFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, number) = (op.context(), m.get(op.lhs()).as_complex()?);
        let part = op.result().ty().complex_part(ctx).and_then(|part| float_kind(ctx, part));
        let width = op.rhs().ty().bit_width(ctx);
        let (Some(kind), Some(width)) = (part, width) else { return Err(Trap::malformed()) };
        let power = m.get(op.rhs()).as_integer(width)?;
        let power = Float::from_integer(kind, &power, true);
        let im = Float::from(0.0).rounded_to(kind);
        let power = Complex { re: power, im };
        let result = ComplexFunction::Pow.apply(kind, &[number, power]);
        m.set_result(op.result(), Value::complex(result.ok_or_else(Trap::malformed)?))
    }
}

impl LowerTo<Llvm> for PowICFOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let number = parts(b, operands.lhs())?;
        let part = b.body().ty(number[0]);
        let re = created::<llvm::SIToFPOp>(b, &[operands.rhs()], part);
        let im = llvm_edsc(b, |e| e.float(0.0, part).id());
        of_parts(op.id(), &[number, [re, im]], ComplexFunction::Pow, b)
    }
}

pub(super) fn register_functions(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExpCFOp>();
    dialect.op::<ExpM1CFOp>();
    dialect.op::<LogCFOp>();
    dialect.op::<Log1pCFOp>();
    dialect.op::<SinCFOp>();
    dialect.op::<CosCFOp>();
    dialect.op::<TanCFOp>();
    dialect.op::<TanhCFOp>();
    dialect.op::<SqrtCFOp>();
    dialect.op::<RsqrtCFOp>();
    dialect.op::<SignCFOp>();
    dialect.op::<PowCFOp>();
    dialect.op::<Atan2CFOp>();
    dialect.op::<PowICFOp>();
}
