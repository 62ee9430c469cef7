//! `all`

use super::any::BOOLEAN;
use super::elementwise::*;
use super::reduction::{
    self, ALONG_DIMENSIONS, Combination, Each, Reduces, Reduction, op_of, reduction, reduction_of,
};
use crate::builtins::{MinOp, ReduceMinOp};
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// 1 if all elements, or those along a dimension, are not 0, else 0.
#[op(family = AlongDimension, name = "toy.all", implements(Reduces, ElementTypes))]
pub struct AllOp;

impl Reduction for AllOp {
    const NAME: &'static str = "all";
    const COMBINATION: Combination = Combination {
        neutral: 1.0,
        combine: f64::min,
        of_integers: i64::min,
        build: super::min::COMBINATION.build,
        op: op_of::<MinOp>,
        reduce: reduction_of::<ReduceMinOp>,
    };
    const EACH: Option<Each> = Some(BOOLEAN);
}

reduction!(AllOp);
gives_booleans!(Kept: AllOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "all",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis(), Parameter::keepdims()],
        emit: reduction::emit::<AllOp>,
    }],
    returns: Returns::Tensor,
    summary: "1 if no element of a tensor, or of those along a dimension, is 0, else 0.",
    details: "`nan` is not 0.",
    shape: ALONG_DIMENSIONS,
    errors: &[(
        "all([1, 2], axis=1)",
        "'all' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(all([0, 3]));\nprint(all([[2, 1], [0, 1]] > 0, axis=1));",
        "0.000000 \n1.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<AllOp>()],
};
