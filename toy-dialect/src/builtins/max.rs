//! `max`

use super::elementwise::*;
use super::reduction::{self, Combination, Reduces, Reduction, op_of, reduction, reduction_of};
use crate::ops::families::{AlongDimension, Binary};
use crate::ops::numbers::CompileTimeOperands;

/// The larger one of two elements; `nan` if one of them is.
#[op(
    family = Binary,
    name = "toy.max",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct MaxOp;

impl Elementwise for MaxOp {
    const FUNCTION: FloatFunction = FloatFunction::Maximum;
    const WHAT: &'static str = "'max'";
    type Lowered = standard::MaximumFOp;
    const OF_INTEGERS: Option<OfIntegers> = Some(OfIntegers {
        compute: |x| x[0].max(x[1]),
        build: |x| x[0].builder().op::<standard::MaxSIOp>([x[0], x[1]]),
    });
}

elementwise!(MaxOp);
takes_booleans!(Kept: MaxOp, ReduceMaxOp);

/// The largest of all elements, or of those along a dimension; `nan` if one of them is.
#[op(family = AlongDimension, name = "toy.reduce_max", implements(Reduces, ElementTypes))]
pub struct ReduceMaxOp;

impl Reduction for ReduceMaxOp {
    const NAME: &'static str = "max";
    const COMBINATION: Combination = COMBINATION;
}

reduction!(ReduceMaxOp);

pub(super) const COMBINATION: Combination = Combination {
    neutral: f64::NEG_INFINITY,
    combine: crate::tensor::maximum,
    build: |x, y| match x.is_float() {
        true => x.builder().op::<standard::MaximumFOp>([x, y]),
        false => x.builder().op::<standard::MaxSIOp>([x, y]),
    },
    of_integers: i64::max,
    op: op_of::<MaxOp>,
    reduce: reduction_of::<ReduceMaxOp>,
};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "max",
    is_shadowable: false,
    signatures: &[
        Signature {
            parameters: &[
                Parameter::tensor("a"),
                Parameter::axis().by_name(),
                Parameter::keepdims(),
            ],
            emit: reduction::emit::<ReduceMaxOp>,
        },
        Signature {
            parameters: &[Parameter::tensor("a"), Parameter::tensor("b")],
            emit: |call| call.build::<MaxOp>(),
        },
    ],
    returns: Returns::Tensor,
    summary: "The largest element of a tensor, or along a dimension; of two tensors, element by \
        element.",
    details: "`max(a, 1)` is element by element, and is warned of: along dimension 1 it is \
        `max(a, axis=1)`, and `max(a, 1.0)` says that the number is a value. \
        If one of them is `nan`, so is the result. 0 is larger than -0.",
    shape: "Of two tensors: shapes are broadcast to each other. Of one tensor as a whole: a \
        number; along dimensions, as of `sum`: the sizes of the others.",
    errors: &[
        ("max([1, 2], [1, 2, 3])", "'max' cannot combine shapes <2> and <3>"),
        (
            "max([1, 2], axis = 1)",
            "'max' of shape <2>: there is no dimension 1 in a tensor of 1 \
            dimensions",
        ),
    ],
    example: (
        "print(max([1, 2, 5], [2, 1, 3]));\nprint(max([[1, 2], [3, 0]]));\nprint(max([[1, 2], [3, \
            0]], axis=1));",
        "2.000000 2.000000 5.000000 \n3.000000 \n2.000000 3.000000 \n",
    ),
    ops: &[OpEntry::of::<MaxOp>(), OpEntry::of::<ReduceMaxOp>()],
};
