//! `any`

use super::elementwise::*;
use super::reduction::{
    self, ALONG_DIMENSIONS, Combination, Each, Reduces, Reduction, op_of, reduction, reduction_of,
};
use crate::builtins::{MaxOp, ReduceMaxOp};
use crate::loop_builder::{boolean, is_not_zero};
use crate::ops::NotOp;
use crate::ops::families::AlongDimension;
use crate::ops::numbers::CompileTimeOperands;

/// 1 if an element of all, or of those along a dimension, is not 0, else 0.
#[op(family = AlongDimension, name = "toy.any", implements(Reduces, ElementTypes))]
pub struct AnyOp;

impl Reduction for AnyOp {
    const NAME: &'static str = "any";
    const COMBINATION: Combination = Combination {
        neutral: 0.0,
        combine: f64::max,
        of_integers: i64::max,
        build: super::max::COMBINATION.build,
        op: op_of::<MaxOp>,
        reduce: reduction_of::<ReduceMaxOp>,
    };
    const EACH: Option<Each> = Some(BOOLEAN);
}

reduction!(AnyOp);
gives_booleans!(Kept: AnyOp);

/// Whether an element is not 0: 1 or 0.
pub(super) const BOOLEAN: Each = Each {
    compute: |x| f64::from(u8::from(x != 0.0)),
    of_integer: Some(|x| i64::from(x != 0)),
    build: |x| boolean(is_not_zero(x), x.ty()),
    op: |b, at, x| {
        let ty = b.body().ty(x);
        let is_zero = op_of::<NotOp>(b, at, &[x], ty);
        op_of::<NotOp>(b, at, &[is_zero], ty)
    },
};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "any",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::axis(), Parameter::keepdims()],
        emit: reduction::emit::<AnyOp>,
    }],
    returns: Returns::Tensor,
    summary: "1 if an element of a tensor, or of those along a dimension, is not 0, else 0.",
    details: "`nan` is not 0.",
    shape: ALONG_DIMENSIONS,
    errors: &[(
        "any([1, 2], axis=1)",
        "'any' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(any([0, 3]));\nprint(any([[0, 1], [0, 0]] > 0, axis=1));",
        "1.000000 \n1.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<AnyOp>()],
};
