//! `ceil`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Each element rounded up.
#[op(family = Unary, name = "toy.ceil")]
pub struct CeilOp;

impl Elementwise for CeilOp {
    const FUNCTION: FloatFunction = FloatFunction::Ceil;
    const WHAT: &'static str = "'ceil'";
    type Lowered = standard::CeilFOp;
}

elementwise!(CeilOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "ceil",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<CeilOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The smallest whole number that is not below each element.",
    details: "",
    shape: SAME_SHAPE,
    errors: &[("ceil()", "'ceil' takes 1 argument, found 0")],
    example: ("print(ceil([1.5, -1.5, 2]));", "2.000000 -1.000000 2.000000 \n"),
    ops: &[OpEntry::of::<CeilOp>()],
};
