//! `erf`

use super::elementwise::*;
use crate::ops::families::Unary;
use mlir_lite::edsc::EdscScope;
use mlir_lite::scalar::ERF;

/// The error function of each element.
///
/// The error is below two units in the last place. The formula, that of [`ERF`], is the same on
/// every engine, and so are the bits.
#[op(family = Unary, name = "toy.erf", implements(ElementTypes))]
pub struct ErfOp;

broadcasting!(ErfOp, "'erf'");
computed_in_f64!(ErfOp);

impl Compute for ErfOp {
    fn compute(_: ErfOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        combine(inputs, |[x]: [f64; 1]| FloatFunction::Erf.of_f64(&[x]).unwrap_or(f64::NAN))
    }
}

/// Builds a polynomial, from the highest power down.
fn build_polynomial<'e>(coefficients: &[f64], x: Expr<'e>) -> Expr<'e> {
    let e = x.builder();
    coefficients.iter().rev().fold(e.f64(0.0), |sum, &coefficient| {
        e.op::<standard::FmaFOp>([sum, x, e.f64(coefficient)])
    })
}

/// Builds what [`FloatFunction::Erf`] computes.
fn build_erf(x: Expr<'_>) -> Expr<'_> {
    let e = x.builder();
    let near = x * build_polynomial(&ERF.series, x * x);
    let [one, largest, centre] = [1.0, ERF.largest, ERF.centre].map(|value| e.f64(value));
    let absolute = e.op::<standard::AbsFOp>(x);
    let y = e.op::<standard::MinimumFOp>([absolute, largest]);
    let tail = build_polynomial(&ERF.tail, (y - centre) / (y + centre));
    let exp = e.op::<standard::ExpOp>(-(y * y));
    let far = e.op::<standard::FmaFOp>([-exp, tail, one]);
    let far = e.op::<standard::CopySignOp>([far, x]);
    absolute.le(one).select(near, far)
}

impl LowerTo<Affine> for ErfOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        crate::loop_builder::elementwise(e, op.id(), [operands.input()], |[x]| build_erf(x))
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "erf",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<ErfOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The error function of each element.",
    details: "Its error is below two units in the last place, and its bits are the same \
        everywhere.",
    shape: SAME_SHAPE,
    errors: &[("erf()", "'erf' takes 1 argument, found 0")],
    example: ("print(erf([0, 1, -2]));", "0.000000 0.842701 -0.995322 \n"),
    ops: &[OpEntry::of::<ErfOp>()],
};
