//! `cosh`

use super::elementwise::*;

/// The hyperbolic cosine of each element.
#[op(
    name = "toy.cosh",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct CoshOp {
    #[operand]
    input: NumberTensor,
    #[result]
    result: NumberTensor,
}

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
