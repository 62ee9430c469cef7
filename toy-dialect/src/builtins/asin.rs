//! `asin`

use super::elementwise::*;
use crate::ops::families::Unary;

/// The inverse of the sine of each element.
#[op(family = Unary, name = "toy.asin", implements(ElementTypes))]
pub struct AsinOp;

impl Elementwise for AsinOp {
    const FUNCTION: FloatFunction = FloatFunction::Asin;
    const WHAT: &'static str = "'asin'";
    type Lowered = standard::AsinOp;
}

elementwise!(AsinOp);
computed_in_f64!(AsinOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "asin",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<AsinOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The angle, in radians from -pi/2 to pi/2, whose sine is each element.",
    details: "It is the function `asin` of C's library: `nan` below -1 and above 1.",
    shape: SAME_SHAPE,
    errors: &[("asin()", "'asin' takes 1 argument, found 0")],
    example: ("print(asin([0, 1, 2]));", "0.000000 1.570796 nan \n"),
    ops: &[OpEntry::of::<AsinOp>()],
};
