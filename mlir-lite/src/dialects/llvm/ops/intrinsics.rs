//! LLVM's intrinsics that have ops of their own.

use super::properties::ACCESS;
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
    /// Arc cosine.
    ACosOp "llvm.intr.acos" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Arc sine.
    ASinOp "llvm.intr.asin" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Arc tangent.
    ATanOp "llvm.intr.atan" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Hyperbolic cosine.
    CoshOp "llvm.intr.cosh" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Hyperbolic sine.
    SinhOp "llvm.intr.sinh" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// Hyperbolic tangent.
    TanhOp "llvm.intr.tanh" "`(` operands `)` attr-dict `:` functional-type(operands, results)" input;
    /// The angle of the point `(b, a)`.
    ATan2Op "llvm.intr.atan2" "`(` operands `)` attr-dict `:` functional-type(operands, results)" a b;
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
    /// Signed sum, or the number nearest to it.
    SAddSatOp "llvm.intr.sadd.sat" a b;
    /// Unsigned sum, or the number nearest to it.
    UAddSatOp "llvm.intr.uadd.sat" a b;
    /// Signed difference, or the number nearest to it.
    SSubSatOp "llvm.intr.ssub.sat" a b;
    /// Unsigned difference, or the number nearest to it.
    USubSatOp "llvm.intr.usub.sat" a b;
    /// Signed shift to the left, or the number nearest to it.
    SShlSatOp "llvm.intr.sshl.sat" a b;
    /// Unsigned shift to the left, or the number nearest to it.
    UShlSatOp "llvm.intr.ushl.sat" a b;
    /// The high half of `a:b` shifted to the left by `c` modulo the width.
    FshlOp "llvm.intr.fshl" a b c;
    /// The low half of `a:b` shifted to the right by `c` modulo the width.
    FshrOp "llvm.intr.fshr" a b c;
    /// How many bits are set.
    CtPopOp "llvm.intr.ctpop" input;
    /// The bits in reverse order.
    BitReverseOp "llvm.intr.bitreverse" input;
    /// The bytes in reverse order.
    ByteSwapOp "llvm.intr.bswap" input;
}

macro_rules! overflow_intrinsics {
    ($($(#[$meta:meta])* $ident:ident $name:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, traits(Pure, SameTypeOperands))]
            pub struct $ident {
                #[operand]
                a: LlvmInteger,
                #[operand]
                b: LlvmInteger,
                /// The low bits, and whether they are not all.
                #[result]
                res: LlvmValue,
            }
        )*
        fn register_overflow(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

overflow_intrinsics! {
    /// Sum of signed numbers, and whether it does not fit.
    SAddWithOverflowOp "llvm.intr.sadd.with.overflow";
    /// Sum of unsigned numbers, and whether it does not fit.
    UAddWithOverflowOp "llvm.intr.uadd.with.overflow";
    /// Difference of signed numbers, and whether it does not fit.
    SSubWithOverflowOp "llvm.intr.ssub.with.overflow";
    /// Difference of unsigned numbers, and whether it does not fit.
    USubWithOverflowOp "llvm.intr.usub.with.overflow";
    /// Product of signed numbers, and whether it does not fit.
    SMulWithOverflowOp "llvm.intr.smul.with.overflow";
    /// Product of unsigned numbers, and whether it does not fit.
    UMulWithOverflowOp "llvm.intr.umul.with.overflow";
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

/// A float to the power of an integer.
#[op(
    name = "llvm.intr.powi",
    traits(Pure),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct PowIOp {
    #[operand]
    val: LlvmFloat,
    #[operand]
    power: LlvmInteger,
    #[attr(name = "fastmathFlags", default = no_fastmath)]
    fastmath_flags: FastmathAttr,
    #[result]
    res: LlvmFloat,
}

/// Whether a float is of one of the classes whose bits are set.
#[op(name = "llvm.intr.is.fpclass", traits(Pure))]
pub struct IsFPClassOp {
    #[operand]
    r#in: LlvmFloat,
    /// Classes: quiet and signalling NaN, infinities, normal numbers and so on.
    #[attr]
    bit: FloatClassesAttr,
    #[result]
    res: LlvmInteger,
}

/// The first operand, which most often is the second.
#[op(
    name = "llvm.intr.expect",
    traits(Pure, SameOperandsAndResultType),
    format = "$val `,` $expected attr-dict `:` type($val)"
)]
pub struct ExpectOp {
    #[operand]
    val: LlvmInteger,
    #[operand]
    expected: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

/// Brings memory into a cache.
#[op(name = "llvm.intr.prefetch")]
pub struct PrefetchOp {
    #[operand]
    addr: LlvmPointer,
    /// 0 for reading, 1 for writing.
    #[attr]
    rw: BitAttr,
    /// How long it is wanted: from 0, not at all, to 3.
    #[attr]
    hint: LocalityAttr,
    /// 0 for instructions, 1 for data.
    #[attr]
    cache: BitAttr,
}

macro_rules! pointer_intrinsics {
    ($($(#[$meta:meta])* $ident:ident $name:literal;)*) => {
        $(
            $(#[$meta])*
            #[op(name = $name, format = "$ptr attr-dict `:` type($ptr)")]
            pub struct $ident {
                #[operand]
                ptr: LlvmPointer,
            }
        )*
        fn register_pointer(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

pointer_intrinsics! {
    /// From here on the memory is used.
    LifetimeStartOp "llvm.intr.lifetime.start";
    /// From here on the memory is not used.
    LifetimeEndOp "llvm.intr.lifetime.end";
    /// Begins a list of the arguments for `...`.
    VaStartOp "llvm.intr.vastart";
    /// Ends such a list.
    VaEndOp "llvm.intr.vaend";
}

/// Copies a list of arguments.
#[op(
    name = "llvm.intr.vacopy",
    format = "$src_list `to` $dest_list attr-dict `:` type($src_list) `,` type($dest_list)"
)]
pub struct VaCopyOp {
    #[operand]
    dest_list: LlvmPointer,
    #[operand]
    src_list: LlvmPointer,
}

/// Ends the program.
#[op(name = "llvm.intr.trap", format = "attr-dict")]
pub struct TrapOp {}

/// Stops in a debugger.
#[op(name = "llvm.intr.debugtrap", format = "attr-dict")]
pub struct DebugTrapOp {}

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
#[op(name = "llvm.intr.memmove", properties = ACCESS,)]
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
#[op(name = "llvm.intr.memset", properties = ACCESS,)]
pub struct MemsetOp {
    #[operand]
    dst: LlvmPointer,
    #[operand]
    val: I8,
    /// Number of bytes.
    #[operand]
    len: LlvmInteger,
    #[attr(name = "isVolatile")]
    is_volatile: BoolAttr,
}

/// Copies bytes between places that do not overlap.
#[op(name = "llvm.intr.memcpy", properties = ACCESS,)]
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
    register_overflow(dialect);
    register_pointer(dialect);
    dialect.op::<PowIOp>();
    dialect.op::<IsFPClassOp>();
    dialect.op::<ExpectOp>();
    dialect.op::<PrefetchOp>();
    dialect.op::<VaCopyOp>();
    dialect.op::<TrapOp>();
    dialect.op::<DebugTrapOp>();
    dialect.op::<MemcpyOp>();
    dialect.op::<MemmoveOp>();
    dialect.op::<MemsetOp>();
    dialect.op::<StackSaveOp>();
    dialect.op::<StackRestoreOp>();
}
