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
    /// Power of 10.
    Exp10Op "llvm.intr.exp10" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Tangent.
    TanOp "llvm.intr.tan" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The nearest integer, halves away from zero.
    RoundOp "llvm.intr.round" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The nearest integer, halves to even.
    RoundEvenOp "llvm.intr.roundeven" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The nearest integer towards zero.
    FTruncOp "llvm.intr.trunc" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The nearest integer in the current mode; may say that it is inexact.
    RintOp "llvm.intr.rint" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The nearest integer in the current mode.
    NearbyintOp "llvm.intr.nearbyint" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The larger one; NaN if one is.
    MaximumOp "llvm.intr.maximum" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
    /// The smaller one; NaN if one is.
    MinimumOp "llvm.intr.minimum" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
    /// The larger one, or the one that is no NaN.
    MaxNumOp "llvm.intr.maxnum" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
    /// The smaller one, or the one that is no NaN.
    MinNumOp "llvm.intr.minnum" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
}

macro_rules! integer_intrinsics {
    ($($(#[$meta:meta])* $ident:ident $name:literal $($operand:ident)*;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType),
                 format = "`(` operands `)` attr-dict `:` functional-type(operands, results)")]
            pub struct $ident {
                $(#[operand]
                $operand: LlvmInteger,)*
                #[result]
                res: LlvmInteger,
            }
        )*
        fn register_integer(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

integer_intrinsics! {
    /// The larger signed number.
    SMaxOp "llvm.intr.smax" a b;
    /// The smaller signed number.
    SMinOp "llvm.intr.smin" a b;
    /// The larger unsigned number.
    UMaxOp "llvm.intr.umax" a b;
    /// The smaller unsigned number.
    UMinOp "llvm.intr.umin" a b;
    /// How many bits are set.
    CtPopOp "llvm.intr.ctpop" input;
    /// The bits in reverse order.
    BitReverseOp "llvm.intr.bitreverse" input;
    /// The bytes in reverse order.
    ByteSwapOp "llvm.intr.bswap" input;
}

macro_rules! flagged_intrinsics {
    ($($(#[$meta:meta])* $ident:ident $name:literal $flag:ident;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameOperandsAndResultType))]
            pub struct $ident {
                #[operand]
                input: LlvmInteger,
                #[attr]
                $flag: BoolAttr,
                #[result]
                res: LlvmInteger,
            }
        )*
        fn register_flagged(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

flagged_intrinsics! {
    /// How many zeros are before the highest bit that is set.
    CountLeadingZerosOp "llvm.intr.ctlz" is_zero_poison;
    /// How many zeros are after the lowest bit that is set.
    CountTrailingZerosOp "llvm.intr.cttz" is_zero_poison;
    /// The absolute value of a signed number.
    AbsOp "llvm.intr.abs" is_int_min_poison;
}

/// The stack's end, to go back to.
#[op(name = "llvm.intr.stacksave", format = "attr-dict `:` type($res)")]
pub struct StackSaveOp {
    #[result]
    res: LlvmPointer,
}

/// Frees what has been reserved on the stack since its end was saved.
#[op(name = "llvm.intr.stackrestore", format = "$ptr attr-dict `:` type($ptr)")]
pub struct StackRestoreOp {
    #[operand]
    ptr: LlvmPointer,
}

/// Copies bytes between places that may overlap.
#[op(name = "llvm.intr.memmove")]
pub struct MemmoveOp {
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

/// Sets bytes to one value.
#[op(name = "llvm.intr.memset")]
pub struct MemsetOp {
    #[operand]
    dst: LlvmPointer,
    #[operand]
    val: LlvmInteger,
    /// Number of bytes.
    #[operand]
    len: LlvmInteger,
    #[attr(name = "isVolatile")]
    is_volatile: BoolAttr,
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
    register_integer(dialect);
    register_flagged(dialect);
    dialect.op::<MemcpyOp>();
    dialect.op::<MemmoveOp>();
    dialect.op::<MemsetOp>();
    dialect.op::<StackSaveOp>();
    dialect.op::<StackRestoreOp>();
}
