//! `round`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Each element rounded to a whole number, halves to the even one.
#[op(family = Unary, name = "toy.round")]
pub struct RoundOp;

impl Elementwise for RoundOp {
    const FUNCTION: FloatFunction = FloatFunction::RoundEven;
    const WHAT: &'static str = "'round'";
    type Lowered = standard::RoundEvenOp;
}

elementwise!(RoundOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "round",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<RoundOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The whole number nearest to each element.",
    details: "Halves are rounded to the even number, as in NumPy.",
    shape: SAME_SHAPE,
    errors: &[("round()", "'round' takes 1 argument, found 0")],
    example: ("print(round([0.5, 1.5, 2.5, -1.2]));", "0.000000 2.000000 2.000000 -1.000000 \n"),
    ops: &[OpEntry::of::<RoundOp>()],
};
