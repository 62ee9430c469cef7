//! `norm`

use super::elementwise::*;
use super::reduction::{
    self, ALONG_DIMENSIONS, Combination, Each, Finish, FinishOp, Reduces, Reduction, op_of,
    reduction,
};
use super::sum::COMBINATION;
use crate::builtins::SqrtOp;
use crate::ops::MulOp;
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The root of the sum of all squares, or of those along a dimension.
#[op(family = AlongDimension, name = "toy.norm", implements(Reduces))]
pub struct NormOp;

impl Reduction for NormOp {
    const NAME: &'static str = "norm";
    const COMBINATION: Combination = COMBINATION;
    const EACH: Option<Each> = Some(Each {
        compute: |x| x * x,
        of_integer: None,
        build: |x| x * x,
        op: |b, at, x| {
            let ty = b.body().ty(x);
            op_of::<MulOp>(b, at, &[x, x], ty)
        },
    });
    const FINISH: Option<Finish> = Some(Finish {
        compute: |sum, _| sum.sqrt(),
        build: |sum, _| sum.builder().op::<standard::SqrtOp>(sum),
        op: FinishOp::OfResult(op_of::<SqrtOp>),
    });
}

reduction!(NormOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "norm",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis(), Parameter::keepdims()],
        emit: reduction::emit::<NormOp>,
    }],
    returns: Returns::Tensor,
    summary: "The Euclidean norm of all elements of a tensor, or of those along a dimension.",
    details: "It is the square root of the `sum` of `a * a`, in the same order.",
    shape: ALONG_DIMENSIONS,
    errors: &[(
        "norm([1, 2], axis=1)",
        "'norm' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(norm([3, 4]));\nprint(norm([[3, 5], [4, 12]], axis=0));",
        "5.000000 \n5.000000 13.000000 \n",
    ),
    ops: &[OpEntry::of::<NormOp>()],
};
