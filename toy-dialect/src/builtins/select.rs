//! `select`

use super::elementwise::*;
use crate::tensor::choose;
use crate::tensor::elements::{BooleanOperands, Takes};
use mlir_lite::edsc::EdscScope;

/// Each element of the second operand where that of the first is not 0, else of the third.
#[op(
    name = "toy.select",
    traits(Pure, ResultsBroadcastableShape),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct SelectOp {
    #[operand]
    condition: NumberTensor,
    #[operand]
    true_value: NumberTensor,
    #[operand]
    false_value: NumberTensor,
    #[result]
    result: NumberTensor,
}

broadcasting!(SelectOp, "'select'");

impl ElementTypes for SelectOp {
    fn takes(_: SelectOpRef<'_>, operand: usize) -> Takes {
        if operand == 0 { Takes::Any } else { Takes::Common }
    }

    fn keeps_integers(_: SelectOpRef<'_>) -> bool {
        true
    }

    fn boolean_operands(_: SelectOpRef<'_>) -> BooleanOperands {
        BooleanOperands::Kept
    }
}

impl Compute for SelectOp {
    fn compute(_: SelectOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        choose(inputs)
    }
}

impl LowerTo<Affine> for SelectOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let operands = [operands.condition(), operands.true_value(), operands.false_value()];
        crate::loop_builder::elementwise(e, op.id(), operands, |[c, x, y]| {
            crate::loop_builder::is_not_zero(c).select(x, y)
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "select",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("c"), Parameter::tensor("a"), Parameter::tensor("b")],
        emit: |call| call.build::<SelectOp>(),
    }],
    returns: Returns::Tensor,
    summary: "`a` where `c` is not 0, `b` elsewhere, element by element.",
    details: "A `nan` in `c` is not 0. Both `a` and `b` are computed as a whole.",
    shape: BROADCAST,
    errors: &[("select(1, 2)", "'select' takes 3 arguments, found 2")],
    example: ("var x = [-1, 2, -3];\nprint(select(x < 0, 0, x));", "0.000000 2.000000 0.000000 \n"),
    ops: &[OpEntry::of::<SelectOp>()],
};
