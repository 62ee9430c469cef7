//! `sqrt`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Square root of each element.
#[op(family = Unary, name = "toy.sqrt")]
pub struct SqrtOp;

impl Elementwise for SqrtOp {
    const FUNCTION: FloatFunction = FloatFunction::Sqrt;
    const WHAT: &'static str = "'sqrt'";
    type Lowered = standard::SqrtOp;
}

elementwise!(SqrtOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "sqrt",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<SqrtOp>(),
    }],
    returns: Returns::Tensor,
    summary: "Square root of each element.",
    details: "The root of a negative number is `nan`.",
    shape: SAME_SHAPE,
    errors: &[("sqrt()", "'sqrt' takes 1 argument, found 0")],
    example: ("print(sqrt([4, 2, -1]));", "2.000000 1.414214 nan \n"),
    ops: &[OpEntry::of::<SqrtOp>()],
};
