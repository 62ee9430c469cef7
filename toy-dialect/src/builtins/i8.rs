//! `i8`

use super::elementwise::*;
use super::small_integers;
use crate::ops::families::Unary;
use crate::tensor::elements::{Element, Gives, Takes, converted, verify_result};
use mlir_lite::edsc::EdscScope;

/// The elements as integers of 8 bits, each rounded towards 0. Numbers out of their range become
/// the first or the last one, and `nan` becomes 0.
///
/// ```mlir
/// %1 = toy.i8 %0 : (tensor<2xf64>) -> tensor<2xi8>
/// ```
#[op(family = Unary, name = "toy.i8", implements(VerifyOp, FoldOp, ElementTypes))]
pub struct I8Op;

broadcasting!(I8Op, "'i8'");

impl ElementTypes for I8Op {
    fn takes(_: I8OpRef<'_>, _operand: usize) -> Takes {
        Takes::Any
    }

    fn gives(_: I8OpRef<'_>) -> Gives {
        Gives::Only(Type::I8)
    }
}

impl Compute for I8Op {
    fn compute(_: I8OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        converted(inputs, Element::I8)
    }
}

impl VerifyOp for I8Op {
    fn verify(op: I8OpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_result(op.op(), Type::I8, "8-bit signless integer", diagnostics);
    }
}

impl FoldOp for I8Op {
    fn fold(op: I8OpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        crate::tensor::elements::folded(op.input(), constants.input(), op.result().ty())
    }
}

impl LowerTo<Affine> for I8Op {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let from = e.read(|body| Element::of(body.context(), body.ty(op.input(body))));
        small_integers::lower(e, op.id(), operands.input(), [from, Element::I8])
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "i8",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<I8Op>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements as integers of 8 bits, each rounded towards 0.",
    details: "Numbers below -128 become -128, numbers above 127 become 127, and `nan` becomes 0. \
        They take one byte each, in memory and in files. They are moved as they are, and become \
        `i64` where they are computed with; the product of two matrices of them, or of `u8`, has \
        exact sums, of `i64`.",
    shape: SAME_SHAPE,
    errors: &[("i8()", "'i8' takes 1 argument, found 0")],
    example: (
        "var x = i8([7, -7.9, 300]);\nprint(\"x =\", x, \"x + x =\", x + x, \"x @ x =\", x @ x);",
        "x = [  7  -7 127] x + x = [ 14 -14 254] x @ x = 16227\n",
    ),
    ops: &[OpEntry::of::<I8Op>()],
};
