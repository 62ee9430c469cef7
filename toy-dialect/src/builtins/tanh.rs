//! `tanh`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The hyperbolic tangent of each element.
#[op(family = Unary, name = "toy.tanh", implements(ElementTypes))]
pub struct TanhOp;

impl Elementwise for TanhOp {
    const FUNCTION: FloatFunction = FloatFunction::Tanh;
    const WHAT: &'static str = "'tanh'";
    type Lowered = standard::TanhOp;
}

elementwise!(TanhOp);
computed_in_f64!(TanhOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "tanh",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<TanhOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The hyperbolic tangent of each element.",
    details: "It is the function `tanh` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("tanh()", "'tanh' takes 1 argument, found 0")],
    example: ("print(tanh([0, 1]));", "0.000000 0.761594 \n"),
    ops: &[OpEntry::of::<TanhOp>()],
};
