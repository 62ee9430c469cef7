//! `tan`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The tangent of each element.
#[op(family = Unary, name = "toy.tan", implements(ElementTypes))]
pub struct TanOp;

impl Elementwise for TanOp {
    const FUNCTION: FloatFunction = FloatFunction::Tan;
    const WHAT: &'static str = "'tan'";
    type Lowered = standard::TanOp;
}

elementwise!(TanOp);
computed_in_f64!(TanOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "tan",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<TanOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The tangent of each element, in radians.",
    details: "It is the function `tan` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("tan()", "'tan' takes 1 argument, found 0")],
    example: ("print(tan([0, 1]));", "0.000000 1.557408 \n"),
    ops: &[OpEntry::of::<TanOp>()],
};
