//! Functions of angles, and hyperbolic functions.

use crate::arith::fold::ConstantsOnly;
use crate::families::{FloatBinary, FloatUnary};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::flags::flagged;
use crate::to_llvm::library::{CallLibrary, LibraryCall};
use crate::to_llvm::unroll::unrolled;
use crate::to_llvm::{Llvm, Lowered, OneToOne, Rewriter};
use mlir_lite::constants::{float_kind, unary};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{ScalarOp, float_results};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{Float, FloatFunction, ScalarFunction};

/// Sine.
#[op(
    family = FloatUnary,
    name = "std.sin",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::SinOp>
    ),
    upstream(name = "math.sin")
)]
pub struct SinOp;

impl ScalarOp for SinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sin);
}

/// Cosine.
#[op(
    family = FloatUnary,
    name = "std.cos",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::CosOp>
    ),
    upstream(name = "math.cos")
)]
pub struct CosOp;

impl ScalarOp for CosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cos);
}

/// Hyperbolic tangent.
#[op(
    family = FloatUnary,
    name = "std.tanh",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.tanh")
)]
pub struct TanhOp;

impl CallLibrary for TanhOp {
    const FUNCTION: &'static str = "tanh";
}

impl ScalarOp for TanhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tanh);
}

/// Arc tangent.
#[op(
    family = FloatUnary,
    name = "std.atan",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.atan")
)]
pub struct AtanOp;

impl CallLibrary for AtanOp {
    const FUNCTION: &'static str = "atan";
}

impl ScalarOp for AtanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan);
}

/// Tangent.
#[op(
    family = FloatUnary,
    name = "std.tan",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::TanOp>
    ),
    upstream(name = "math.tan", only)
)]
pub struct TanOp;

impl ScalarOp for TanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tan);
}

/// Arc sine.
#[op(
    family = FloatUnary,
    name = "std.asin",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.asin", only)
)]
pub struct AsinOp;

impl CallLibrary for AsinOp {
    const FUNCTION: &'static str = "asin";
}

impl ScalarOp for AsinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Asin);
}

/// Arc cosine.
#[op(
    family = FloatUnary,
    name = "std.acos",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.acos", only)
)]
pub struct AcosOp;

impl CallLibrary for AcosOp {
    const FUNCTION: &'static str = "acos";
}

impl ScalarOp for AcosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Acos);
}

/// Hyperbolic sine.
#[op(
    family = FloatUnary,
    name = "std.sinh",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.sinh", only)
)]
pub struct SinhOp;

impl CallLibrary for SinhOp {
    const FUNCTION: &'static str = "sinh";
}

impl ScalarOp for SinhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sinh);
}

/// Hyperbolic cosine.
#[op(
    family = FloatUnary,
    name = "std.cosh",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.cosh", only)
)]
pub struct CoshOp;

impl CallLibrary for CoshOp {
    const FUNCTION: &'static str = "cosh";
}

impl ScalarOp for CoshOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cosh);
}

/// Inverse of the hyperbolic sine.
#[op(
    family = FloatUnary,
    name = "std.asinh",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.asinh", only)
)]
pub struct AsinhOp;

impl CallLibrary for AsinhOp {
    const FUNCTION: &'static str = "asinh";
}

impl ScalarOp for AsinhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Asinh);
}

/// Inverse of the hyperbolic cosine.
#[op(
    family = FloatUnary,
    name = "std.acosh",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.acosh", only)
)]
pub struct AcoshOp;

impl CallLibrary for AcoshOp {
    const FUNCTION: &'static str = "acosh";
}

impl ScalarOp for AcoshOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Acosh);
}

/// Inverse of the hyperbolic tangent.
#[op(
    family = FloatUnary,
    name = "std.atanh",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.atanh", only)
)]
pub struct AtanhOp;

impl CallLibrary for AtanhOp {
    const FUNCTION: &'static str = "atanh";
}

impl ScalarOp for AtanhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atanh);
}

/// Angle of the point (second, first).
#[op(
    family = FloatBinary,
    name = "std.atan2",
    implements(FoldOp = ConstantsOnly<Self>, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.atan2")
)]
pub struct Atan2Op;

impl CallLibrary for Atan2Op {
    const FUNCTION: &'static str = "atan2";
}

impl ScalarOp for Atan2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan2);
}

/// Sine and cosine of one angle.
///
/// ```mlir
/// %sin, %cos = sincos %angle : f64
/// ```
#[op(
    name = "std.sincos",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, AllTypesMatch(operand, sin, cos)),
    implements(FoldOp, InterpretOp, LowerTo<Llvm>),
    upstream(
        name = "math.sincos",
        only,
        format = "$operand custom<FastMath>() attr-dict `:` type($operand)"
    ),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct SinCosOp {
    /// The angle.
    #[operand]
    operand: FloatLike,
    /// Its sine.
    #[result(upstream_name = "sin")]
    sin: FloatLike,
    /// Its cosine.
    #[result(upstream_name = "cos")]
    cos: FloatLike,
}

impl SinCosOp {
    const FUNCTIONS: [FloatFunction; 2] = [FloatFunction::Sin, FloatFunction::Cos];
}

impl FoldOp for SinCosOp {
    fn fold(op: SinCosOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.operand().ty());
        let value_of = |function: FloatFunction| {
            let kind = float_kind(ctx, ty.element_or_self(ctx))?;
            unary(ctx, ty, constants.operand()?, |x: &Float| function.apply(kind, &[*x]))
        };
        let values = Self::FUNCTIONS.into_iter().map(|f| value_of(f).map(FoldValue::Constant));
        values.collect::<Option<_>>().map_or(Fold::Unchanged, Fold::Replaced)
    }
}

impl InterpretOp for SinCosOp {
    fn interpret<'b>(op: SinCosOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        float_results(m, op.op(), &Self::FUNCTIONS)
    }
}

impl LowerTo<Llvm> for SinCosOp {
    /// Two calls, which LLVM makes one of where the target has it.
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (operand, ty) = ([operands.operand()], b.converted_type(op.sin(b.body()))?);
        let sin = unrolled(b, ty, operand, &mut |b, [x], _| {
            let sin = llvm::SinOp::create(b, x, None);
            flagged(b, op.id(), sin)
        })?;
        let cos = unrolled(b, ty, operand, &mut |b, [x], _| {
            let cos = llvm::CosOp::create(b, x, None);
            flagged(b, op.id(), cos)
        })?;
        Ok([sin, cos].into())
    }
}

pub(crate) fn register_trigonometric(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SinOp>();
    dialect.op::<CosOp>();
    dialect.op::<SinCosOp>();
    dialect.op::<TanhOp>();
    dialect.op::<AtanOp>();
    dialect.op::<TanOp>();
    dialect.op::<AsinOp>();
    dialect.op::<AcosOp>();
    dialect.op::<SinhOp>();
    dialect.op::<CoshOp>();
    dialect.op::<AsinhOp>();
    dialect.op::<AcoshOp>();
    dialect.op::<AtanhOp>();
    dialect.op::<Atan2Op>();
}
