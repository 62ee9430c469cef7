//! `toy.transpose`

use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::RewritePatternSet;
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::Diagnostic;

use crate::shapes::{InferShape, operand_shape};
use crate::types::are_compatible;

/// Reverses the dimensions of a tensor.
///
/// ```mlir
/// %1 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
/// ```
#[op(
    name = "toy.transpose",
    traits(Pure),
    interfaces(InferShape),
    format = "`(` $input `:` type($input) `)` attr-dict `to` type($output)",
    verify,
    canonicalize
)]
pub struct TransposeOp {
    #[operand]
    input: F64Tensor,
    #[result]
    output: F64Tensor,
}

impl VerifyOp for TransposeOp {
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let output = op.body().ty(op.result(0));
        let Some(shape) = op.body().ty(op.operand(0)).shape(ctx) else { return };
        let reversed: Vec<i64> = shape.iter().rev().copied().collect();
        let expected = ctx.tensor_type(&reversed, Type::F64);
        if !are_compatible(ctx, output, expected) {
            let (expected, found) = (print_type(ctx, expected), print_type(ctx, output));
            diagnostics
                .error(op.op_error(format_args!("expects the result type '{expected}', found '{found}'")));
        }
    }
}

impl InferShape for TransposeOp {
    fn infer_type(&self, op: OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let reversed: Vec<i64> = operand_shape(op, 0).iter().rev().copied().collect();
        Ok(op.context().tensor_type(&reversed, Type::F64))
    }
}

impl CanonicalizeOp for TransposeOp {
    fn patterns(set: &mut RewritePatternSet) {
        // Where shapes are not known the types may differ: then it stays.
        set.add_rules(rewrite! { "transpose-of-transpose": TransposeOp(TransposeOp($x)) => $x });
    }
}
