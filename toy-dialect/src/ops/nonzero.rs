//! `toy.nonzero`: a run-time check of the divisors of integers.

use crate::tensor::element_list::for_elements;
use crate::tensor::elements::Scalar;
use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::{EdscScope, Expr};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use std::sync::Arc;

use super::CheckedDivisorOp;
use crate::interpret::set_result;
use crate::loop_builder::{Affine, Lowered, elementwise};
use crate::messages::out_of_range::OutOfRange;
use crate::tensor::elements::{ElementTypes, keeps_integers};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor};

/// A tensor of integers, none of which is 0: one that is ends the program.
///
/// `at` is the place of the division in the source, as `file:line:column`.
///
/// ```mlir
/// %1 = toy.nonzero %0 {at = "f.toy:3:14"} : tensor<2xi64> to tensor<2xi64>
/// ```
#[op(
    name = "toy.nonzero",
    traits(SameOperandsAndResultShape),
    implements(
        FoldOp, InterpretOp, InferShape, Compute, MemoryEffectOpInterface, ElementTypes,
        LowerTo<Affine>,
    ),
    format = "$input attr-dict `:` type($input) `to` type($result)"
)]
pub struct NonZeroOp {
    #[operand]
    input: NumberTensor,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: NumberTensor,
}

keeps_integers!(NonZeroOp);

impl InferShape for NonZeroOp {
    fn infer_type(op: NonZeroOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        Ok(op.input().ty())
    }

    fn takes_symbolic_sizes(_: NonZeroOpRef<'_>) -> bool {
        true
    }
}

impl MemoryEffectOpInterface for NonZeroOp {
    /// A check may end the program.
    fn effects(_: NonZeroOpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_elem(Effect::of(EffectKind::Write, Resource::MEMORY), 1)
    }
}

impl NonZeroOpRef<'_> {
    fn check(self, input: &Tensor) -> Result<(), OutOfRange> {
        match for_elements!(&input.elements, list => list.iter().all(|value| value.to_bool())) {
            true => Ok(()),
            false => Err(OutOfRange::division_by_zero(self.at())),
        }
    }
}

impl Compute for NonZeroOp {
    fn compute(op: NonZeroOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let input = inputs.first().ok_or("the operand is missing")?;
        op.check(input).map_err(|wrong| wrong.line())?;
        Ok(Tensor::clone(input))
    }
}

impl InterpretOp for NonZeroOp {
    fn interpret<'b>(op: NonZeroOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let input = Tensor::take_operands(op.op(), m)?.pop().ok_or_else(Trap::malformed)?;
        op.check(&input).map_err(|wrong| Trap::reported(wrong.diagnostic()))?;
        set_result(m, op.op(), Value::dialect(input))
    }
}

impl FoldOp for NonZeroOp {
    fn fold(op: NonZeroOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let numbers = constants.input().and_then(|value| value.dense(ctx));
        let numbers = numbers.and_then(|all| crate::tensor::elements::elements_of(ctx, &all));
        match numbers {
            Some(all) if for_elements!(&all, list => list.iter().all(|value| value.to_bool())) => {
                Fold::value(op.input())
            }
            _ => Fold::Unchanged,
        }
    }
}

impl LowerTo<Affine> for NonZeroOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let at = e.read(|body| op.at(body));
        elementwise(e, op.id(), [operands.input()], |[x]: [Expr<'e>; 1]| {
            e.value(|b| CheckedDivisorOp::create(b, x.id(), at))
        })
    }
}
