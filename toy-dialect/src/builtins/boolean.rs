//! `bool`

use super::elementwise::*;
use crate::ops::families::Unary;
use crate::tensor::elements::{Element, converted};
use crate::tensor::elements::{Gives, Takes, verify_result};
use mlir_lite::edsc::EdscScope;

/// Each element as a boolean: whether it is not 0. `nan` is not 0.
///
/// ```mlir
/// %1 = toy.bool %0 : (tensor<2xf64>) -> tensor<2xi1>
/// ```
#[op(family = Unary, name = "toy.bool", implements(VerifyOp, FoldOp, ElementTypes))]
pub struct BoolOp;

broadcasting!(BoolOp, "'bool'");

impl ElementTypes for BoolOp {
    fn gives_booleans(_: BoolOpRef<'_>) -> bool {
        true
    }

    fn takes(_: BoolOpRef<'_>, _operand: usize) -> Takes {
        Takes::Any
    }

    fn gives(_: BoolOpRef<'_>) -> Gives {
        Gives::Only(Type::I1)
    }
}

impl Compute for BoolOp {
    fn compute(_: BoolOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        converted(inputs, Element::Bool)
    }
}

impl VerifyOp for BoolOp {
    fn verify(op: BoolOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_result(op.op(), Type::I1, "1-bit signless integer", diagnostics);
    }
}

impl FoldOp for BoolOp {
    fn fold(op: BoolOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        crate::tensor::elements::folded(op.input(), constants.input(), op.result().ty())
    }
}

impl LowerTo<Affine> for BoolOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let from = e.read(|body| Element::of(body.context(), body.ty(op.input(body))));
        crate::loop_builder::elementwise(e, op.id(), [operands.input()], |[x]| match from {
            Element::Bool => x,
            _ => crate::loop_builder::boolean(crate::loop_builder::is_not_zero(x), Type::I8),
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "bool",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x")],
        emit: |call| call.build::<BoolOp>(),
    }],
    returns: Returns::Tensor,
    summary: "Each element as a boolean: false if it is 0, else true.",
    details: "`nan` is true. A boolean takes one byte; see [booleans](#booleans).",
    shape: SAME_SHAPE,
    errors: &[("bool()", "'bool' takes 1 argument, found 0")],
    example: (
        "var x = [3, 0, -1];\nvar m = bool(x > 0);\nprint(m);\nprint(\"not m =\", not m, \
            \"count\", sum(m), \"kept\", x * m);",
        "true false false \nnot m = [false  true  true] count 1 kept [ 3  0 -0]\n",
    ),
    ops: &[OpEntry::of::<BoolOp>()],
};
