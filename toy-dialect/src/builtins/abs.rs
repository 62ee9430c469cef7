//! `abs`

use super::elementwise::*;
use crate::ops::families::Unary;

/// Absolute value of each element.
#[op(family = Unary, name = "toy.abs", implements(ElementTypes))]
pub struct AbsOp;

impl Elementwise for AbsOp {
    const FUNCTION: FloatFunction = FloatFunction::Abs;
    const WHAT: &'static str = "'abs'";
    type Lowered = standard::AbsFOp;
    const OF_INTEGERS: Option<OfIntegers> = Some(OfIntegers {
        compute: |x| x[0].wrapping_abs(),
        build: |x| x[0].builder().op::<standard::MaxSIOp>([x[0], -x[0]]),
    });
}

elementwise!(AbsOp);
keeps_integers!(AbsOp);

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
