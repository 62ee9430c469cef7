//! Roots, rounding, signs and powers of floats.

use crate::arith::fold::fold_constants_only;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::{LowerToLlvm, OneToOne, calls_library};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, ScalarFunction};

/// Absolute value.
#[op(
    name = "std.absf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.absf", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct AbsFOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for AbsFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Abs);
}

impl OneToOne for AbsFOp {
    type Llvm = llvm::FAbsOp;
}

/// Rounded up.
#[op(
    name = "std.ceilf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.ceil", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct CeilFOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for CeilFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Ceil);
}

impl OneToOne for CeilFOp {
    type Llvm = llvm::FCeilOp;
}

/// Rounded down.
#[op(
    name = "std.floorf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.floor", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct FloorFOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for FloorFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Floor);
}

impl OneToOne for FloorFOp {
    type Llvm = llvm::FFloorOp;
}

/// Square root.
#[op(
    name = "std.sqrt",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.sqrt", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct SqrtOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for SqrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Sqrt);
}

impl OneToOne for SqrtOp {
    type Llvm = llvm::SqrtOp;
}

/// Reciprocal of the square root.
#[op(
    name = "std.rsqrt",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp),
    upstream(name = "math.rsqrt", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct RsqrtOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for RsqrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Rsqrt);
}

/// Cube root.
#[op(
    name = "std.cbrt",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.cbrt", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct CbrtOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for CbrtOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Cbrt);
}

/// Rounded, halves away from zero.
#[op(
    name = "std.round",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.round", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct RoundOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for RoundOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Round);
}

impl OneToOne for RoundOp {
    type Llvm = llvm::RoundOp;
}

/// Rounded, halves to even.
#[op(
    name = "std.roundeven",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.roundeven", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct RoundEvenOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for RoundEvenOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::RoundEven);
}

impl OneToOne for RoundEvenOp {
    type Llvm = llvm::RoundEvenOp;
}

/// Rounded towards zero.
#[op(
    name = "std.ftrunc",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.trunc", format = "$operand custom<FastMath>() attr-dict `:` type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    fold
)]
pub struct TruncOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for TruncOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Trunc);
}

impl OneToOne for TruncOp {
    type Llvm = llvm::FTruncOp;
}

/// The first argument with the sign of the second.
#[op(
    name = "std.copysign",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.copysign", format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct CopySignOp {
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

impl ScalarOp for CopySignOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::CopySign);
}

impl OneToOne for CopySignOp {
    type Llvm = llvm::CopySignOp;
}

/// The first argument to the power of the second.
#[op(
    name = "std.powf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.powf", format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)"),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    fold
)]
pub struct PowFOp {
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

impl ScalarOp for PowFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Pow);
}

impl OneToOne for PowFOp {
    type Llvm = llvm::PowOp;
}

/// `a * b + c`, rounded once.
#[op(
    name = "std.fmaf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.fma", format = "$a `,` $b `,` $c custom<FastMath>() attr-dict `:` type($result)"),
    format = "$a `,` $b `,` $c attr-dict `:` type($result)",
    fold
)]
pub struct FmaFOp {
    /// A factor.
    #[operand]
    a: FloatLike,
    /// A factor.
    #[operand]
    b: FloatLike,
    /// What is added.
    #[operand]
    c: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for FmaFOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Fma);
}

impl OneToOne for FmaFOp {
    type Llvm = llvm::FMAOp;
}

fold_constants_only!(
    AbsFOp,
    CeilFOp,
    FloorFOp,
    SqrtOp,
    RsqrtOp,
    CbrtOp,
    RoundOp,
    RoundEvenOp,
    TruncOp,
    CopySignOp,
    PowFOp,
    FmaFOp
);

calls_library! {
    CbrtOp = "cbrt";
}

pub(super) fn register_roots_and_rounding(dialect: &mut DialectRegistration<'_>) {
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
}
