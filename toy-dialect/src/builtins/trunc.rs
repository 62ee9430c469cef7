//! `trunc`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Each element rounded towards zero.
#[op(family = Unary, name = "toy.trunc")]
pub struct TruncOp;

impl Elementwise for TruncOp {
    const FUNCTION: FloatFunction = FloatFunction::Trunc;
    const WHAT: &'static str = "'trunc'";
    type Lowered = standard::TruncOp;
}

elementwise!(TruncOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "trunc",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<TruncOp>(),
    }],
    returns: Returns::Tensor,
    summary: "Each element without its fraction: it is rounded towards 0.",
    details: "",
    shape: SAME_SHAPE,
    errors: &[("trunc()", "'trunc' takes 1 argument, found 0")],
    example: ("print(trunc([1.5, -1.5, 2]));", "1.000000 -1.000000 2.000000 \n"),
    ops: &[OpEntry::of::<TruncOp>()],
};
