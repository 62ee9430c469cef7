//! `reshape`

use super::elementwise::*;
use crate::ops::ReshapeToOp;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "reshape",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::numbers("sizes")],
        emit: |call| call.build::<ReshapeToOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements of a tensor, row by row, in another shape.",
    details: "`var b<2, 3> = a;` is `var b = reshape(a, 2, 3);`.",
    shape: "The sizes are whole numbers from 1 on, known when the program is compiled, or lists of \
        such: `reshape(a, shape(b))`. There are as many elements as before.",
    errors: &[("reshape([1, 2, 3], 2, 2)", "cannot reshape <3> to <2, 2>")],
    example: ("print(reshape([1, 2, 3, 4], 2, 2));", "1.000000 2.000000 \n3.000000 4.000000 \n"),
    ops: &[],
};
