//! `triu`

use super::elementwise::*;
use super::triangle::{Triangle, triangle};
use crate::ops::numbers::CompileTimeOperands;

/// Matrices with zeros below a diagonal.
#[op(
    name = "toy.triu",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct TriUOp {
    #[operand]
    input: NumberTensor,
    /// How far the diagonal is right of the main one, if that is given and not known yet.
    #[operand]
    diagonal: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

impl Triangle for TriUOp {
    const NAME: &'static str = "triu";
    const KEEPS: standard::CmpIPredicate = standard::CmpIPredicate::Sge;
}

triangle!(TriUOp);
takes_booleans!(Kept: TriUOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "triu",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::number("k").optional()],
        emit: |call| call.build::<TriUOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The matrices in a tensor, with zeros below the diagonal.",
    details: "The diagonal `k` is `k` columns right of the main one, or left of it if it is \
        below 0.",
    shape: "That of `a`, which has at least two dimensions.",
    errors: &[("triu([1, 2])", "'triu' takes matrices, found a tensor of shape <2>")],
    example: (
        "print(triu([[1, 2], [3, 4]]));\nprint(triu([[1, 2], [3, 4]], 1));",
        "1.000000 2.000000 \n0.000000 4.000000 \n0.000000 2.000000 \n0.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<TriUOp>()],
};
