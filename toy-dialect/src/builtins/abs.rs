//! `abs`

use super::elementwise::*;

/// Absolute value of each element.
#[op(name = "toy.abs", traits(Pure, SameOperandsAndResultShape), interfaces(InferShape, Compute, Elementwise), assembly = custom)]
pub struct AbsOp {
    #[operand]
    input: F64Tensor,
    #[result]
    result: F64Tensor,
}

elementwise! { AbsOp AbsOpRef(x) "'abs'", Abs, AbsFOp; }

pub(super) static BUILTIN: Builtin = Builtin {
    name: "abs",
    signatures: &[Signature { parameters: &[Parameter::tensor("x")], emit: |call| call.build::<AbsOp>() }],
    returns: Returns::Tensor,
    summary: "Absolute value of each element.",
    details: "",
    shape: SAME_SHAPE,
    errors: &[("abs()", "'abs' takes 1 argument, found 0")],
    example: ("print(abs([-2, 0, 0.5]));", "2.000000 0.000000 0.500000 \n"),
    ops: &[OpEntry::of::<AbsOp>()],
};
