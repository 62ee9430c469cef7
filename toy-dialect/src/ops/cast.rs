//! `toy.cast`

use crate::loop_builder::{Affine, Lowered, in_memory, target};
use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::interpret::set_result;
use crate::tensor::elements::{ElementTypes, moves};
use crate::tensor::shape::InferShape;

/// Converts a tensor to a type that knows more or less about its shape. No element changes.
///
/// ```mlir
/// %4 = toy.cast %1 : tensor<2x3xf64> to tensor<*xf64>
/// ```
#[op(
    name = "toy.cast",
    traits(Pure, SameOperandsAndResultShape),
    implements(LowerTo<Affine>, FoldOp, InterpretOp, InferShape, ElementTypes),
    format = "$input attr-dict `:` type($input) `to` type($output)"
)]
pub struct CastOp {
    #[operand]
    input: NumberTensor,
    #[result]
    output: NumberTensor,
}

moves!(CastOp);

impl InferShape for CastOp {
    fn infer_type(op: CastOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        Ok(op.input().ty())
    }

    fn takes_symbolic_sizes(_: CastOpRef<'_>) -> bool {
        true
    }
}

impl InterpretOp for CastOp {
    fn interpret<'b>(op: CastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let input = m.take_operands(op.op()).pop().ok_or_else(Trap::malformed)?;
        set_result(m, op.op(), input)
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

/// The memory of a tensor is that of the same tensor under another type.
impl LowerTo<Affine> for CastOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [input] = in_memory(e, [operands.input()])?;
        if input.memref.ty() == ty.ty {
            Ok(input)
        } else {
            Err("the cast changes the shape".into())
        }
    }
}
