//! `f64`

use super::elementwise::*;
use crate::tensor::elements::{Element, Gives, Takes, converted};
use mlir_lite::edsc::EdscScope;

/// The elements as floats of 64 bits.
#[op(
    name = "toy.f64",
    traits(Pure, SameOperandsAndResultShape),
    implements(
        CustomAssembly, FoldOp, InterpretOp, InferShape, Compute, WorksElementwise, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct F64Op {
    #[operand]
    input: NumberTensor,
    #[result]
    result: F64Tensor,
}

broadcasting!(F64Op, "'f64'");

impl ElementTypes for F64Op {
    fn takes(_: F64OpRef<'_>, _operand: usize) -> Takes {
        Takes::Any
    }

    fn gives(_: F64OpRef<'_>) -> Gives {
        Gives::Only(Type::F64)
    }

    fn keeps_whole_numbers(_: F64OpRef<'_>) -> bool {
        true
    }
}

impl Compute for F64Op {
    fn compute(_: F64OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        converted(inputs, Element::F64)
    }
}

impl FoldOp for F64Op {
    fn fold(op: F64OpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        crate::tensor::elements::folded(op.input(), constants.input(), op.result().ty())
    }
}

impl LowerTo<Affine> for F64Op {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let from = e.read(|body| Element::of(body.context(), body.ty(op.input(body))));
        crate::loop_builder::elementwise(e, op.id(), [operands.input()], |[x]| match from {
            Element::F64 => x,
            from if from.is_integer() => crate::loop_builder::float_of_integer(x, from, Type::F64),
            _ => x.to::<standard::FPExtOp>(Type::F64),
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "f64",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<F64Op>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements as floats of 64 bits.",
    details: "All tensors have such elements unless `f32`, `i64` or `bool` makes others. Floats of \
        32 bits do not change; an integer above 2^53 is rounded to the nearest one.",
    shape: SAME_SHAPE,
    errors: &[("f64()", "'f64' takes 1 argument, found 0")],
    example: ("print(f64(f32(0.5)) + 1e-9 == 0.5);", "0.000000 \n"),
    ops: &[OpEntry::of::<F64Op>()],
};
