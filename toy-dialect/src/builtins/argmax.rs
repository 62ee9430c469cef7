//! `argmax`

use super::elementwise::*;
use super::extremum::{Extremum, extremum};
use super::reduction::Reduces;
use crate::ops::families::PositionsAlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The index of the largest element of all, or along a dimension.
#[op(family = PositionsAlongDimension, name = "toy.argmax", implements(Reduces))]
pub struct ArgMaxOp;

impl Extremum for ArgMaxOp {
    const NAME: &'static str = "argmax";
    const WORST: f64 = f64::NEG_INFINITY;
    const BETTER: standard::CmpFPredicate = standard::CmpFPredicate::Ugt;
}

extremum!(ArgMaxOp);
gives_f64!(ArgMaxOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "argmax",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis()],
        emit: |call| call.build::<ArgMaxOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The index of the largest element of a tensor, or along a dimension.",
    details: "Of equal elements, it is the index of the first one; a `nan` counts as the \
        largest. In a whole tensor, elements are numbered row by row.",
    shape: "Of a whole tensor: a number. Along a dimension: the sizes of the others.",
    errors: &[(
        "argmax([1, 2], axis=1)",
        "'argmax' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(argmax([3, 1, 2]));\nprint(argmax([[3, 1], [2, 4]], axis=0));",
        "0.000000 \n0.000000 1.000000 \n",
    ),
    ops: &[OpEntry::of::<ArgMaxOp>()],
};
