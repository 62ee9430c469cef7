//! `stack`

use mlir_lite::affine::AffineExpr;

use super::elementwise::*;
use super::rearrange::{Piece, Plan, Rearranging, Wrong, axis, rearranging};
use crate::ops::numbers::CompileTimeOperands;
use crate::tensor::shape::shown;

/// Tensors of one shape, side by side along a new dimension.
#[op(
    name = "toy.stack",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct StackOp {
    /// The tensors, and the dimension if it is given and not known yet.
    #[operand]
    inputs_and_dimension: Variadic<NumberTensor>,
    /// The number of tensors.
    #[attr(typed)]
    count: I64Attr,
    #[result]
    result: NumberTensor,
}

impl CompileTimeOperands for StackOp {
    fn first_number(op: StackOpRef<'_>) -> usize {
        op.count().max(0) as usize
    }

    fn what(_: StackOpRef<'_>) -> &'static str {
        "a dimension"
    }
}

impl Rearranging for StackOp {
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong> {
        let Some(&first) = shapes.first() else {
            return Err("the number of operands is wrong".to_owned().into());
        };
        if let Some(other) = shapes.iter().find(|shape| **shape != first) {
            let (first, other) = (shown(first), shown(other));
            let message = format!("'stack' cannot stack shapes {first} and {other}");
            return Err(Wrong::Shape(message));
        }
        let number = numbers.first().copied().unwrap_or(0);
        let rank = first.len() + 1;
        let along = axis(&format!("'stack' of shapes {}", shown(first)), rank, number)?;
        let mut shape = first.to_vec();
        shape.insert(along, shapes.len() as i64);
        let old = first.len() as u32;
        let pieces = (0..shapes.len()).map(|argument| {
            let mut into: Vec<AffineExpr> = (0..old).map(|index| ctx.affine_dim(index)).collect();
            into.insert(along, ctx.affine_constant(argument as i64));
            Piece {
                sizes: first.to_vec(),
                into: ctx.affine_map(old, 0, &into),
                from: Some((argument, ctx.identity_map(old))),
            }
        });
        Ok(Plan { shape, pieces: pieces.collect() })
    }
}

rearranging!(StackOp);
takes_booleans!(Kept: StackOp);

pub(super) static BUILTIN: Builtin = Builtin {
    name: "stack",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensors("a"), Parameter::axis().by_name()],
        emit: |call| {
            let count = call.values(0).len() as i64;
            let (operands, location, tensor) = (call.all_values(), call.location, call.tensor);
            StackOp::build(call.builder, location, &operands, count, tensor).id()
        },
    }],
    returns: Returns::Tensor,
    summary: "Tensors of one shape, side by side along a new dimension: the first, if none is \
        given.",
    details: "A dimension below 0 is counted from the last one of the result back.",
    shape: "That of each tensor, with a new size: how many there are.",
    errors: &[
        ("stack([1, 2], [1, 2, 3])", "'stack' cannot stack shapes <2> and <3>"),
        (
            "stack(1, 2, axis=1)",
            "'stack' of shapes <>: there is no dimension 1 in a tensor of 1 dimensions",
        ),
    ],
    example: (
        "print(stack(1, 2, 3));\nprint(stack([1, 2], [3, 4], axis=1));",
        "1.000000 2.000000 3.000000 \n1.000000 3.000000 \n2.000000 4.000000 \n",
    ),
    ops: &[OpEntry::of::<StackOp>()],
};
