//! `argsort`

use super::elementwise::*;
use super::sorting::{Sorted, Sorting, sorting};
use crate::ops::families::PositionsAlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The indices of the elements along a dimension, in increasing order of the elements.
#[op(family = PositionsAlongDimension, name = "toy.argsort")]
pub struct ArgSortOp;

impl Sorting for ArgSortOp {
    const NAME: &'static str = "argsort";
    const SORTED: Sorted = Sorted::Indices;
}

sorting!(ArgSortOp);
gives_f64!(ArgSortOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "argsort",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis()],
        emit: |call| call.build::<ArgSortOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The indices that put the elements along a dimension, the last if none is given, in \
        order.",
    details: "A `nan` comes after all numbers, and equal elements keep their order: \
        `a[argsort(a)]` is `sort(a)` of a vector.",
    shape: "That of `a`, which has at least one dimension.",
    errors: &[(
        "argsort(1)",
        "'argsort' of shape <>: there is no dimension -1 in a tensor of 0 dimensions",
    )],
    example: (
        "print(argsort([3, 1, 2]));\nvar a = [5, 7, 6];\nprint(a[argsort(-a)]);",
        "1.000000 2.000000 0.000000 \n7.000000 6.000000 5.000000 \n",
    ),
    ops: &[OpEntry::of::<ArgSortOp>()],
};
