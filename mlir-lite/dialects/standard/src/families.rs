//! Families of ops: what their declarations have in common.

use mlir_lite::ir::prelude::*;

/// A function of two integers.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp, InferIntRangeInterface),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub(crate) struct IntegerBinary {
    /// The left operand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The right operand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

/// A function of two floats.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    properties = FAST_MATH_PROPERTIES,
    upstream(format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)")
)]
pub(crate) struct FloatBinary {
    /// The left operand.
    #[operand]
    lhs: FloatLike,
    /// The right operand.
    #[operand]
    rhs: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

/// A function of one float.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    format = "$operand attr-dict `:` type($operand)",
    properties = FAST_MATH_PROPERTIES,
    upstream(format = "$operand custom<FastMath>() attr-dict `:` type($operand)")
)]
pub(crate) struct FloatUnary {
    /// The float.
    #[operand]
    operand: FloatLike,
    /// The result.
    #[result]
    result: FloatLike,
}

/// A conversion of integers to other integers.
#[op_family(
    traits(Pure, SameOperandsAndResultShape),
    implements(
        VerifyOp = Casts<Self>, FoldOp = Casts<Self>, InterpretOp,
        InferIntRangeInterface = Casts<Self>, OneOperand { operand, result, set_operand }
    ),
    format = "$operand attr-dict `:` type($operand) `to` type($result)"
)]
pub(crate) struct IntegerCast {
    /// The integer.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

/// A number that a complex number has.
#[op_family(
    traits(
        Pure, TypesMatchWith("complex element type matches result type", complex, part, part_of)
    ),
    implements(InterpretOp, LowerTo<Llvm>),
    format = "$complex attr-dict `:` type($complex)",
    properties = FAST_MATH_PROPERTIES,
    upstream(format = "$complex custom<FastMath>() attr-dict `:` type($complex)")
)]
pub(crate) struct ComplexPart {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The part.
    #[result]
    part: AnyFloat,
}

/// A function of one complex number.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp, LowerTo<Llvm> = ByParts<Self>),
    format = "$complex attr-dict `:` type($complex)",
    properties = FAST_MATH_PROPERTIES,
    upstream(only, format = "$complex custom<FastMath>() attr-dict `:` type($complex)")
)]
pub(crate) struct ComplexUnary {
    /// The number.
    #[operand]
    complex: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

/// A function of two complex numbers.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(
        FoldOp = ConstantsOnly<Self>, InterpretOp, LowerTo<Llvm> = ByParts<Self>
    ),
    format = "$lhs `,` $rhs attr-dict `:` type($result)",
    properties = FAST_MATH_PROPERTIES,
    upstream(format = "$lhs `,` $rhs custom<FastMath>() attr-dict `:` type($result)")
)]
pub(crate) struct ComplexBinary {
    /// The left operand.
    #[operand]
    lhs: AnyFloatComplex,
    /// The right operand.
    #[operand]
    rhs: AnyFloatComplex,
    /// The result.
    #[result]
    result: AnyFloatComplex,
}

/// A function of one integer.
#[op_family(
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp, InterpretOp),
    format = "$operand attr-dict `:` type($result)",
    upstream(only)
)]
pub(crate) struct IntegerUnary {
    /// The argument.
    #[operand]
    operand: SignlessIntegerLike,
    /// The result.
    #[result]
    result: SignlessIntegerLike,
}

/// A question about one float.
#[op_family(
    traits(
        Pure,
        TypesMatchWith("result type has i1 element type and same shape as operands",
            operand, result, bool_type_of)
    ),
    implements(
        FoldOp = ClassOps<Self>, InterpretOp = ClassOps<Self>, LowerTo<Llvm>,
        OneOperand { operand, result, set_operand }
    ),
    format = "$operand attr-dict `:` type($operand)",
    properties = FAST_MATH_PROPERTIES,
    upstream(only, format = "$operand custom<FastMath>() attr-dict `:` \
        type($operand)")
)]
pub(crate) struct FloatPredicate {
    /// The argument.
    #[operand]
    operand: FloatLike,
    /// The result of the test.
    #[result]
    result: BoolLike,
}
