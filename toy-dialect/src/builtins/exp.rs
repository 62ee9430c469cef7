//! `exp`

use super::elementwise::*;
use crate::ops::families::Unary;

/// e to the power of each element.
#[op(family = Unary, name = "toy.exp", implements(ElementTypes))]
pub struct ExpOp;

impl Elementwise for ExpOp {
    const FUNCTION: FloatFunction = FloatFunction::Exp;
    const WHAT: &'static str = "'exp'";
    type Lowered = standard::ExpOp;
}

elementwise!(ExpOp);
computed_in_f64!(ExpOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "exp",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<ExpOp>(),
    }],
    returns: Returns::Tensor,
    summary: "e to the power of each element.",
    details: "It is the function `exp` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("exp()", "'exp' takes 1 argument, found 0")],
    example: ("print(exp([0, 1, -1]));", "1.000000 2.718282 0.367879 \n"),
    ops: &[OpEntry::of::<ExpOp>()],
};
