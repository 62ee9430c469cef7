//! `sign`

use super::elementwise::*;
use crate::ops::families::Unary;
use crate::tensor::elements::Element;
use mlir_lite::edsc::{EdscScope, Operand};

/// 1 for each element above 0, -1 below, 0 for zeros of either sign; a `nan` is itself.
#[op(family = Unary, name = "toy.sign", implements(ElementTypes))]
pub struct SignOp;

broadcasting!(SignOp, "'sign'");
keeps_integers!(SignOp);

/// The results with the comparison to 0 for which each of them is taken.
const CASES: [(standard::CmpFPredicate, f64); 3] = [
    (standard::CmpFPredicate::Oeq, 0.0),
    (standard::CmpFPredicate::Olt, -1.0),
    (standard::CmpFPredicate::Ogt, 1.0),
];

/// The sign of a number; `nan` is its own.
fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else if x == 0.0 {
        0.0
    } else {
        x
    }
}

impl Compute for SignOp {
    fn compute(_: SignOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        match inputs.first().map(|input| input.element()) {
            Some(Element::I64) => combine(inputs, |[x]: [i64; 1]| x.signum()),
            Some(Element::F32) => combine(inputs, |[x]: [f32; 1]| sign(x.into()) as f32),
            _ => combine(inputs, |[x]: [f64; 1]| sign(x)),
        }
    }
}

impl LowerTo<Affine> for SignOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        crate::loop_builder::elementwise(e, op.id(), [operands.input()], |[x]| {
            if !x.is_float() {
                let [zero, one, below] = [0, 1, -1].map(|value| e.i64(value));
                return x.lt(0).select(below, x.gt(0).select(one, zero));
            }
            let zero = 0.0.value(e, x.ty());
            CASES.into_iter().fold(x, |otherwise, (predicate, value)| {
                x.cmpf(predicate, zero).select(value.value(e, x.ty()), otherwise)
            })
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "sign",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<SignOp>(),
    }],
    returns: Returns::Tensor,
    summary: "1 for each element above 0, -1 for each below 0, and 0 for zeros.",
    details: "Of -0 it is 0, and of `nan` it is `nan`.",
    shape: SAME_SHAPE,
    errors: &[("sign()", "'sign' takes 1 argument, found 0")],
    example: ("print(sign([-2, 0, 0.5]));", "-1.000000 0.000000 1.000000 \n"),
    ops: &[OpEntry::of::<SignOp>()],
};
