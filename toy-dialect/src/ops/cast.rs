//! `toy.cast`

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::elements::{ElementTypes, takes_truths};
use crate::interpret::give;
use crate::shape::InferShape;

/// Converts a tensor to a type that knows more or less about its shape. No element changes.
///
/// ```mlir
/// %4 = toy.cast %1 : tensor<2x3xf64> to tensor<*xf64>
/// ```
#[op(
    name = "toy.cast",
    traits(Pure, SameOperandsAndResultShape),
    interfaces(InferShape, ElementTypes),
    hooks(InterpretOp),
    format = "$input attr-dict `:` type($input) `to` type($output)",
    fold
)]
pub struct CastOp {
    #[operand]
    input: NumberTensor,
    #[result]
    output: NumberTensor,
}

takes_truths!(Kept: CastOp);

impl InferShape for CastOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        Ok(self.input().ty())
    }
}

impl InterpretOp for CastOp {
    fn interpret<'b>(op: CastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let input = m.take_operands(op.op()).pop().ok_or_else(Trap::malformed)?;
        give(m, op.op(), input)
    }
}

impl FoldOp for CastOp {
    /// A cast to the type that the operand has is the operand, and so is the second of two casts
    /// that leads back.
    fn fold(op: CastOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (input, ty) = (op.input(), op.output().ty());
        if input.ty() == ty {
            return Fold::value(input);
        }
        match input.defining::<CastOp>().map(|inner| inner.input()) {
            Some(source) if source.ty() == ty => Fold::value(source),
            _ => Fold::Unchanged,
        }
    }
}
