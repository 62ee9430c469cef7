//! `concat` of more than two tensors: what nested calls become, so that each element is written
//! once.

use mlir_lite::rewrite::{MatchResult, PatternRewriter};

use super::concat::ConcatOp;
use super::elementwise::*;
use super::rearrange::{Piece, Plan, Rearranging, Wrong, axis, rearranging, shifted};
use crate::ops::numbers::{CompileTimeOperands, NUMBERS, first_number_of, known_numbers};
use crate::tensor::shape::shown;

/// Tensors one after another, along a dimension. Only canonicalization creates it.
#[op(
    name = "toy.concat_all",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct ConcatAllOp {
    #[operand]
    inputs: Variadic<NumberTensor>,
    #[result]
    result: NumberTensor,
}

impl CompileTimeOperands for ConcatAllOp {
    fn first_number(op: ConcatAllOpRef<'_>) -> usize {
        op.inputs().len()
    }

    fn what(_: ConcatAllOpRef<'_>) -> &'static str {
        "a dimension"
    }
}

impl Rearranging for ConcatAllOp {
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong> {
        let Some(&first) = shapes.first() else {
            return Err("the number of operands is wrong".to_owned().into());
        };
        let number = numbers.first().copied().unwrap_or(0);
        let along = axis(&format!("'concat' of shape {}", shown(first)), first.len(), number)?;
        let (mut shape, mut pieces) = (first.to_vec(), Vec::with_capacity(shapes.len()));
        shape[along] = 0;
        for (argument, sizes) in shapes.iter().enumerate() {
            let others = |sizes: &[i64]| -> Vec<i64> {
                let kept = sizes.iter().enumerate().filter(|(index, _)| *index != along);
                kept.map(|(_, size)| *size).collect()
            };
            if sizes.len() != first.len() || others(sizes) != others(first) {
                let (first, other) = (shown(first), shown(sizes));
                return Err(Wrong::Shape(format!("'concat' cannot join {first} and {other}")));
            }
            let mut starts = vec![0; first.len()];
            starts[along] = shape[along];
            let same = ctx.identity_map(first.len() as u32);
            let (sizes, into) = (sizes.to_vec(), shifted(ctx, &starts));
            shape[along] += sizes[along];
            pieces.push(Piece { sizes, into, from: Some((argument, same)) });
        }
        Ok(Plan { shape, pieces })
    }
}

rearranging!(ConcatAllOp);
takes_booleans!(Kept: ConcatAllOp);

/// The operands of an op that joins tensors along this dimension, if it has no other use.
fn parts(body: &Body, value: ValueId, along: usize) -> Option<Vec<ValueId>> {
    let op = body.defining_op(value)?;
    let is_joined = ConcatOp::is(body, op) || ConcatAllOp::is(body, op);
    (is_joined && body.has_one_use(value) && dimension(body, op)? == along)
        .then(|| body.operands(op).collect())
}

/// The dimension of an op whose shapes and numbers are known. While the number is an operand, it is
/// not.
fn dimension(body: &Body, op: OpId) -> Option<usize> {
    let view = body.op(op);
    if first_number_of(view) != Some(view.num_operands()) {
        return None;
    }
    let rank = view.result_types().next()?.static_shape(body.context())?.len();
    let is_known = |ty: Type| ty.static_shape(body.context()).is_some_and(|s| s.len() == rank);
    if !view.operand_types().all(is_known) {
        return None;
    }
    let number = known_numbers(view).first().copied().unwrap_or(0);
    axis("", rank, number).ok()
}

/// `concat(concat(a, b), c)` along one dimension is one op.
pub(super) fn concat_of_concat(
    concat: ConcatOp,
    rewriter: &mut PatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let along = dimension(body, concat.id()).ok_or("the shapes are not known")?;
    let mut operands: Vec<ValueId> = Vec::new();
    let mut is_nested = false;
    for operand in body.operands(concat.id()) {
        match parts(body, operand, along) {
            Some(parts) => {
                is_nested = true;
                operands.extend(parts);
            }
            None => operands.push(operand),
        }
    }
    if !is_nested {
        return Err(rewriter.notify_match_failure("no operand is another 'concat'"));
    }
    let (ctx, location) = (body.context().clone(), body.location(concat.id()));
    let ty = body.ty(concat.result(body));
    let name = ConcatAllOp::name(&ctx);
    let numbers = ctx.i64_array_attr(&[along as i64]);
    let state = OperationState::new(name, location)
        .operands(&operands)
        .results(&[ty])
        .attribute(ctx.ident(NUMBERS), numbers);
    let new = rewriter.create(state);
    let results: SmallVec<[ValueId; 1]> = rewriter.body().results(new).collect();
    rewriter.replace_op(concat.id(), &results);
    Ok(())
}
