//! `toy.whole_number`: a run-time check of a loop's bound.

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::{AffineEdsc, EdscScope};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;

use crate::loop_builder::{Affine, Lowered, allocate, target};
use crate::messages::out_of_range::OutOfRange;
use crate::tensor::Tensor;

/// Ends the program if a number is not a whole number; the result is the number.
///
/// `at` is the place of the number in the source, as `file:line:column`. As an op of unknown
/// effects it is neither removed nor moved across what has an effect.
///
/// ```mlir
/// %1 = toy.whole_number %0 : tensor<f64> at "f.toy:3:14"
/// ```
#[op(
    name = "toy.whole_number",
    traits(SameOperandsAndResultType),
    implements(InterpretOp, LowerTo<Affine>),
    format = "$number `:` type($result) `at` $at attr-dict"
)]
pub struct WholeNumberOp {
    #[operand]
    number: AnyTypeOf<(F64Tensor, F64)>,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: AnyTypeOf<(F64Tensor, F64)>,
}

impl InterpretOp for WholeNumberOp {
    fn interpret<'b>(op: WholeNumberOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = m.get(op.number());
        let number = match &value {
            Value::Float(number) => *number,
            _ => Tensor::operand(op.number(), m)?.single().ok_or_else(Trap::malformed)?,
        };
        match OutOfRange::bound_of(number, || op.at()) {
            Ok(_) => m.set_result(op.result(), value),
            Err(wrong) => Err(Trap::reported(wrong.diagnostic())),
        }
    }
}

impl LowerTo<Affine> for WholeNumberOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let (ty, text) = e.read(|body| (target(body, op.id()), op.at(body)));
        let memory = allocate(e, &ty?)?;
        let number = e.view(operands.number()).at(()).get().id();
        memory.at(()).set(e.value(|b| Self::create(b, number, text)));
        Ok(memory)
    }
}
