//! `floor`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Each element rounded down.
#[op(family = Unary, name = "toy.floor")]
pub struct FloorOp;

impl Elementwise for FloorOp {
    const FUNCTION: FloatFunction = FloatFunction::Floor;
    const WHAT: &'static str = "'floor'";
    type Lowered = standard::FloorFOp;
}

elementwise!(FloorOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "floor",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<FloorOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The largest whole number that is not above each element.",
    details: "",
    shape: SAME_SHAPE,
    errors: &[("floor()", "'floor' takes 1 argument, found 0")],
    example: ("print(floor([1.5, -1.5, 2]));", "1.000000 -2.000000 2.000000 \n"),
    ops: &[OpEntry::of::<FloorOp>()],
};
