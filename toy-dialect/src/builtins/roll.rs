//! `roll`

use super::elementwise::*;
use super::rearrange::{Piece, Plan, Rearranging, Wrong, axis, rearranging, shifted};
use crate::ops::numbers::CompileTimeOperands;
use crate::tensor::shape::shown;

/// A tensor whose elements are moved along a dimension, where those that leave it at the end come
/// in at the start. Without a dimension they are moved in row-major order.
#[op(
    name = "toy.roll",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct RollOp {
    #[operand]
    input: NumberTensor,
    /// The number of places, and the dimension, while they are not known.
    #[operand]
    numbers: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

impl CompileTimeOperands for RollOp {
    fn first_number(_: RollOpRef<'_>) -> usize {
        1
    }

    fn what(_: RollOpRef<'_>) -> &'static str {
        "a number of places or a dimension"
    }
}

impl Rearranging for RollOp {
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong> {
        let (Some(input), Some(&shift)) = (shapes.first(), numbers.first()) else {
            return Err("the number of operands is wrong".to_owned().into());
        };
        let (rank, shape) = (input.len(), input.to_vec());
        let Some(&along) = numbers.get(1) else { return Ok(row_by_row(ctx, shape, shift)) };
        let along = axis(&format!("'roll' of shape {}", shown(input)), rank, along)?;
        let first = shift.rem_euclid(input[along]);
        let part = |to: i64, from: i64, size: i64| {
            let start = |start| {
                let mut starts = vec![0; rank];
                starts[along] = start;
                shifted(ctx, &starts)
            };
            let mut sizes = shape.clone();
            sizes[along] = size;
            Piece { sizes, into: start(to), from: Some((0, start(from))) }
        };
        let last = input[along] - first;
        let parts = [part(0, last, first), part(first, 0, last)];
        let pieces = parts.into_iter().filter(|part| part.sizes[along] > 0).collect();
        Ok(Plan { shape, pieces })
    }
}

/// Moves elements by their row-major numbers.
fn row_by_row(ctx: &Context, shape: Vec<i64>, shift: i64) -> Plan {
    let (rank, count) = (shape.len() as u32, shape.iter().product::<i64>());
    let mut number = ctx.affine_constant((-shift).rem_euclid(count));
    let mut stride = count;
    for (index, &size) in (0..).zip(&shape) {
        stride /= size;
        let steps = ctx.affine_mul(ctx.affine_dim(index), ctx.affine_constant(stride));
        number = ctx.affine_add(number, steps);
    }
    let number = ctx.affine_mod(number, ctx.affine_constant(count));
    let mut stride = count;
    let from: Vec<_> = shape
        .iter()
        .map(|&size| {
            stride /= size;
            let steps = ctx.affine_floordiv(number, ctx.affine_constant(stride));
            ctx.affine_mod(steps, ctx.affine_constant(size))
        })
        .collect();
    let from = ctx.affine_map(rank, 0, &from);
    let all = Piece { sizes: shape.clone(), into: ctx.identity_map(rank), from: Some((0, from)) };
    Plan { shape, pieces: vec![all] }
}

rearranging!(RollOp);
takes_booleans!(Kept: RollOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "roll",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::number("shift"), Parameter::axis()],
        emit: |call| call.build::<RollOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The elements moved by `shift` places, where those that leave at the end come in at \
        the start.",
    details: "Without `axis` they are moved row by row, as if the tensor were one row. A `shift` \
        below 0 moves to the start.",
    shape: "That of `a`.",
    errors: &[(
        "roll([1, 2], 1, axis=1)",
        "'roll' of shape <2>: there is no dimension 1 in a tensor of 1 dimensions",
    )],
    example: (
        "print(roll([1, 2, 3], 1));\nprint(roll([[1, 2], [3, 4]], 1));\nprint(roll([[1, 2], [3, \
            4]], -1, axis=0));",
        "3.000000 1.000000 2.000000 \n4.000000 1.000000 \n2.000000 3.000000 \n3.000000 4.000000 \
            \n1.000000 2.000000 \n",
    ),
    ops: &[OpEntry::of::<RollOp>()],
};
