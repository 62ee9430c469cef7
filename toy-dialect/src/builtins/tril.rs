//! `tril`

use super::elementwise::*;
use super::triangle::{Triangle, triangle};
use crate::ops::numbers::CompileTimeOperands;

/// Matrices with zeros above a diagonal.
#[op(
    name = "toy.tril",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct TriLOp {
    #[operand]
    input: NumberTensor,
    /// How far the diagonal is right of the main one, if that is given and not known yet.
    #[operand]
    diagonal: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

impl Triangle for TriLOp {
    const NAME: &'static str = "tril";
    const KEEPS: standard::CmpIPredicate = standard::CmpIPredicate::Sle;
}

triangle!(TriLOp);
takes_booleans!(Kept: TriLOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "tril",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::number("k").optional()],
        emit: |call| call.build::<TriLOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The matrices in a tensor, with zeros above the diagonal.",
    details: "The diagonal `k` is `k` columns right of the main one, or left of it if it is \
        below 0.",
    shape: "That of `a`, which has at least two dimensions.",
    errors: &[("tril([1, 2])", "'tril' takes matrices, found a tensor of shape <2>")],
    example: (
        "print(tril([[1, 2], [3, 4]]));\nprint(tril([[1, 2], [3, 4]], -1));",
        "1.000000 0.000000 \n3.000000 4.000000 \n0.000000 0.000000 \n3.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<TriLOp>()],
};
