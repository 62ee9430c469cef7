//! `abs`

use super::elementwise::*;

/// Absolute value of each element.
#[op(
    name = "toy.abs",
    traits(Pure, SameOperandsAndResultShape),
    interfaces(InferShape, Compute, WorksElementwise),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct AbsOp {
    #[operand]
    input: F32OrF64Tensor,
    #[result]
    result: F32OrF64Tensor,
}

impl Elementwise for AbsOp {
    const FUNCTION: FloatFunction = FloatFunction::Abs;
    const WHAT: &'static str = "'abs'";
    type Lowered = standard::AbsFOp;
}

elementwise!(AbsOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "abs",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<AbsOp>(),
    }],
    returns: Returns::Tensor,
    summary: "Absolute value of each element.",
    details: "",
    shape: SAME_SHAPE,
    errors: &[("abs()", "'abs' takes 1 argument, found 0")],
    example: ("print(abs([-2, 0, 0.5]));", "2.000000 0.000000 0.500000 \n"),
    ops: &[OpEntry::of::<AbsOp>()],
};
