//! `toy.reshape` and `toy.reshape_to`

use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{CanonicalizeOp, PatternRewriter, RewritePatternSet};
use mlir_lite::types::element_count;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::constant::ConstantOp;
use crate::interpret::{interpreted_by_computing, set_result};
use crate::loop_builder::{Affine, Lowered, in_memory, lower_reshape};
use crate::ops::numbers::{
    CompileTimeOperands, LEAST_SIZE, SIZE, checked_sizes, known_numbers, numbers,
};
use crate::tensor::elements::{ElementTypes, moves};
use crate::tensor::shape::{InferShape, known_shape, shown};
use crate::tensor::{Compute, Tensor};

/// Gives the elements of a tensor, in row-major order, another shape of as many elements.
///
/// ```mlir
/// %1 = toy.reshape(%0 : tensor<2xf64>) to tensor<2x1xf64>
/// ```
///
/// Numbers of elements are compared by shape inference, which can say how the shapes came about.
#[op(
    name = "toy.reshape",
    traits(Pure),
    implements(
        VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, InferShape, ElementTypes, LowerTo<Affine>
    ),
    format = "`(` $input `:` type($input) `)` attr-dict `to` type($output)"
)]
pub struct ReshapeOp {
    #[operand]
    input: NumberTensor,
    #[result]
    output: NumberTensor,
}

/// Gives the elements of a tensor, in row-major order, a shape whose sizes are computed.
#[op(
    name = "toy.reshape_to",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct ReshapeToOp {
    #[operand]
    input: NumberTensor,
    /// While they are not known.
    #[operand]
    sizes: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(ReshapeToOp);
interpreted_by_computing!(ReshapeToOp);
moves!(ReshapeOp, ReshapeToOp);

impl CompileTimeOperands for ReshapeToOp {
    fn first_number(_: ReshapeToOpRef<'_>) -> usize {
        1
    }

    fn what(_: ReshapeToOpRef<'_>) -> &'static str {
        SIZE
    }

    fn least(_: ReshapeToOpRef<'_>) -> Option<i64> {
        Some(LEAST_SIZE)
    }

    fn takes_lists(_: ReshapeToOpRef<'_>) -> bool {
        true
    }
}

impl InferShape for ReshapeToOp {
    fn infer_type(view: ReshapeToOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        let to = known_numbers(op);
        if let Err(wrong) = checked_sizes(&to) {
            return Err(Box::new(
                op.error(wrong).with_code(Code::WrongNumber.text()).with_label("reshaped to this"),
            ));
        }
        check_counts(op, known_shape(view.input()), &to)?;
        Ok(op.context().tensor_type(&to, Type::F64))
    }
}

impl Compute for ReshapeToOp {
    fn compute(view: ReshapeToOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let op = view.op();
        let input = inputs.first().ok_or("the operand is missing")?;
        let shape = numbers(op, inputs, 1)?;
        if element_count(&shape) != Some(input.len()) || shape.iter().any(|size| *size < 1) {
            let (from, to) = (shown(&input.shape), shown(&shape));
            return Err(format!("cannot reshape {from} to {to}: the numbers of elements differ"));
        }
        Ok(Tensor { shape, elements: input.elements.clone() })
    }
}

impl LowerTo<Affine> for ReshapeToOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let [input] = in_memory(e, [operands.input()])?;
        lower_reshape(e, op.id(), input)
    }
}

impl VerifyOp for ReshapeOp {
    fn verify(op: ReshapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.output().ty().static_shape(op.context()).is_none() {
            diagnostics.error(op.op().op_error("expects a result type of known shape"));
        }
    }
}

impl InferShape for ReshapeOp {
    fn infer_type(op: ReshapeOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let (from, to) = (known_shape(op.input()), known_shape(op.output()));
        check_counts(op.op(), from, to).map(|()| op.output().ty())
    }
}

impl InterpretOp for ReshapeOp {
    fn interpret<'b>(op: ReshapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut input = Tensor::take_operands(op.op(), m)?.pop().ok_or_else(Trap::malformed)?;
        let shape = op.output().ty().static_shape(op.context()).ok_or_else(Trap::malformed)?;
        if shape.iter().product::<i64>() != input.len() as i64 {
            let (from, to) = (shown(&input.shape), shown(shape));
            let message = format!("cannot reshape {from} to {to}: the numbers of elements differ");
            return Err(Trap::new(message));
        }
        Arc::make_mut(&mut input).shape = shape.to_vec();
        set_result(m, op.op(), Value::dialect(input))
    }
}

fn check_counts(op: OpRef<'_>, from: &[i64], to: &[i64]) -> Result<(), Box<Diagnostic>> {
    let (found, wanted) = (element_count(from), element_count(to));
    if found.is_some() && found == wanted {
        return Ok(());
    }
    let count =
        |count: Option<usize>| count.map_or("too many".to_owned(), |count| count.to_string());
    let noun = if found == Some(1) { "element becomes" } else { "elements become" };
    Err(Box::new(
        op.error(format!("cannot reshape {} to {}", shown(from), shown(to)))
            .with_code(Code::ReshapeMismatch.text())
            .with_label(format!("{} {noun} {}", count(found), count(wanted)))
            .with_note("a reshape keeps the number of elements"),
    ))
}

impl FoldOp for ReshapeOp {
    /// A reshape to the shape of the operand is the operand.
    fn fold(op: ReshapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let input = op.input();
        if input.ty() == op.output().ty() { Fold::value(input) } else { Fold::Unchanged }
    }
}

/// Whether both types have the same number of elements, as far as it is known.
fn same_count(ctx: &Context, a: Type, b: Type) -> bool {
    let count = |ty: Type| ty.static_shape(ctx).and_then(element_count);
    count(a).is_some() && count(a) == count(b)
}

/// Whether both tensors have the same number of elements. An invalid reshape stays, to be reported.
fn same_size(body: &Body, a: ValueId, b: ValueId) -> bool {
    same_count(body.context(), body.ty(a), body.ty(b))
}

fn fits(body: &Body, value: Attribute, tensor: ValueId) -> bool {
    let (ctx, ty) = (body.context(), body.ty(tensor));
    value.dense(ctx).is_some_and(|elements| {
        elements.ty().element_type(ctx) == ty.element_type(ctx)
            && same_count(ctx, elements.ty(), ty)
    })
}

/// The elements with the shape of a tensor.
fn reshaped(rewriter: &mut PatternRewriter<'_>, value: Attribute, tensor: ValueId) -> Attribute {
    let (ctx, ty) = (rewriter.context(), rewriter.body().ty(tensor));
    value.dense(ctx).map_or(value, |elements| ctx.dense_attr(elements.with_type(ty)))
}

impl CanonicalizeOp for ReshapeOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "toy.reshape-of-reshape":
                $outer @ ReshapeOp($inner @ ReshapeOp($x)) => ReshapeOp($x, loc($outer))
                where same_size($x, $inner);
            "toy.reshape-of-constant":
                $outer @ ReshapeOp(ConstantOp($value)) => ConstantOp(reshaped($value, $outer), loc($outer))
                where fits($value, $outer)
        });
    }
}

impl LowerTo<Affine> for ReshapeOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let [input] = in_memory(e, [operands.input()])?;
        lower_reshape(e, op.id(), input)
    }
}
