//! `cumsum`

use super::elementwise::*;
use super::running::{Running, running};
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The sums of the elements up to each one, along a dimension.
#[op(family = AlongDimension, name = "toy.cumsum", implements(ElementTypes))]
pub struct CumSumOp;

impl Running for CumSumOp {
    const NAME: &'static str = "cumsum";
    const COMBINE: fn(f64, f64) -> f64 = |a, b| a + b;
    const OF_INTEGERS: fn(i64, i64) -> i64 = i64::wrapping_add;
    const BUILD: for<'e> fn(Expr<'e>, Expr<'e>) -> Expr<'e> = |x, y| x + y;
}

running!(CumSumOp);
keeps_integers!(CumSumOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "cumsum",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis()],
        emit: |call| call.build::<CumSumOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The sums of the elements up to each one: of a tensor row by row, or along a \
        dimension.",
    details: "The first element is itself, and the others are combined with it one by one.",
    shape: "Along a dimension: that of `a`. Without one: `<n>`, where `n` is the number of \
        elements.",
    errors: &[(
        "cumsum([1, 2], axis=1)",
        "'cumsum' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(cumsum([1, 2, 3]));\nprint(cumsum([[1, 2], [3, 4]], axis=0));",
        "1.000000 3.000000 6.000000 \n1.000000 2.000000 \n4.000000 6.000000 \n",
    ),
    ops: &[OpEntry::of::<CumSumOp>()],
};
