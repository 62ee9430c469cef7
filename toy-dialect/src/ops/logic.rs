//! `toy.and`, `toy.or` and `toy.not`: a number that is not 0 is true, and the results are 1 and 0.

use mlir_lite::dialects::standard;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::{WorksElementwise, broadcasting};
use crate::lowering::{Lower, Lowered, Rewriter, is_not_zero, truth};
use crate::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// 1 where both elements are not 0, 0 elsewhere. `nan` is not 0.
#[op(
    name = "toy.and",
    traits(Pure, ResultsBroadcastableShape),
    interfaces(InferShape, Compute, WorksElementwise),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct AndOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// 1 where one of the elements is not 0, 0 elsewhere. `nan` is not 0.
#[op(
    name = "toy.or",
    traits(Pure, ResultsBroadcastableShape),
    interfaces(InferShape, Compute, WorksElementwise),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct OrOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

/// 1 where the element is 0, 0 elsewhere. `nan` is not 0.
#[op(
    name = "toy.not",
    traits(Pure, SameOperandsAndResultShape),
    interfaces(InferShape, Compute, WorksElementwise),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct NotOp {
    #[operand]
    input: F64Tensor,
    #[result]
    result: F64Tensor,
}

broadcasting!(AndOp, "operator 'and'");
broadcasting!(OrOp, "operator 'or'");
broadcasting!(NotOp, "operator 'not'");

fn number(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

impl Compute for AndOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        combine(inputs, |[a, b]| number(a != 0.0 && b != 0.0))
    }
}

impl Compute for OrOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        combine(inputs, |[a, b]| number(a != 0.0 || b != 0.0))
    }
}

impl Compute for NotOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        combine(inputs, |[a]| number(a == 0.0))
    }
}

impl Lower for AndOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, elements| {
            let [x, y] = elements.map(|element| is_not_zero(b, at, element));
            let both = standard::AndOp::build(b, at, x, y).result(b.body());
            truth(b, at, both)
        })
    }
}

impl Lower for OrOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.lhs(), operands.rhs()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, elements| {
            let [x, y] = elements.map(|element| is_not_zero(b, at, element));
            let one = standard::OrOp::build(b, at, x, y).result(b.body());
            truth(b, at, one)
        })
    }
}

impl Lower for NotOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let operands = [operands.input()];
        crate::lowering::elementwise(self.id(), operands, rewriter, |b, at, [x]| {
            let zero = standard::ConstantOp::f64(b, 0.0);
            let equal = standard::CmpFPredicate::Oeq;
            let is_zero = standard::CmpFOp::build_inferred(b, at, equal, x, zero).result(b.body());
            truth(b, at, is_zero)
        })
    }
}
