//! `linspace`

use super::constructors;
use super::elementwise::*;
use super::{IotaOp, MaxOp, SelectOp};
use crate::ops::{AddOp, CompareOp, Comparison, DivOp, MulOp, ReshapeToOp, SubOp};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "linspace",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[
            Parameter::tensor("first"),
            Parameter::tensor("last"),
            Parameter::number("n"),
            Parameter::dtype(),
        ],
        emit: |call| {
            let count = call.values(2)[0];
            // Only numbers can be reshaped to no dimensions.
            let [first, last] = [0, 1].map(|parameter| {
                let number = call.values(parameter)[0];
                call.value_of::<ReshapeToOp>(&[number])
            });
            let one = call.number(1.0);
            let steps = call.value_of::<SubOp>(&[count, one]);
            let steps = call.value_of::<MaxOp>(&[steps, one]);
            let span = call.value_of::<SubOp>(&[last, first]);
            let step = call.value_of::<DivOp>(&[span, steps]);
            let places = call.value_of::<IotaOp>(&[count]);
            let numbers = call.value_of::<MulOp>(&[places, step]);
            let numbers = call.value_of::<AddOp>(&[numbers, first]);
            let (at, ty) = (call.location, call.tensor);
            let is_last = CompareOp::build(call.builder, at, places, steps, Comparison::Eq, ty);
            let is_last = is_last.result(call.builder.body());
            let op = call.build_of::<SelectOp>(&[is_last, last, numbers]);
            constructors::of_element(call, op)
        },
    }],
    returns: Returns::Tensor,
    summary: "Numbers at equal distances, from `first` to `last`.",
    details: "They are those of NumPy, to the last bit: `iota(n) * ((last - first) / (n - 1)) + \
        first`, and exactly `last` at the end. One number is `first`. The last argument may be the \
        name of an [element type](#element-types).",
    shape: "`<n>`, where `n` is a whole number from 1 on, known when the program is compiled.",
    errors: &[
        ("linspace(0, 1)", "'linspace' takes 3 or 4 arguments, found 2"),
        ("linspace([0, 1], 1, 3)", "cannot reshape <2> to <>"),
    ],
    example: ("print(linspace(0, 1, 5));", "0.000000 0.250000 0.500000 0.750000 1.000000 \n"),
    ops: &[],
};
