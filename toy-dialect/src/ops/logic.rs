//! `toy.and`, `toy.or` and `toy.not`: a number that is not 0 is true, and the results are 1 and 0.

use crate::ops::families::{Binary, Unary};
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::{WorksElementwise, broadcasting};
use crate::loop_builder::{Affine, Lowered, boolean, elementwise, is_not_zero};
use crate::tensor::element_list::for_elements;
use crate::tensor::elements::{ElementTypes, Scalar, gives_booleans};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor, combine};

/// 1 where both elements are not 0, 0 elsewhere. `nan` is not 0.
#[op(
    family = Binary,
    name = "toy.and",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct AndOp;

/// 1 where one of the elements is not 0, 0 elsewhere. `nan` is not 0.
#[op(
    family = Binary,
    name = "toy.or",
    traits(ResultsBroadcastableShape),
    implements(WorksElementwise)
)]
pub struct OrOp;

/// 1 where the element is 0, 0 elsewhere. `nan` is not 0.
#[op(family = Unary, name = "toy.not", implements(ElementTypes))]
pub struct NotOp;

broadcasting!(AndOp, "operator 'and'");
broadcasting!(OrOp, "operator 'or'");
broadcasting!(NotOp, "operator 'not'");

gives_booleans!(Wanted: AndOp, OrOp);
gives_booleans!(Kept: NotOp);

/// 1 or 0 of the type of the operands, for a function of the booleans of their elements.
pub(super) fn boolean_of<const N: usize>(
    inputs: &[Arc<Tensor>],
    holds: impl Fn([bool; N]) -> bool,
) -> Result<Tensor, String> {
    fn of_type<T: Scalar, const N: usize>(
        _: &[T],
        inputs: &[Arc<Tensor>],
        holds: impl Fn([bool; N]) -> bool,
    ) -> Result<Tensor, String> {
        combine(inputs, |elements: [T; N]| T::of_bool(holds(elements.map(T::to_bool))))
    }
    let first = inputs.first().ok_or("the operand is missing")?;
    for_elements!(&first.elements, list => of_type(list, inputs, holds))
}

impl Compute for AndOp {
    fn compute(_: AndOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        boolean_of(inputs, |[a, b]| a && b)
    }
}

impl Compute for OrOp {
    fn compute(_: OrOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        boolean_of(inputs, |[a, b]| a || b)
    }
}

impl Compute for NotOp {
    fn compute(_: NotOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        boolean_of(inputs, |[a]| !a)
    }
}

impl LowerTo<Affine> for AndOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let operands = [operands.lhs(), operands.rhs()];
        elementwise(e, op.id(), operands, |[x, y]| boolean(is_not_zero(x) & is_not_zero(y), x.ty()))
    }
}

impl LowerTo<Affine> for OrOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let operands = [operands.lhs(), operands.rhs()];
        elementwise(e, op.id(), operands, |[x, y]| boolean(is_not_zero(x) | is_not_zero(y), x.ty()))
    }
}

impl LowerTo<Affine> for NotOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        elementwise(e, op.id(), [operands.input()], |[x]| boolean(x.eq(0), x.ty()))
    }
}
