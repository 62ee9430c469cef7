//! `ones_like`

use super::elementwise::*;
use super::full_like::{LIKE, emit_like};

pub(super) static BUILTIN: Builtin = Builtin {
    name: "ones_like",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::dtype()],
        emit: |call| {
            let (like, value) = (call.values(0)[0], call.number(1.0));
            emit_like(call, like, value)
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor with the shape of `a` whose elements are all 1.",
    details: LIKE,
    shape: "The sizes of `a`.",
    errors: &[("ones_like()", "'ones_like' takes 1 or 2 arguments, found 0")],
    example: (
        "print(ones_like(i64([[1, 2], [3, 4]])));\nprint(ones_like([1, 2], bool));",
        "1 1 \n1 1 \ntrue true \n",
    ),
    ops: &[],
};
