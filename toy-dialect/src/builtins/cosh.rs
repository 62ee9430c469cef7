//! `cosh`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The hyperbolic cosine of each element.
#[op(family = Unary, name = "toy.cosh", implements(ElementTypes))]
pub struct CoshOp;

impl Elementwise for CoshOp {
    const FUNCTION: FloatFunction = FloatFunction::Cosh;
    const WHAT: &'static str = "'cosh'";
    type Lowered = standard::CoshOp;
}

elementwise!(CoshOp);
computed_in_f64!(CoshOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "cosh",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<CoshOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The hyperbolic cosine of each element.",
    details: "It is the function `cosh` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("cosh()", "'cosh' takes 1 argument, found 0")],
    example: ("print(cosh([0, 1]));", "1.000000 1.543081 \n"),
    ops: &[OpEntry::of::<CoshOp>()],
};
