//! `quantize_u8`

use super::elementwise::*;
use super::{U8Op, quantize};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "quantize_u8",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: quantize::PARAMETERS,
        emit: |call| {
            let stored = quantize::scaled(call);
            call.build_of::<U8Op>(&[stored])
        },
    }],
    returns: Returns::Tensor,
    summary: "Real numbers as integers of 8 bits without a sign: `x / scale` rounded, plus `zero`.",
    details: "As `quantize`, with the range from 0 to 255.",
    shape: BROADCAST,
    errors: &[("quantize_u8(1, 2)", "'quantize_u8' takes 3 arguments, found 2")],
    example: (
        "var q = quantize_u8([0.25, 0.75, -2, 1000, nan], 0.5, 3);\nprint(\"q =\", q);",
        "q = [  3   5   0 255   3]\n",
    ),
    ops: &[],
};
