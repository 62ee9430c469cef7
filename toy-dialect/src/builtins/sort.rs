//! `sort`

use super::elementwise::*;
use super::sorting::{Sorted, Sorting, sorting};
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The elements along a dimension in increasing order.
#[op(family = AlongDimension, name = "toy.sort", implements(ElementTypes))]
pub struct SortOp;

impl Sorting for SortOp {
    const NAME: &'static str = "sort";
    const SORTED: Sorted = Sorted::Elements;
}

sorting!(SortOp);
takes_booleans!(Kept: SortOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "sort",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis()],
        emit: |call| call.build::<SortOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements along a dimension, the last if none is given, in increasing order.",
    details: "A `nan` comes after all numbers.",
    shape: "That of `a`, which has at least one dimension.",
    errors: &[(
        "sort(1)",
        "'sort' of shape <>: there is no dimension -1 in a tensor of 0 dimensions",
    )],
    example: (
        "print(sort([3, 1, 2]));\nprint(sort([[3, 1], [2, 4]], axis=0));",
        "1.000000 2.000000 3.000000 \n2.000000 1.000000 \n3.000000 4.000000 \n",
    ),
    ops: &[OpEntry::of::<SortOp>()],
};
