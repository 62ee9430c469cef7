//! Exponential functions and logarithms.

use crate::arith::fold::ConstantsOnly;
use crate::families::FloatUnary;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath};
use crate::to_llvm::library::{CallLibrary, LibraryCall};
use crate::to_llvm::{Llvm, OneToOne};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{FloatFunction, ScalarFunction};

/// e to the power.
#[op(
    family = FloatUnary,
    name = "std.exp",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::ExpOp>
    ),
    upstream(name = "math.exp")
)]
pub struct ExpOp;

impl ScalarOp for ExpOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp);
}

/// 2 to the power.
#[op(
    family = FloatUnary,
    name = "std.exp2",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::Exp2Op>
    ),
    upstream(name = "math.exp2")
)]
pub struct Exp2Op;

impl ScalarOp for Exp2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Exp2);
}

/// Natural logarithm.
#[op(
    family = FloatUnary,
    name = "std.log",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::LogOp>
    ),
    upstream(name = "math.log")
)]
pub struct LogOp;

impl ScalarOp for LogOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log);
}

/// Logarithm to base 2.
#[op(
    family = FloatUnary,
    name = "std.log2",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::Log2Op>
    ),
    upstream(name = "math.log2")
)]
pub struct Log2Op;

impl ScalarOp for Log2Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log2);
}

/// Logarithm to base 10.
#[op(
    family = FloatUnary,
    name = "std.log10",
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = OneToOne<Self, llvm::Log10Op>
    ),
    upstream(name = "math.log10")
)]
pub struct Log10Op;

impl ScalarOp for Log10Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log10);
}

/// e to the power, less 1.
#[op(
    family = FloatUnary,
    name = "std.expm1",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.expm1", only)
)]
pub struct ExpM1Op;

impl CallLibrary for ExpM1Op {
    const FUNCTION: &'static str = "expm1";
}

impl ScalarOp for ExpM1Op {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::ExpM1);
}

/// Natural logarithm of 1 more.
#[op(
    family = FloatUnary,
    name = "std.log1p",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.log1p")
)]
pub struct Log1pOp;

impl CallLibrary for Log1pOp {
    const FUNCTION: &'static str = "log1p";
}

impl ScalarOp for Log1pOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Log1p);
}

/// Error function.
#[op(
    family = FloatUnary,
    name = "std.erf",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.erf", only)
)]
pub struct ErfOp;

impl CallLibrary for ErfOp {
    const FUNCTION: &'static str = "erf";
}

impl ScalarOp for ErfOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Erf);
}

/// 1 without the error function, exactly where that is close to 1.
#[op(
    family = FloatUnary,
    name = "std.erfc",
    implements(FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = LibraryCall<Self>),
    upstream(name = "math.erfc", only)
)]
pub struct ErfcOp;

impl CallLibrary for ErfcOp {
    const FUNCTION: &'static str = "erfc";
}

impl ScalarOp for ErfcOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Float(FloatFunction::Erfc);
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
    dialect.op::<ErfcOp>();
}
