//! `sinh`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The hyperbolic sine of each element.
#[op(family = Unary, name = "toy.sinh", implements(ElementTypes))]
pub struct SinhOp;

impl Elementwise for SinhOp {
    const FUNCTION: FloatFunction = FloatFunction::Sinh;
    const WHAT: &'static str = "'sinh'";
    type Lowered = standard::SinhOp;
}

elementwise!(SinhOp);
computed_in_f64!(SinhOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "sinh",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<SinhOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The hyperbolic sine of each element.",
    details: "It is the function `sinh` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("sinh()", "'sinh' takes 1 argument, found 0")],
    example: ("print(sinh([0, 1]));", "0.000000 1.175201 \n"),
    ops: &[OpEntry::of::<SinhOp>()],
};
