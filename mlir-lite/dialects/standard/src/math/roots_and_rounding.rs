//! Roots, rounding, signs and powers of floats.

use crate::arith::fold::ConstantsOnly;
use crate::families::{FloatBinary, FloatUnary};
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::flags::flagged;
use crate::to_llvm::library::{CallLibrary, LibraryCall};
use crate::to_llvm::unroll::unrolled;
use crate::to_llvm::{Llvm, Lowered, NewResults, OneToOne, Rewriter};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, ScalarFunction};
use mlir_lite::types::{FloatKind, TypeKind};

/// Absolute value.
#[op(
    family = FloatUnary,
    name = "std.absf",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::FAbsOp>
    ),
    upstream(name = "math.absf")
)]
pub struct AbsFOp;

impl ScalarOp for AbsFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Abs);
}

/// Rounded up.
#[op(
    family = FloatUnary,
    name = "std.ceilf",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::FCeilOp>
    ),
    upstream(name = "math.ceil")
)]
pub struct CeilFOp;

impl ScalarOp for CeilFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Ceil);
}

/// Rounded down.
#[op(
    family = FloatUnary,
    name = "std.floorf",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::FFloorOp>
    ),
    upstream(name = "math.floor")
)]
pub struct FloorFOp;

impl ScalarOp for FloorFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Floor);
}

/// Square root.
#[op(
    family = FloatUnary,
    name = "std.sqrt",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::SqrtOp>
    ),
    upstream(name = "math.sqrt")
)]
pub struct SqrtOp;

impl ScalarOp for SqrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sqrt);
}

/// Reciprocal of the square root.
#[op(
    family = FloatUnary,
    name = "std.rsqrt",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm>),
    upstream(name = "math.rsqrt")
)]
pub struct RsqrtOp;

impl ScalarOp for RsqrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Rsqrt);
}

impl LowerTo<Llvm> for RsqrtOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.body().ty(operands.operand());
        if !matches!(ty.kind(b.context()), TypeKind::Float(FloatKind::F32 | FloatKind::F64)) {
            return Err("only 'f32' and 'f64' are supported".into());
        }
        let one = b.context().float_attr(ty, 1.0);
        let one = llvm::ConstantOp::create(b, one, ty);
        let root = llvm::SqrtOp::create(b, operands.operand(), None);
        flagged(b, op.id(), root);
        let quotient = llvm::FDivOp::create(b, one, root, None);
        Ok(flagged(b, op.id(), quotient).into())
    }
}

/// Cube root.
#[op(
    family = FloatUnary,
    name = "std.cbrt",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.cbrt", only)
)]
pub struct CbrtOp;

impl CallLibrary for CbrtOp {
    const FUNCTION: &'static str = "cbrt";
}

impl ScalarOp for CbrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cbrt);
}

/// Rounded, halves away from zero.
#[op(
    family = FloatUnary,
    name = "std.round",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::RoundOp>
    ),
    upstream(name = "math.round", only)
)]
pub struct RoundOp;

impl ScalarOp for RoundOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Round);
}

/// Rounded, halves to even.
#[op(
    family = FloatUnary,
    name = "std.roundeven",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp,
        LowerTo<Llvm> = OneToOne<Self, llvm::RoundEvenOp>
    ),
    upstream(name = "math.roundeven", only)
)]
pub struct RoundEvenOp;

impl ScalarOp for RoundEvenOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

/// Rounded towards zero.
#[op(
    family = FloatUnary,
    name = "std.ftrunc",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::FTruncOp>
    ),
    upstream(name = "math.trunc", only)
)]
pub struct TruncOp;

impl ScalarOp for TruncOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Trunc);
}

/// The first argument with the sign of the second.
#[op(
    family = FloatBinary,
    name = "std.copysign",
    implements(FoldOp = ConstantsOnly<Self>, LowerTo<Llvm> = OneToOne<Self, llvm::CopySignOp>),
    upstream(name = "math.copysign")
)]
pub struct CopySignOp;

impl ScalarOp for CopySignOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::CopySign);
}

/// The first argument to the power of the second.
#[op(
    family = FloatBinary,
    name = "std.powf",
    implements(FoldOp = ConstantsOnly<Self>, LowerTo<Llvm> = OneToOne<Self, llvm::PowOp>),
    upstream(name = "math.powf")
)]
pub struct PowFOp;

impl ScalarOp for PowFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Pow);
}

/// `a * b + c`, rounded once.
#[op(
    name = "std.fmaf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::FMAOp>,
    ),
    upstream(name = "math.fma", format = "$a `,` $b `,` $c custom<FastMath>() attr-dict `:` \
        type($result)"),
    format = "$a `,` $b `,` $c attr-dict `:` type($result)"
)]
pub struct FmaFOp {
    /// A factor.
    #[operand]
    a: FloatLike,
    /// A factor.
    #[operand]
    b: FloatLike,
    /// The summand.
    #[operand]
    c: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for FmaFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Fma);
}

/// The number of an interval that is nearest to a number: the smaller of `max` and of the larger of
/// `value` and `min`. Where one of them is a NaN, so is the result.
///
/// MLIR's documentation writes `maxf(minf(value, min), max)`, which is `max` for each number below
/// it. The semantics here follow the name, and the lowering to SPIR-V.
#[op(
    name = "std.clampf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm>),
    upstream(
        name = "math.clampf",
        only,
        format = "$value `to` ` ` `[` $min `,` $max `]` custom<FastMath>() attr-dict `:` type($result)"
    ),
    format = "$value `to` ` ` `[` $min `,` $max `]` attr-dict `:` type($result)"
)]
pub struct ClampFOp {
    /// The number.
    #[operand]
    value: FloatLike,
    /// The least result.
    #[operand]
    min: FloatLike,
    /// The greatest result.
    #[operand]
    max: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for ClampFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Composed(|kind, numbers| {
        let &[value, min, max] = numbers else { return None };
        FloatFunction::Minimum
            .apply(kind, &[FloatFunction::Maximum.apply(kind, &[value, min])?, max])
    });
}

impl LowerTo<Llvm> for ClampFOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.value(), operands.min(), operands.max()];
        let ty = b.converted_type(op.result(b.body()))?;
        unrolled(b, ty, operands, &mut |b, [value, min, max], _| {
            let lower = llvm::MaximumOp::create(b, value, min, None);
            flagged(b, op.id(), lower);
            let both = llvm::MinimumOp::create(b, lower, max, None);
            flagged(b, op.id(), both)
        })
        .map(NewResults::from)
    }
}

pub(crate) fn register_roots_and_rounding(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AbsFOp>();
    dialect.op::<CeilFOp>();
    dialect.op::<FloorFOp>();
    dialect.op::<SqrtOp>();
    dialect.op::<RsqrtOp>();
    dialect.op::<CbrtOp>();
    dialect.op::<RoundOp>();
    dialect.op::<RoundEvenOp>();
    dialect.op::<TruncOp>();
    dialect.op::<CopySignOp>();
    dialect.op::<PowFOp>();
    dialect.op::<FmaFOp>();
    dialect.op::<ClampFOp>();
}
