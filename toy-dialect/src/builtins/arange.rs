//! `arange`

use super::Call;
use super::constructors;
use super::elementwise::*;
use super::{CeilOp, IotaOp};
use crate::ops::{AddOp, DivOp, MulOp, SubOp};

/// Emits the numbers from one up to another, exclusive, in steps.
fn emit(call: &mut Call<'_, '_>, [start, stop, step]: [ValueId; 3]) -> OpId {
    let span = call.value_of::<SubOp>(&[stop, start]);
    let count = call.value_of::<DivOp>(&[span, step]);
    let count = call.value_of::<CeilOp>(&[count]);
    // NumPy's distance is that of the first two numbers.
    let second = call.value_of::<AddOp>(&[start, step]);
    let distance = call.value_of::<SubOp>(&[second, start]);
    let places = call.value_of::<IotaOp>(&[count]);
    let numbers = call.value_of::<MulOp>(&[places, distance]);
    let op = call.build_of::<AddOp>(&[start, numbers]);
    constructors::of_element(call, op)
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "arange",
    is_shadowable: true,
    signatures: &[
        Signature {
            parameters: &[Parameter::number("stop"), Parameter::dtype()],
            emit: |call| {
                let (zero, stop, one) = (call.number(0.0), call.values(0)[0], call.number(1.0));
                emit(call, [zero, stop, one])
            },
        },
        Signature {
            parameters: &[
                Parameter::number("start"),
                Parameter::number("stop"),
                Parameter::number("step").optional(),
                Parameter::dtype(),
            ],
            emit: |call| {
                let (start, stop) = (call.values(0)[0], call.values(1)[0]);
                let step = call.values(2).first().copied();
                let step = step.unwrap_or_else(|| call.number(1.0));
                emit(call, [start, stop, step])
            },
        },
    ],
    returns: Returns::Tensor,
    summary: "The numbers from `start`, or 0, up to, without, `stop`, in steps.",
    details: "They are those of NumPy, to the last bit. They are floats, as numbers are, unless \
        the last argument is an [element type](#element-types): `arange(10, i64)`.",
    shape: "`<n>`, where `n` is `(stop - start) / step`, rounded up. They are numbers that are \
        known when the program is compiled.",
    errors: &[
        ("arange(0)", "a size is at least 1, found 0"),
        ("arange(0, 5, 0)", "a size must be a whole number"),
    ],
    example: (
        "print(arange(3));\nprint(arange(1, 2, 0.25));\nprint(arange(5, 0, -2, i64));",
        "0.000000 1.000000 2.000000 \n1.000000 1.250000 1.500000 1.750000 \n5 3 1 \n",
    ),
    ops: &[],
};
