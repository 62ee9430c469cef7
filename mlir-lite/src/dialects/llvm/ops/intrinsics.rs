//! LLVM's intrinsics that have ops of their own.

use crate::dialects::llvm::constraints::*;
use crate::ir::prelude::*;

macro_rules! float_intrinsics {
    ($($(#[$meta:meta])* $ident:ident $name:literal $format:literal $($operand:ident)*;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType), format = $format)]
            pub struct $ident {
                $(#[operand]
                $operand: LlvmFloat,)*
                #[attr(name = "fastmathFlags", default = no_fastmath)]
                fastmath_flags: FastmathAttr,
                #[result]
                res: LlvmFloat,
            }
        )*
        fn register_float(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

float_intrinsics! {
    /// `a * b + c`, rounded once.
    FMAOp "llvm.intr.fma" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b c;
    /// `a * b + c`, rounded once or twice.
    FMulAddOp "llvm.intr.fmuladd" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b c;
    /// Power.
    PowOp "llvm.intr.pow" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
    /// The first operand with the sign of the second.
    CopySignOp "llvm.intr.copysign" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
    /// The absolute value.
    FAbsOp "llvm.intr.fabs" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The square root.
    SqrtOp "llvm.intr.sqrt" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The least integer that is not below.
    FCeilOp "llvm.intr.ceil" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The greatest integer that is not above.
    FFloorOp "llvm.intr.floor" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Sine.
    SinOp "llvm.intr.sin" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Cosine.
    CosOp "llvm.intr.cos" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Exponential function.
    ExpOp "llvm.intr.exp" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Power of 2.
    Exp2Op "llvm.intr.exp2" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Natural logarithm.
    LogOp "llvm.intr.log" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Logarithm to base 2.
    Log2Op "llvm.intr.log2" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Logarithm to base 10.
    Log10Op "llvm.intr.log10" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
}

/// Copies bytes between places that do not overlap.
#[op(name = "llvm.intr.memcpy")]
pub struct MemcpyOp {
    #[operand]
    dst: LlvmPointer,
    #[operand]
    src: LlvmPointer,
    /// Number of bytes.
    #[operand]
    len: LlvmInteger,
    #[attr(name = "isVolatile")]
    is_volatile: BoolAttr,
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    register_float(dialect);
    dialect.op::<MemcpyOp>();
}
