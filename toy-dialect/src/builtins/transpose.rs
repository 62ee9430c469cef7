//! `transpose`

use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::{EdscScope, Expr};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::Diagnostic;

use super::permute::PermuteOp;
use super::{Builtin, OpEntry, Parameter, Returns, Signature};
use crate::interpret::interpreted_by_computing;
use crate::loop_builder::{Affine, Lowered, fill, in_memory, target};
use crate::ops::elementwise::is_elementwise;
use crate::sizes::{Sizes, known_sizes, tensor_of_sizes};
use crate::tensor::elements::{ElementTypes, element_of, moves};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor};
use crate::types::are_compatible;

/// Reverses the dimensions of a tensor.
///
/// ```mlir
/// %1 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
/// ```
#[op(
    name = "toy.transpose",
    traits(Pure),
    implements(
        VerifyOp, CanonicalizeOp, InterpretOp, InferShape, Compute, ElementTypes, LowerTo<Affine>,
    ),
    format = "`(` $input `:` type($input) `)` attr-dict `to` type($output)"
)]
pub struct TransposeOp {
    #[operand]
    input: NumberTensor,
    #[result]
    output: NumberTensor,
}

interpreted_by_computing!(TransposeOp);
moves!(TransposeOp);

impl VerifyOp for TransposeOp {
    fn verify(op: TransposeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, output) = (op.context(), op.output().ty());
        let input = op.input().ty();
        let Some(shape) = input.shape(ctx) else { return };
        let reversed: Vec<i64> = shape.iter().rev().copied().collect();
        let expected = ctx.tensor_type(&reversed, element_of(ctx, input));
        if !are_compatible(ctx, output, expected) {
            let (expected, found) = (print_type(ctx, expected), print_type(ctx, output));
            let message = format!("expects the result type '{expected}', found '{found}'");
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl InferShape for TransposeOp {
    fn infer_type(op: TransposeOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let reversed: Sizes = known_sizes(op.input()).into_iter().rev().collect();
        Ok(tensor_of_sizes(op.context(), &reversed, Type::F64))
    }

    fn takes_symbolic_sizes(_: TransposeOpRef<'_>) -> bool {
        true
    }
}

impl CanonicalizeOp for TransposeOp {
    fn patterns(set: &mut RewritePatternSet) {
        // Where shapes are not known, types may differ: then the op stays.
        set.add_rules(rewrite! {
            "toy.transpose-of-transpose": TransposeOp(TransposeOp($x)) => $x;
        });
        set.add("toy.transpose-of-elementwise", 1, transpose_of_elementwise);
    }
}

/// `transpose(transpose(a) * transpose(b))` is `a * b`: elementwise ops may process elements in any
/// order. Not if the shapes differ, since they are broadcast from the last dimension, which a
/// transpose makes the first.
fn transpose_of_elementwise(
    transpose: TransposeOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let value = transpose.input(body);
    let op = body.defining_op(value).ok_or("the operand is an argument")?;
    if !is_elementwise(body, op) || !body.has_one_use(value) {
        return Err(rewriter.notify_match_failure(
            "the operand is not an element-wise op of this one \
            use",
        ));
    }
    let (ty, result) = (body.ty(value), body.ty(transpose.output(body)));
    ty.static_shape(body.context()).ok_or("the shape is not known")?;
    let untransposed = |operand| match TransposeOp::defining(body, operand) {
        Some(inner) if body.ty(operand) == ty && body.ty(inner.input(body)) == result => {
            Some(inner.input(body))
        }
        Some(_) => None,
        // A single number has no dimensions.
        None => {
            body.ty(operand).shape(body.context()).is_some_and(<[i64]>::is_empty).then_some(operand)
        }
    };
    let operands: Option<SmallVec<[ValueId; 2]>> = body.operands(op).map(untransposed).collect();
    let operands = operands.ok_or("an operand is not a transpose")?;
    let state = OperationState::new(body.name(op), body.location(op))
        .operands(&operands)
        .results(&[result]);
    let new = rewriter.create(state);
    let results: SmallVec<[ValueId; 1]> = rewriter.body().results(new).collect();
    rewriter.replace_op(transpose.id(), &results);
    Ok(())
}

impl Compute for TransposeOp {
    fn compute(_: TransposeOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let [input] = inputs else { return Err("the number of operands is wrong".to_owned()) };
        let shape: Vec<i64> = input.shape.iter().rev().copied().collect();
        // Strides of the input's dimensions, the last of which is the result's first.
        let mut strides = vec![1; input.shape.len()];
        for dimension in (1..strides.len()).rev() {
            strides[dimension - 1] = strides[dimension] * input.shape[dimension] as usize;
        }
        input.rearranged(&shape, |mut number| {
            let mut index = 0;
            // The result's last dimension, which varies fastest, is the input's first.
            for (&size, &stride) in input.shape.iter().zip(&strides) {
                index += number % size as usize * stride;
                number /= size as usize;
            }
            index
        })
    }
}

impl LowerTo<Affine> for TransposeOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [input] = in_memory(e, [operands.input()])?;
        fill(e, ty, |ivs| {
            let reversed: Vec<Expr<'_>> = ivs.iter().rev().copied().collect();
            input.at(&reversed[..])
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "transpose",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::numbers("axes").optional()],
        emit: |call| match call.values(1)[..] {
            [] => call.build::<TransposeOp>(),
            _ => call.build::<PermuteOp>(),
        },
    }],
    returns: Returns::Tensor,
    summary: "Reverses the dimensions of a tensor, or gives them another order.",
    details: "`transpose(a, 0, 2, 1)` has the first dimension of `a`, then the third, then the \
        second; a list of the dimensions is also accepted. One below 0 is counted from the last \
        one back.",
    shape: "The sizes of `a` in reverse order, or those of the dimensions in the order given.",
    errors: &[(
        "transpose([[1, 2]], 0, 0)",
        "'transpose' of shape <1, 2> takes each of its 2 dimensions once",
    )],
    example: (
        "print(transpose([[1, 2, 3], [4, 5, 6]]));\nprint(shape(transpose(zeros(2, 3, 4), 0, 2, \
            1)));",
        "1.000000 4.000000 \n2.000000 5.000000 \n3.000000 6.000000 \n2.000000 4.000000 3.000000 \
            \n",
    ),
    ops: &[OpEntry::of::<TransposeOp>(), OpEntry::of::<PermuteOp>()],
};
