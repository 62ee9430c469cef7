//! `atan`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The inverse of the tangent of each element.
#[op(family = Unary, name = "toy.atan", implements(ElementTypes))]
pub struct AtanOp;

impl Elementwise for AtanOp {
    const FUNCTION: FloatFunction = FloatFunction::Atan;
    const WHAT: &'static str = "'atan'";
    type Lowered = standard::AtanOp;
}

elementwise!(AtanOp);
computed_in_f64!(AtanOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "atan",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<AtanOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The angle, in radians from -pi/2 to pi/2, whose tangent is each element.",
    details: "It is the function `atan` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("atan()", "'atan' takes 1 argument, found 0")],
    example: ("print(atan([0, 1, -1]));", "0.000000 0.785398 -0.785398 \n"),
    ops: &[OpEntry::of::<AtanOp>()],
};
