//! `pow`

use super::elementwise::*;

/// Each element of the first operand to the power of the one of the second.
#[op(
    name = "toy.pow",
    traits(Pure, ResultsBroadcastableShape),
    interfaces(InferShape, Compute, WorksElementwise, ElementTypes),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct PowOp {
    #[operand]
    base: NumberTensor,
    #[operand]
    exponent: NumberTensor,
    #[result]
    result: NumberTensor,
}

impl Elementwise for PowOp {
    const FUNCTION: FloatFunction = FloatFunction::Pow;
    const WHAT: &'static str = "'pow'";
    type Lowered = standard::PowFOp;
}

elementwise!(PowOp);
computed_in_f64!(PowOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "pow",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::tensor("b")],
        emit: |call| call.build::<PowOp>(),
    }],
    returns: Returns::Tensor,
    summary: "`a` to the power of `b`, element by element.",
    details: "It is the function `pow` of C's library. Of a negative number and an exponent that \
        is not whole it is `nan`.",
    shape: BROADCAST,
    errors: &[
        ("pow(2)", "'pow' takes 2 arguments, found 1"),
        ("pow([1, 2], [1, 2, 3])", "'pow' cannot combine shapes <2> and <3>"),
    ],
    example: ("print(pow([1, 2, 3], 2));", "1.000000 4.000000 9.000000 \n"),
    ops: &[OpEntry::of::<PowOp>()],
};
