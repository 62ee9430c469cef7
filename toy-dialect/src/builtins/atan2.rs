//! `atan2`

use super::elementwise::*;

/// The angle of the point whose coordinates are the elements: first `y`, then `x`.
#[op(
    name = "toy.atan2",
    traits(Pure, ResultsBroadcastableShape),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct Atan2Op {
    #[operand]
    y: NumberTensor,
    #[operand]
    x: NumberTensor,
    #[result]
    result: NumberTensor,
}

impl Elementwise for Atan2Op {
    const FUNCTION: FloatFunction = FloatFunction::Atan2;
    const WHAT: &'static str = "'atan2'";
    type Lowered = standard::Atan2Op;
}

elementwise!(Atan2Op);
computed_in_f64!(Atan2Op);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "atan2",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("y"), Parameter::tensor("x")],
        emit: |call| call.build::<Atan2Op>(),
    }],
    returns: Returns::Tensor,
    summary: "The angle of the point (`x`, `y`), in radians from -pi to pi, element by element.",
    details: "It is the function `atan2` of C's library; `y` is the first argument.",
    shape: BROADCAST,
    errors: &[
        ("atan2(1)", "'atan2' takes 2 arguments, found 1"),
        ("atan2([1, 2], [1, 2, 3])", "'atan2' cannot combine shapes <2> and <3>"),
    ],
    example: ("print(atan2([0, 1, 0], [1, 1, -1]));", "0.000000 0.785398 3.141593 \n"),
    ops: &[OpEntry::of::<Atan2Op>()],
};
