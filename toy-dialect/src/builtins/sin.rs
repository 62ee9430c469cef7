//! `sin`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The sine of each element.
#[op(family = Unary, name = "toy.sin", implements(ElementTypes))]
pub struct SinOp;

impl Elementwise for SinOp {
    const FUNCTION: FloatFunction = FloatFunction::Sin;
    const WHAT: &'static str = "'sin'";
    type Lowered = standard::SinOp;
}

elementwise!(SinOp);
computed_in_f64!(SinOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "sin",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<SinOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The sine of each element, in radians.",
    details: "It is the function `sin` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("sin()", "'sin' takes 1 argument, found 0")],
    example: ("print(sin([0, 1, -2]));", "0.000000 0.841471 -0.909297 \n"),
    ops: &[OpEntry::of::<SinOp>()],
};
