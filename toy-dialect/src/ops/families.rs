//! Families of ops: what their declarations have in common.

use mlir_lite::ir::prelude::*;

/// An op on one tensor.
#[op_family(
    traits(Pure, SameOperandsAndResultShape),
    implements(CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, LowerTo<Affine>)
)]
pub(crate) struct Unary {
    #[operand]
    input: NumberTensor,
    #[result]
    result: NumberTensor,
}

/// An op along a dimension of a tensor, or several, if they are given.
#[op_family(
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, LowerTo<Affine>
    )
)]
pub(crate) struct AlongDimension {
    #[operand]
    input: NumberTensor,
    /// The dimensions, if there are some and they are not known yet.
    #[operand]
    dimension: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

/// Positions along a dimension of a tensor, if one is given.
#[op_family(
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>
    )
)]
pub(crate) struct PositionsAlongDimension {
    #[operand]
    input: NumberTensor,
    /// The dimension, if there is one and it is not known yet.
    #[operand]
    dimension: Variadic<F64Tensor>,
    #[result]
    result: F64Tensor,
}

/// An op on two tensors.
#[op_family(
    traits(Pure),
    implements(CustomAssembly, InterpretOp, InferShape, Compute, ElementTypes, LowerTo<Affine>)
)]
pub(crate) struct Binary {
    #[operand]
    lhs: NumberTensor,
    #[operand]
    rhs: NumberTensor,
    #[result]
    result: NumberTensor,
}
