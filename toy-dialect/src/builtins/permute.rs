//! `transpose` with axes

use super::elementwise::*;
use super::rearrange::{Piece, Plan, Rearranging, Wrong, axis, rearranging};
use crate::ops::numbers::CompileTimeOperands;
use crate::tensor::elements::moves;
use crate::tensor::shape::shown;

/// A tensor with its dimensions in another order: the first one of the result is that of the first
/// number, and so on.
#[op(
    name = "toy.permute",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct PermuteOp {
    #[operand]
    input: NumberTensor,
    /// The dimensions, while they are not known.
    #[operand]
    dimensions: Variadic<NumberTensor>,
    #[result]
    result: NumberTensor,
}

impl CompileTimeOperands for PermuteOp {
    fn first_number(_: PermuteOpRef<'_>) -> usize {
        1
    }

    fn what(_: PermuteOpRef<'_>) -> &'static str {
        "a dimension"
    }

    fn takes_lists(_: PermuteOpRef<'_>) -> bool {
        true
    }
}

impl Rearranging for PermuteOp {
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong> {
        let Some(&input) = shapes.first() else {
            return Err("the number of operands is wrong".to_owned().into());
        };
        let (rank, what) = (input.len(), format!("'transpose' of shape {}", shown(input)));
        let axes = numbers.iter().map(|number| axis(&what, rank, *number));
        let axes: Vec<usize> = axes.collect::<Result<_, _>>()?;
        // Where each dimension of the input is in the result.
        let places: Option<Vec<_>> =
            (0..rank).map(|axis| axes.iter().position(|other| *other == axis)).collect();
        let places = places.filter(|places| places.len() == axes.len()).ok_or_else(|| {
            Wrong::Number(format!("{what} takes each of its {rank} dimensions once"))
        })?;
        let from: Vec<_> = places.iter().map(|place| ctx.affine_dim(*place as u32)).collect();
        let shape: Vec<i64> = axes.iter().map(|axis| input[*axis]).collect();
        let all = Piece {
            sizes: shape.clone(),
            into: ctx.identity_map(rank as u32),
            from: Some((0, ctx.affine_map(rank as u32, 0, &from))),
        };
        Ok(Plan { shape, pieces: vec![all] })
    }
}

rearranging!(PermuteOp);
moves!(PermuteOp);
