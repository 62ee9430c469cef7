//! `min`

use super::elementwise::*;
use super::reduction::{self, Combination, Reduces, Reduction, op_of, reduction, reduction_of};
use crate::ops::families::{AlongDimension, Binary};
use crate::ops::numbers::CompileTimeOperands;

/// The smaller one of two elements; `nan` if one of them is.
#[op(
    family = Binary,
    name = "toy.min",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct MinOp;

impl Elementwise for MinOp {
    const FUNCTION: FloatFunction = FloatFunction::Minimum;
    const WHAT: &'static str = "'min'";
    type Lowered = standard::MinimumFOp;
    const OF_INTEGERS: Option<OfIntegers> = Some(OfIntegers {
        compute: |x| x[0].min(x[1]),
        build: |x| x[0].builder().op::<standard::MinSIOp>([x[0], x[1]]),
    });
}

elementwise!(MinOp);
takes_booleans!(Kept: MinOp, ReduceMinOp);

/// The smallest of all elements, or of those along a dimension; `nan` if one of them is.
#[op(family = AlongDimension, name = "toy.reduce_min", implements(Reduces, ElementTypes))]
pub struct ReduceMinOp;

impl Reduction for ReduceMinOp {
    const NAME: &'static str = "min";
    const COMBINATION: Combination = COMBINATION;
}

reduction!(ReduceMinOp);

pub(super) const COMBINATION: Combination = Combination {
    neutral: f64::INFINITY,
    combine: crate::tensor::minimum,
    build: |x, y| match x.is_float() {
        true => x.builder().op::<standard::MinimumFOp>([x, y]),
        false => x.builder().op::<standard::MinSIOp>([x, y]),
    },
    of_integers: i64::min,
    op: op_of::<MinOp>,
    reduce: reduction_of::<ReduceMinOp>,
};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "min",
    is_shadowable: false,
    signatures: &[
        Signature {
            parameters: &[
                Parameter::tensor("a"),
                Parameter::axis().by_name(),
                Parameter::keepdims(),
            ],
            emit: reduction::emit::<ReduceMinOp>,
        },
        Signature {
            parameters: &[Parameter::tensor("a"), Parameter::tensor("b")],
            emit: |call| call.build::<MinOp>(),
        },
    ],
    returns: Returns::Tensor,
    summary: "The smallest element of a tensor, or along a dimension; of two tensors, element by \
        element.",
    details: "`min(a, 1)` is element by element, and is warned of: along dimension 1 it is \
        `min(a, axis=1)`, and `min(a, 1.0)` says that the number is a value. \
        If one of them is `nan`, so is the result. 0 is larger than -0.",
    shape: "Of two tensors: shapes are broadcast to each other. Of one tensor as a whole: a \
        number; along dimensions, as of `sum`: the sizes of the others.",
    errors: &[
        ("min([1, 2], [1, 2, 3])", "'min' cannot combine shapes <2> and <3>"),
        (
            "min([1, 2], axis = 1)",
            "'min' of shape <2>: there is no dimension 1 in a tensor of 1 \
            dimensions",
        ),
    ],
    example: (
        "print(min([1, 2, 5], [2, 1, 3]));\nprint(min([[1, 2], [3, 0]]));\nprint(min([[1, 2], [3, \
            0]], axis=0));",
        "1.000000 1.000000 3.000000 \n0.000000 \n1.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<MinOp>(), OpEntry::of::<ReduceMinOp>()],
};
