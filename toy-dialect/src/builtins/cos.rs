//! `cos`

use super::elementwise::*;

/// The cosine of each element.
#[op(
    name = "toy.cos",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct CosOp {
    #[operand]
    input: NumberTensor,
    #[result]
    result: NumberTensor,
}

impl Elementwise for CosOp {
    const FUNCTION: FloatFunction = FloatFunction::Cos;
    const WHAT: &'static str = "'cos'";
    type Lowered = standard::CosOp;
}

elementwise!(CosOp);
computed_in_f64!(CosOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "cos",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<CosOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The cosine of each element, in radians.",
    details: "It is the function `cos` of C's library.",
    shape: SAME_SHAPE,
    errors: &[("cos()", "'cos' takes 1 argument, found 0")],
    example: ("print(cos([0, 1, -2]));", "1.000000 0.540302 -0.416147 \n"),
    ops: &[OpEntry::of::<CosOp>()],
};
