//! `diag`

use super::elementwise::*;
use super::rearrange::{Piece, Plan, Rearranging, Wrong, rearranging};
use crate::ops::numbers::CompileTimeOperands;
use crate::tensor::shape::shown;

/// The diagonal of a matrix, or the matrix with a diagonal.
#[op(
    name = "toy.diag",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct DiagOp {
    #[operand]
    input: NumberTensor,
    /// How far the diagonal is right of the main one, if that is given and not known yet.
    #[operand]
    offset: Variadic<NumberTensor>,
    #[result]
    result: NumberTensor,
}

impl CompileTimeOperands for DiagOp {
    fn first_number(_: DiagOpRef<'_>) -> usize {
        1
    }

    fn what(_: DiagOpRef<'_>) -> &'static str {
        "the number of a diagonal"
    }
}

impl Rearranging for DiagOp {
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong> {
        let Some(&input) = shapes.first() else {
            return Err("the number of operands is wrong".to_owned().into());
        };
        let offset = numbers.first().copied().unwrap_or(0);
        // The first element of the diagonal.
        let (row, column) = (offset.saturating_neg().max(0), offset.max(0));
        let at = |start| ctx.affine_add(ctx.affine_dim(0), ctx.affine_constant(start));
        let (line, diagonal) = (ctx.identity_map(1), ctx.affine_map(1, 0, &[at(row), at(column)]));
        match *input {
            [size] => {
                let whole = size.checked_add(row.max(column));
                let whole = whole.ok_or_else(|| "a diagonal is too far away".to_owned())?;
                let zeros = Piece { sizes: vec![whole; 2], into: ctx.identity_map(2), from: None };
                let elements = Piece { sizes: vec![size], into: diagonal, from: Some((0, line)) };
                Ok(Plan { shape: vec![whole; 2], pieces: vec![zeros, elements] })
            }
            [rows, columns] => {
                let size = rows.saturating_sub(row).min(columns.saturating_sub(column));
                if size < 1 {
                    return Err(Wrong::Number(format!(
                        "'diag' of shape {}: there is no diagonal {offset}",
                        shown(input)
                    )));
                }
                let elements = Piece { sizes: vec![size], into: line, from: Some((0, diagonal)) };
                Ok(Plan { shape: vec![size], pieces: vec![elements] })
            }
            _ => Err(Wrong::Shape(format!(
                "'diag' takes a vector or a matrix, found a tensor of shape {}",
                shown(input)
            ))),
        }
    }
}

rearranging!(DiagOp);
takes_booleans!(Kept: DiagOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "diag",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::number("k").optional()],
        emit: |call| call.build::<DiagOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The diagonal of a matrix; of a vector, the matrix with this diagonal and zeros \
        elsewhere.",
    details: "The diagonal `k` is `k` columns right of the main one, or left of it if it is \
        below 0.",
    shape: "Of a matrix: the number of elements in the diagonal. Of `<n>`: `<n, n>`, where both \
        sizes grow by the distance of the diagonal from the main one.",
    errors: &[
        ("diag([[1, 2]], 2)", "'diag' of shape <1, 2>: there is no diagonal 2"),
        ("diag(1)", "'diag' takes a vector or a matrix, found a tensor of shape <>"),
    ],
    example: (
        "print(diag([[1, 2], [3, 4]]));\nprint(diag([1, 2]));\nprint(diag([[1, 2], [3, 4]], 1));",
        "1.000000 4.000000 \n1.000000 0.000000 \n0.000000 2.000000 \n2.000000 \n",
    ),
    ops: &[OpEntry::of::<DiagOp>()],
};
