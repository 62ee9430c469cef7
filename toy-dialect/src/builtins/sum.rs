//! `sum`

use super::elementwise::*;
use super::reduction::{
    self, ALONG_DIMENSIONS, Combination, Reduces, Reduction, op_of, reduction, reduction_of,
};
use crate::ops::AddOp;
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// Adds all elements, or those along a dimension.
#[op(family = AlongDimension, name = "toy.sum", implements(Reduces, ElementTypes))]
pub struct SumOp;

impl Reduction for SumOp {
    const NAME: &'static str = "sum";
    const COMBINATION: Combination = COMBINATION;
}

reduction!(SumOp);
keeps_integers!(SumOp);

/// Adding.
pub(super) const COMBINATION: Combination = Combination {
    neutral: 0.0,
    combine: |a, b| a + b,
    of_integers: i64::wrapping_add,
    build: |x, y| x + y,
    op: op_of::<AddOp>,
    reduce: reduction_of::<SumOp>,
};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "sum",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis(), Parameter::keepdims()],
        emit: reduction::emit::<SumOp>,
    }],
    returns: Returns::Tensor,
    summary: "Adds all elements of a tensor, or those along a dimension.",
    details: "A dimension below 0 is counted from the last one back; `dim` is another name of \
        `axis`, which may be left out. A list has several dimensions: `sum(a, axis=[0, 2])`. With \
        `keepdims=true`, they stay in the result, with size 1. Elements are added in a fixed \
        order, made for vectors: element number `i` goes to partial sum `i % 32`, each from 0 on \
        in increasing `i`; then partial sum `l` and `l + 16` are added, for `l` below 16, and so \
        on with 8, 4, 2 and 1. Along dimensions that are not the last ones, each sum is one chain \
        from 0 on, row by row.",
    shape: ALONG_DIMENSIONS,
    errors: &[(
        "sum([1, 2], 1)",
        "'sum' of shape <2>: there is no dimension 1 in a tensor of 1 \
        dimensions",
    )],
    example: (
        "var a = [[1, 2], [3, 4]];\nprint(sum(a));\nprint(sum(a, axis=0));\nprint(sum(a, 1));\n\
            print(a / sum(a, axis=1, keepdims=true));\nprint(sum(stack(a, a), axis=[0, 2]));",
        "10.000000 \n4.000000 6.000000 \n3.000000 7.000000 \n0.333333 0.666667 \n\
            0.428571 0.571429 \n6.000000 14.000000 \n",
    ),
    ops: &[OpEntry::of::<SumOp>()],
};
