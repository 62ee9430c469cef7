//! `log`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Natural logarithm of each element.
#[op(family = Unary, name = "toy.log", implements(ElementTypes))]
pub struct LogOp;

impl Elementwise for LogOp {
    const FUNCTION: FloatFunction = FloatFunction::Log;
    const WHAT: &'static str = "'log'";
    type Lowered = standard::LogOp;
}

elementwise!(LogOp);
computed_in_f64!(LogOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "log",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<LogOp>(),
    }],
    returns: Returns::Tensor,
    summary: "Natural logarithm of each element.",
    details: "It is the function `log` of C's library: of 0 it is `-inf`, of a negative number \
        `nan`.",
    shape: SAME_SHAPE,
    errors: &[("log()", "'log' takes 1 argument, found 0")],
    example: ("print(log([1, 2, 0, -1]));", "0.000000 0.693147 -inf nan \n"),
    ops: &[OpEntry::of::<LogOp>()],
};
