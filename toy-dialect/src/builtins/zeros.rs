//! `zeros`

use super::constructors;
use super::elementwise::*;
use super::fill::FillOp;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "zeros",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::numbers("sizes"), Parameter::dtype()],
        emit: |call| {
            let value = call.number(0.0);
            let value = call.of_element(value);
            let operands = [vec![value], call.all_values()].concat();
            call.build_of::<FillOp>(&operands)
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor of these sizes whose elements are all 0.",
    details: constructors::DTYPE,
    shape: constructors::SIZES,
    errors: &[
        ("zeros(2.5)", "a size must be a whole number"),
        ("zeros(sum(exp([1, 2])))", "a size must be a whole number"),
    ],
    example: ("print(zeros(2, 2));", "0.000000 0.000000 \n0.000000 0.000000 \n"),
    ops: &[],
};
