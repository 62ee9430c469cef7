//! `ones`

use super::constructors;
use super::elementwise::*;
use super::fill::FillOp;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "ones",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::numbers("sizes"), Parameter::dtype()],
        emit: |call| {
            let value = call.number(1.0);
            let value = call.of_element(value);
            let operands = [vec![value], call.all_values()].concat();
            call.build_of::<FillOp>(&operands)
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor of these sizes whose elements are all 1.",
    details: constructors::DTYPE,
    shape: constructors::SIZES,
    errors: &[
        ("ones(2.5)", "a size must be a whole number"),
        ("ones(sum(exp([1, 2])))", "a size must be a whole number"),
    ],
    example: ("print(ones(2, 2));", "1.000000 1.000000 \n1.000000 1.000000 \n"),
    ops: &[],
};
