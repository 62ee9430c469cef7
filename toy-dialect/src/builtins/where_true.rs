//! `where`: another name of `select`.

use super::SelectOp;
use super::elementwise::*;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "where",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("c"), Parameter::tensor("a"), Parameter::tensor("b")],
        emit: |call| call.build::<SelectOp>(),
    }],
    returns: Returns::Tensor,
    summary: "`a` where `c` is not 0, `b` elsewhere, element by element.",
    details: "It is the same as `select`.",
    shape: BROADCAST,
    errors: &[("where(1, 2)", "'where' takes 3 arguments, found 2")],
    example: ("var x = [-1, 2, -3];\nprint(where(x < 0, 0, x));", "0.000000 2.000000 0.000000 \n"),
    ops: &[],
};
