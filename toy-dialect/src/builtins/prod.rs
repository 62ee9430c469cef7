//! `prod`

use super::elementwise::*;
use super::reduction::{
    self, ALONG_DIMENSIONS, Combination, Reduces, Reduction, op_of, reduction, reduction_of,
};
use crate::ops::MulOp;
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// Multiplies all elements, or those along a dimension.
#[op(family = AlongDimension, name = "toy.prod", implements(Reduces, ElementTypes))]
pub struct ProdOp;

impl Reduction for ProdOp {
    const NAME: &'static str = "prod";
    const COMBINATION: Combination = Combination {
        neutral: 1.0,
        combine: |a, b| a * b,
        of_integers: i64::wrapping_mul,
        build: |x, y| x * y,
        op: op_of::<MulOp>,
        reduce: reduction_of::<ProdOp>,
    };
}

reduction!(ProdOp);
keeps_integers!(ProdOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "prod",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis(), Parameter::keepdims()],
        emit: reduction::emit::<ProdOp>,
    }],
    returns: Returns::Tensor,
    summary: "Multiplies all elements of a tensor, or those along a dimension.",
    details: "The order is that of `sum`, with 1 instead of 0 at the start of each chain.",
    shape: ALONG_DIMENSIONS,
    errors: &[(
        "prod([1, 2], axis=1)",
        "'prod' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "var a = [[1, 2], [3, 4]];\nprint(prod(a));\nprint(prod(a, axis=0));",
        "24.000000 \n3.000000 8.000000 \n",
    ),
    ops: &[OpEntry::of::<ProdOp>()],
};
