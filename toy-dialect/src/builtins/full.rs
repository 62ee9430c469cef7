//! `full`

use super::elementwise::*;
use super::fill::FillOp;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "full",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::number("shape"), Parameter::tensor("value"), Parameter::dtype()],
        emit: |call| {
            let (sizes, value) = (call.values(0), call.values(1)[0]);
            let value = call.of_element(value);
            call.build_of::<FillOp>(&[&[value], &sizes[..]].concat())
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor whose elements are all one number, as in NumPy.",
    details: "`full([2, 3], x)` is `fill(x, 2, 3)`.",
    shape: "The sizes are a whole number from 1 on, known when the program is compiled, or a list \
        of such: `full(shape(a), 1)`.",
    errors: &[
        ("full(2)", "'full' takes 2 or 3 arguments, found 1"),
        ("full([2, 0], 1)", "a size is at least 1, found 0"),
    ],
    example: (
        "print(full([2, 2], 0.5));\nprint(full(3, 7, i64));",
        "0.500000 0.500000 \n0.500000 0.500000 \n7 7 7 \n",
    ),
    ops: &[],
};
