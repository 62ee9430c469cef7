//! `toy.and`, `toy.or` and `toy.not`: a number that is not 0 is true, and the results are 1 and 0.

use mlir_lite::edsc::Edsc;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::{WorksElementwise, broadcasting};
use crate::lowering::{Lower, Lowered, elementwise, is_not_zero, truth};
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
    lhs: F32OrF64Tensor,
    #[operand]
    rhs: F32OrF64Tensor,
    #[result]
    result: F32OrF64Tensor,
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
    lhs: F32OrF64Tensor,
    #[operand]
    rhs: F32OrF64Tensor,
    #[result]
    result: F32OrF64Tensor,
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
    input: F32OrF64Tensor,
    #[result]
    result: F32OrF64Tensor,
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
    fn lower<'e>(self, operands: Adaptor<'_, Self>, e: Edsc<'e>) -> Lowered<'e> {
        let operands = [operands.lhs(), operands.rhs()];
        elementwise(e, self.id(), operands, |[x, y]| truth(is_not_zero(x) & is_not_zero(y), x))
    }
}

impl Lower for OrOp {
    fn lower<'e>(self, operands: Adaptor<'_, Self>, e: Edsc<'e>) -> Lowered<'e> {
        let operands = [operands.lhs(), operands.rhs()];
        elementwise(e, self.id(), operands, |[x, y]| truth(is_not_zero(x) | is_not_zero(y), x))
    }
}

impl Lower for NotOp {
    fn lower<'e>(self, operands: Adaptor<'_, Self>, e: Edsc<'e>) -> Lowered<'e> {
        elementwise(e, self.id(), [operands.input()], |[x]| truth(x.eq(0.0), x))
    }
}
