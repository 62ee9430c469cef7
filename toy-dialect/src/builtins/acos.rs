//! `acos`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The inverse of the cosine of each element.
#[op(family = Unary, name = "toy.acos", implements(ElementTypes))]
pub struct AcosOp;

impl Elementwise for AcosOp {
    const FUNCTION: FloatFunction = FloatFunction::Acos;
    const WHAT: &'static str = "'acos'";
    type Lowered = standard::AcosOp;
}

elementwise!(AcosOp);
computed_in_f64!(AcosOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "acos",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<AcosOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The angle, in radians from 0 to pi, whose cosine is each element.",
    details: "It is the function `acos` of C's library: `nan` below -1 and above 1.",
    shape: SAME_SHAPE,
    errors: &[("acos()", "'acos' takes 1 argument, found 0")],
    example: ("print(acos([1, 0, -1]));", "0.000000 1.570796 3.141593 \n"),
    ops: &[OpEntry::of::<AcosOp>()],
};
