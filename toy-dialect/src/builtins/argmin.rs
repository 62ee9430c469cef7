//! `argmin`

use super::elementwise::*;
use super::extremum::{Extremum, extremum};
use super::reduction::Reduces;
use crate::ops::families::PositionsAlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The index of the smallest element of all, or along a dimension.
#[op(family = PositionsAlongDimension, name = "toy.argmin", implements(Reduces))]
pub struct ArgMinOp;

impl Extremum for ArgMinOp {
    const NAME: &'static str = "argmin";
    const WORST: f64 = f64::INFINITY;
    const BETTER: standard::CmpFPredicate = standard::CmpFPredicate::Ult;
}

extremum!(ArgMinOp);
gives_f64!(ArgMinOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "argmin",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis()],
        emit: |call| call.build::<ArgMinOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The index of the smallest element of a tensor, or along a dimension.",
    details: "Of equal elements, it is the index of the first one; a `nan` counts as the \
        smallest. In a whole tensor, elements are numbered row by row.",
    shape: "Of a whole tensor: a number. Along a dimension: the sizes of the others.",
    errors: &[(
        "argmin([1, 2], axis=1)",
        "'argmin' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(argmin([3, 1, 2]));\nprint(argmin([[3, 1], [2, 4]], axis=0));",
        "1.000000 \n1.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<ArgMinOp>()],
};
