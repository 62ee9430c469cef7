//! `u8`

use super::elementwise::*;
use super::small_integers;
use crate::ops::families::Unary;
use crate::tensor::elements::{Element, Gives, Takes, converted, verify_result};
use mlir_lite::edsc::EdscScope;

/// The elements as integers of 8 bits without a sign, each rounded towards 0. Numbers out of their
/// range become the first or the last one, and `nan` becomes 0.
///
/// ```mlir
/// %1 = toy.u8 %0 : (tensor<2xf64>) -> tensor<2xui8>
/// ```
#[op(family = Unary, name = "toy.u8", implements(VerifyOp, FoldOp, ElementTypes))]
pub struct U8Op;

broadcasting!(U8Op, "'u8'");

impl ElementTypes for U8Op {
    fn takes(_: U8OpRef<'_>, _operand: usize) -> Takes {
        Takes::Any
    }

    fn gives(_: U8OpRef<'_>) -> Gives {
        Gives::Only(Type::UI8)
    }
}

impl Compute for U8Op {
    fn compute(_: U8OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        converted(inputs, Element::U8)
    }
}

impl VerifyOp for U8Op {
    fn verify(op: U8OpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_result(op.op(), Type::UI8, "8-bit unsigned integer", diagnostics);
    }
}

impl FoldOp for U8Op {
    fn fold(op: U8OpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        crate::tensor::elements::folded(op.input(), constants.input(), op.result().ty())
    }
}

impl LowerTo<Affine> for U8Op {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let from = e.read(|body| Element::of(body.context(), body.ty(op.input(body))));
        small_integers::lower(e, op.id(), operands.input(), [from, Element::U8])
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "u8",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<U8Op>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements as integers of 8 bits without a sign, each rounded towards 0.",
    details: "Numbers below 0 become 0, numbers above 255 become 255, and `nan` becomes 0. \
        Everything else is as for `i8`.",
    shape: SAME_SHAPE,
    errors: &[("u8()", "'u8' takes 1 argument, found 0")],
    example: (
        "var x = u8([7, -7.9, 300]);\nprint(\"x =\", x, \"x - 8 =\", x - 8, \"x @ x =\", x @ x);",
        "x = [  7   0 255] x - 8 = [ -1  -8 247] x @ x = 65074\n",
    ),
    ops: &[OpEntry::of::<U8Op>()],
};
