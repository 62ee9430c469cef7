//! `mean`

use super::elementwise::*;
use super::reduction::{
    self, ALONG_DIMENSIONS, Combination, Finish, FinishOp, Reduces, Reduction, op_of, reduction,
};
use super::sum::COMBINATION;
use crate::ops::DivOp;
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The mean of all elements, or of those along a dimension: their sum divided by their number.
#[op(family = AlongDimension, name = "toy.mean", implements(Reduces))]
pub struct MeanOp;

impl Reduction for MeanOp {
    const NAME: &'static str = "mean";
    const COMBINATION: Combination = COMBINATION;
    const FINISH: Option<Finish> = Some(Finish {
        compute: |sum, count| sum / count,
        build: |sum, count| sum / count,
        op: FinishOp::OfCount(op_of::<DivOp>),
    });
}

reduction!(MeanOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "mean",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis(), Parameter::keepdims()],
        emit: reduction::emit::<MeanOp>,
    }],
    returns: Returns::Tensor,
    summary: "The mean of all elements of a tensor, or of those along a dimension.",
    details: "It is the `sum`, in the same order, divided by the number of elements.",
    shape: ALONG_DIMENSIONS,
    errors: &[(
        "mean(1, 0)",
        "'mean' of shape <>: there is no dimension 0 in a tensor of 0 \
        dimensions",
    )],
    example: (
        "print(mean([[1, 2], [3, 4]]));\nprint(mean([[1, 2], [3, 4]], -1));",
        "2.500000 \n1.500000 3.500000 \n",
    ),
    ops: &[OpEntry::of::<MeanOp>()],
};
