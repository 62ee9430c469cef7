//! `cumprod`

use super::elementwise::*;
use super::running::{Running, running};
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// The products of the elements up to each one, along a dimension.
#[op(family = AlongDimension, name = "toy.cumprod", implements(ElementTypes))]
pub struct CumProdOp;

impl Running for CumProdOp {
    const NAME: &'static str = "cumprod";
    const COMBINE: fn(f64, f64) -> f64 = |a, b| a * b;
    const OF_INTEGERS: fn(i64, i64) -> i64 = i64::wrapping_mul;
    const BUILD: for<'e> fn(Expr<'e>, Expr<'e>) -> Expr<'e> = |x, y| x * y;
}

running!(CumProdOp);
keeps_integers!(CumProdOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "cumprod",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis()],
        emit: |call| call.build::<CumProdOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The products of the elements up to each one: of a tensor row by row, or along a \
        dimension.",
    details: "The first element is itself, and the others are combined with it one by one.",
    shape: "Along a dimension: that of `a`. Without one: `<n>`, where `n` is the number of \
        elements.",
    errors: &[(
        "cumprod([1, 2], axis=1)",
        "'cumprod' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(cumprod([1, 2, 3]));\nprint(cumprod([[1, 2], [3, 4]]));",
        "1.000000 2.000000 6.000000 \n1.000000 2.000000 6.000000 24.000000 \n",
    ),
    ops: &[OpEntry::of::<CumProdOp>()],
};
