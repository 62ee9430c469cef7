//! `eye`

use super::constructors;
use super::elementwise::*;
use super::{ExpandDimsOp, IotaOp, SelectOp};
use crate::ops::{CompareOp, Comparison};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "eye",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[
            Parameter::number("n"),
            Parameter::number("m").optional(),
            Parameter::dtype(),
        ],
        emit: |call| {
            let rows = call.values(0)[0];
            let columns = call.values(1).first().copied().unwrap_or(rows);
            let rows = call.value_of::<IotaOp>(&[rows]);
            let columns = call.value_of::<IotaOp>(&[columns]);
            let last = call.number(1.0);
            let rows = call.value_of::<ExpandDimsOp>(&[rows, last]);
            let (at, ty) = (call.location, call.tensor);
            let equal = CompareOp::build(call.builder, at, rows, columns, Comparison::Eq, ty);
            let equal = equal.result(call.builder.body());
            let numbers = [1.0, 0.0].map(|number| {
                let number = call.number(number);
                call.of_element(number)
            });
            call.build_of::<SelectOp>(&[&[equal], &numbers[..]].concat())
        },
    }],
    returns: Returns::Tensor,
    summary: "A matrix with ones on its diagonal, and zeros elsewhere.",
    details: constructors::DTYPE,
    shape: "`<n, m>`, or `<n, n>`: whole numbers from 1 on, known when the program is compiled.",
    errors: &[("eye(0)", "a size is at least 1, found 0")],
    example: (
        "print(eye(2));\nprint(eye(2, 3, i64));",
        "1.000000 0.000000 \n0.000000 1.000000 \n1 0 0 \n0 1 0 \n",
    ),
    ops: &[],
};
