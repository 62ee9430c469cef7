//! `cos`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The cosine of each element.
#[op(family = Unary, name = "toy.cos", implements(ElementTypes))]
pub struct CosOp;

impl Elementwise for CosOp {
    const FUNCTION: FloatFunction = FloatFunction::Cos;
    const WHAT: &'static str = "'cos'";
    type Lowered = standard::CosOp;
}

elementwise!(CosOp);
computed_in_f64!(CosOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "cos",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<CosOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The cosine of each element, in radians.",
    details: "It is the function `cos` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("cos()", "'cos' takes 1 argument, found 0")],
    example: ("print(cos([0, 1, -2]));", "1.000000 0.540302 -0.416147 \n"),
    ops: &[OpEntry::of::<CosOp>()],
};
