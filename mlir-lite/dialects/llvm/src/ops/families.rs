//! Families of ops: what their declarations have in common.

use mlir_lite::ir::prelude::*;

/// Arithmetic on two integers that the program may declare not to overflow.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$lhs `,` $rhs (`overflow` `<` $overflow_flags^ `>`)? attr-dict `:` type($result)"
)]
pub(crate) struct OverflowingBinary {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(typed, name = "overflowFlags", default = OverflowFlags::NONE)]
    overflow_flags: OverflowFlags,
    #[result]
    result: LlvmInteger,
}

/// Arithmetic on two integers that the program may declare to lose nothing.
#[op_family(
    traits(SameOperandsAndResultType, Pure),
    implements(InterpretOp),
    format = "(`exact` $exact^)? $lhs `,` $rhs attr-dict `:` type($result)"
)]
pub(crate) struct ExactBinary {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[attr(name = "isExact")]
    exact: Optional<UnitAttr>,
    #[result]
    result: LlvmInteger,
}

/// Arithmetic on two integers.
#[op_family(
    traits(SameOperandsAndResultType, Pure),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub(crate) struct IntegerBinary {
    #[operand]
    lhs: LlvmInteger,
    #[operand]
    rhs: LlvmInteger,
    #[result]
    result: LlvmInteger,
}

/// Arithmetic on two floats.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub(crate) struct FloatBinary {
    #[operand]
    lhs: LlvmFloat,
    #[operand]
    rhs: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    result: LlvmFloat,
}

/// A value that needs no operands.
#[op_family(traits(Pure), implements(InterpretOp), format = "attr-dict `:` type($res)")]
pub(crate) struct ConstantValue {
    #[result]
    res: LlvmValue,
}

/// An intrinsic function of two floats.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub(crate) struct FloatBinaryIntrinsic {
    #[operand]
    a: LlvmFloat,
    #[operand]
    b: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

/// An intrinsic function of one float.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub(crate) struct FloatIntrinsic {
    #[operand]
    input: LlvmFloat,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[result]
    res: LlvmFloat,
}

/// An intrinsic function of two integers.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub(crate) struct IntegerBinaryIntrinsic {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

/// An intrinsic function of one integer.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub(crate) struct IntegerIntrinsic {
    #[operand]
    input: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

/// An intrinsic function of two integers that also says whether it overflowed.
#[op_family(traits(Pure, SameTypeOperands, ResultWithOverflow), implements(InterpretOp))]
pub(crate) struct OverflowIntrinsic {
    #[operand]
    a: LlvmInteger,
    #[operand]
    b: LlvmInteger,
    /// The low bits, and whether they are not all.
    #[result]
    res: LlvmValue,
}

/// An intrinsic function of a pointer, without a result.
#[op_family(format = "$ptr attr-dict `:` type($ptr)")]
pub(crate) struct PointerIntrinsic {
    #[operand]
    ptr: LlvmPointer,
}

/// The integers of a vector, combined.
#[op_family(
    traits(Pure, SameOperandsAndResultElementType),
    implements(InterpretOp = Reductions<Self>, VectorReduction { input, res })
)]
pub(crate) struct IntegerReduction {
    /// The elements.
    #[operand]
    input: VectorOf<AnySignlessInteger>,
    /// All of them combined.
    #[result]
    res: AnySignlessInteger,
}

/// The floats of a vector, combined.
#[op_family(
    traits(Pure, SameOperandsAndResultElementType),
    implements(InterpretOp = Reductions<Self>, VectorReduction { input, res }),
    format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
)]
pub(crate) struct FloatReduction {
    /// The elements.
    #[operand]
    input: VectorOf<AnyFloat>,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    /// All of them combined.
    #[result]
    res: AnyFloat,
}
