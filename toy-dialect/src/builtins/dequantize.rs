//! `dequantize`

use super::F64Op;
use super::elementwise::*;
use crate::ops::{MulOp, SubOp};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "dequantize",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[
            Parameter::tensor("q"),
            Parameter::tensor("scale"),
            Parameter::tensor("zero"),
        ],
        emit: |call| {
            let values = call.all_values();
            let result = |call: &super::Call<'_, '_>, op: OpId| {
                call.builder.body().results(op).next().expect("the op has a result")
            };
            let number = call.build_of::<F64Op>(&values[..1]);
            let number = result(call, number);
            let scaled = call.build_of::<SubOp>(&[number, values[2]]);
            let scaled = result(call, scaled);
            call.build_of::<MulOp>(&[scaled, values[1]])
        },
    }],
    returns: Returns::Tensor,
    summary: "The real numbers that integers represent: `(q - zero) * scale`.",
    details: "The result is of `f64`. Of a sum of products, which `@` of two quantized matrices \
        gives, the scale is the product of both scales.",
    shape: BROADCAST,
    errors: &[("dequantize(1, 2)", "'dequantize' takes 3 arguments, found 2")],
    example: ("print(dequantize(i8([3, 5, 127]), 0.5, 3));", "0.000000 1.000000 62.000000 \n"),
    ops: &[],
};
