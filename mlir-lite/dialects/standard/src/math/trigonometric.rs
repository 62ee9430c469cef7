//! Functions of angles, and hyperbolic functions.

use crate::arith::fold::ConstantsOnly;
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
    name = "std.sin",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::SinOp>,
    ),
    upstream(name = "math.sin", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct SinOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for SinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sin);
}

/// Cosine.
#[op(
    name = "std.cos",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::CosOp>,
    ),
    upstream(name = "math.cos", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct CosOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for CosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cos);
}

/// Hyperbolic tangent.
#[op(
    name = "std.tanh",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.tanh", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct TanhOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for TanhOp {
    const FUNCTION: &'static str = "tanh";
}

impl ScalarOp for TanhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tanh);
}

/// Arc tangent.
#[op(
    name = "std.atan",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.atan", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct AtanOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for AtanOp {
    const FUNCTION: &'static str = "atan";
}

impl ScalarOp for AtanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atan);
}

/// Tangent.
#[op(
    name = "std.tan",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::TanOp>,
    ),
    upstream(name = "math.tan", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct TanOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for TanOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Tan);
}

/// Arc sine.
#[op(
    name = "std.asin",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.asin", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct AsinOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for AsinOp {
    const FUNCTION: &'static str = "asin";
}

impl ScalarOp for AsinOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Asin);
}

/// Arc cosine.
#[op(
    name = "std.acos",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.acos", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct AcosOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for AcosOp {
    const FUNCTION: &'static str = "acos";
}

impl ScalarOp for AcosOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Acos);
}

/// Hyperbolic sine.
#[op(
    name = "std.sinh",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.sinh", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct SinhOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for SinhOp {
    const FUNCTION: &'static str = "sinh";
}

impl ScalarOp for SinhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sinh);
}

/// Hyperbolic cosine.
#[op(
    name = "std.cosh",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.cosh", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct CoshOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for CoshOp {
    const FUNCTION: &'static str = "cosh";
}

impl ScalarOp for CoshOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cosh);
}

/// Inverse of the hyperbolic sine.
#[op(
    name = "std.asinh",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.asinh", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct AsinhOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for AsinhOp {
    const FUNCTION: &'static str = "asinh";
}

impl ScalarOp for AsinhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Asinh);
}

/// Inverse of the hyperbolic cosine.
#[op(
    name = "std.acosh",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.acosh", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct AcoshOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for AcoshOp {
    const FUNCTION: &'static str = "acosh";
}

impl ScalarOp for AcoshOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Acosh);
}

/// Inverse of the hyperbolic tangent.
#[op(
    name = "std.atanh",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.atanh", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct AtanhOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for AtanhOp {
    const FUNCTION: &'static str = "atanh";
}

impl ScalarOp for AtanhOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Atanh);
}

/// Angle of the point (second, first).
#[op(
    name = "std.atan2",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.atan2", format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct Atan2Op {
    /// The first argument.
    #[operand]
    lhs: FloatLike,
    /// The second argument.
    #[operand]
    rhs: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

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
