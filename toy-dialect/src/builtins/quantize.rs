//! `quantize`

use super::elementwise::*;
use super::{Call, I8Op, RoundOp, SelectOp};
use crate::ops::{AddOp, CompareOp, Comparison, DivOp};

/// The only result of an op.
fn result(call: &Call<'_, '_>, op: OpId) -> ValueId {
    call.builder.body().results(op).next().expect("the op has a result")
}

/// The parameters of conversions to quantized numbers.
pub(super) const PARAMETERS: &[Parameter] =
    &[Parameter::tensor("x"), Parameter::tensor("scale"), Parameter::tensor("zero")];

/// Emits the number that is rounded to a quantized one.
pub(super) fn scaled(call: &mut Call<'_, '_>) -> ValueId {
    let values = call.all_values();
    let quotient = call.build_of::<DivOp>(&values[..2]);
    let quotient = result(call, quotient);
    let rounded = call.build_of::<RoundOp>(&[quotient]);
    let rounded = result(call, rounded);
    // NaN is not equal to itself, and becomes the zero point.
    let (location, ty) = (call.location, call.tensor);
    let is_number = CompareOp::build(call.builder, location, rounded, rounded, Comparison::Eq, ty);
    let is_number = is_number.result(call.builder.body());
    let none = call.number(0.0);
    let scaled = call.build_of::<SelectOp>(&[is_number, rounded, none]);
    let scaled = result(call, scaled);
    let stored = call.build_of::<AddOp>(&[scaled, values[2]]);
    result(call, stored)
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "quantize",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: PARAMETERS,
        emit: |call| {
            let stored = scaled(call);
            call.build_of::<I8Op>(&[stored])
        },
    }],
    returns: Returns::Tensor,
    summary: "Real numbers as integers of 8 bits: `x / scale` rounded, plus `zero`.",
    details: "Halves are rounded to the even number. A number outside of the range from -128 to \
        127 becomes its end, and `nan` becomes `zero`, the integer of the real number 0. \
        `dequantize` is the way back, and `quantize_u8` gives integers without a sign.",
    shape: BROADCAST,
    errors: &[("quantize(1, 2)", "'quantize' takes 3 arguments, found 2")],
    example: (
        "var q = quantize([0.25, 0.75, -0.25, 1000, nan], 0.5, 3);\nprint(\"q =\", q);",
        "q = [  3   5   3 127   3]\n",
    ),
    ops: &[],
};
