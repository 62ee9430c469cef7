//! Exponential functions and logarithms.

use crate::arith::fold::ConstantsOnly;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::library::CallLibrary;
use crate::to_llvm::{LowerToLlvm, OneToOne};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, ScalarFunction};

/// e to the power.
#[op(
    name = "std.exp",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.exp", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct ExpOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for ExpOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp);
}

impl OneToOne for ExpOp {
    type Llvm = llvm::ExpOp;
}

/// 2 to the power.
#[op(
    name = "std.exp2",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.exp2", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct Exp2Op {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for Exp2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp2);
}

impl OneToOne for Exp2Op {
    type Llvm = llvm::Exp2Op;
}

/// Natural logarithm.
#[op(
    name = "std.log",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.log", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct LogOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for LogOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log);
}

impl OneToOne for LogOp {
    type Llvm = llvm::LogOp;
}

/// Logarithm to base 2.
#[op(
    name = "std.log2",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.log2", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct Log2Op {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for Log2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log2);
}

impl OneToOne for Log2Op {
    type Llvm = llvm::Log2Op;
}

/// Logarithm to base 10.
#[op(
    name = "std.log10",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, LowerToLlvm),
    upstream(name = "math.log10", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct Log10Op {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl ScalarOp for Log10Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log10);
}

impl OneToOne for Log10Op {
    type Llvm = llvm::Log10Op;
}

/// e to the power, less 1.
#[op(
    name = "std.expm1",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, CallLibrary),
    upstream(name = "math.expm1", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct ExpM1Op {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for ExpM1Op {
    const FUNCTION: &'static str = "expm1";
}

impl ScalarOp for ExpM1Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::ExpM1);
}

/// Natural logarithm of 1 more.
#[op(
    name = "std.log1p",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(InterpretOp, CallLibrary),
    upstream(name = "math.log1p", format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)",
    by(ConstantsOnly: FoldOp)
)]
pub struct Log1pOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for Log1pOp {
    const FUNCTION: &'static str = "log1p";
}

impl ScalarOp for Log1pOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log1p);
}

/// Error function.
#[op(
    name = "std.erf",
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameOperandsAndResultType),
    hooks(CallLibrary),
    upstream(name = "math.erf", only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)"),
    format = "$operand attr-dict `:` type($operand)"
)]
pub struct ErfOp {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

impl CallLibrary for ErfOp {
    const FUNCTION: &'static str = "erf";
}

pub(crate) fn register_exponential(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExpOp>();
    dialect.op::<Exp2Op>();
    dialect.op::<LogOp>();
    dialect.op::<Log2Op>();
    dialect.op::<Log10Op>();
    dialect.op::<ExpM1Op>();
    dialect.op::<Log1pOp>();
    dialect.op::<ErfOp>();
}
