//! `toy.transpose`

use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::is_elementwise;
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
        set.add("transpose-of-elementwise-of-transposes", 1, transpose_of_elementwise);
    }
}

/// `transpose(transpose(a) * transpose(b))` is `a * b`: what works element by element does it in any order. Not where the
/// shapes differ, since they are broadcast from the last dimension on, which a transpose makes the first.
fn transpose_of_elementwise(transpose: TransposeOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let value = transpose.input(body);
    let op = body.defining_op(value).ok_or("the operand is an argument")?;
    if !is_elementwise(body, op) || !body.has_one_use(value) {
        return Err(rewriter.notify_match_failure("the operand is no element-wise op of this one use"));
    }
    let (ty, result) = (body.ty(value), body.ty(transpose.output(body)));
    ty.static_shape(body.context()).ok_or("the shape is not known")?;
    let untransposed = |operand| match TransposeOp::defining(body, operand) {
        Some(inner) if body.ty(operand) == ty && body.ty(inner.input(body)) == result => {
            Some(inner.input(body))
        }
        Some(_) => None,
        // A single number has no dimensions.
        None => body.ty(operand).shape(body.context()).is_some_and(<[i64]>::is_empty).then_some(operand),
    };
    let operands: Option<SmallVec<[ValueId; 2]>> = body.operands(op).map(untransposed).collect();
    let operands = operands.ok_or("an operand is no transpose")?;
    let state = OperationState::new(body.name(op), body.location(op)).operands(&operands).results(&[result]);
    let new = rewriter.create(state);
    let new = rewriter.body().result(new, 0);
    rewriter.replace_op(transpose.id(), &[new]);
    Ok(())
}
