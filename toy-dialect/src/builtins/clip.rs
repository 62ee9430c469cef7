//! `clip`

use super::elementwise::*;
use super::{MaxOp, MinOp};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "clip",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x"), Parameter::tensor("lo"), Parameter::tensor("hi")],
        emit: |call| {
            let values = call.all_values();
            let raised = call.build_of::<MaxOp>(&values[..2]);
            let raised = call.builder.body().results(raised).next().expect("'max' has a result");
            call.build_of::<MinOp>(&[raised, values[2]])
        },
    }],
    returns: Returns::Tensor,
    summary: "Each element, but at least `lo` and at most `hi`.",
    details: "It is `min(max(x, lo), hi)`, so it is `nan` where one of them is.",
    shape: BROADCAST,
    errors: &[
        ("clip(1, 2)", "'clip' takes 3 arguments, found 2"),
        ("clip([1, 2], [1, 2, 3], 4)", "'max' cannot combine shapes <2> and <3>"),
    ],
    example: ("print(clip([-2, 0.5, 3], 0, 1));", "0.000000 0.500000 1.000000 \n"),
    ops: &[],
};
