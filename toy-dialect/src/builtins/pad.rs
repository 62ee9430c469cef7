//! `pad`

use super::elementwise::*;
use super::rearrange::{Piece, Plan, Rearranging, Wrong, rearranging, shifted};
use crate::ops::numbers::CompileTimeOperands;
use crate::tensor::elements::{BooleanOperands, Takes};
use crate::tensor::shape::shown;

/// A tensor with a number around it.
///
/// The widths are those before and after each dimension, or one pair of widths for all of them, or
/// one width.
#[op(
    name = "toy.pad",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct PadOp {
    #[operand]
    input: NumberTensor,
    #[operand]
    value: NumberTensor,
    /// While they are not known.
    #[operand]
    widths: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

impl CompileTimeOperands for PadOp {
    fn first_number(_: PadOpRef<'_>) -> usize {
        2
    }

    fn what(_: PadOpRef<'_>) -> &'static str {
        "a width"
    }

    fn takes_lists(_: PadOpRef<'_>) -> bool {
        true
    }

    fn least(_: PadOpRef<'_>) -> Option<i64> {
        Some(0)
    }
}

/// The widths before and after each dimension.
fn widths(rank: usize, numbers: &[i64]) -> Option<Vec<(i64, i64)>> {
    match *numbers {
        _ if numbers.iter().any(|width| *width < 0) => None,
        [width] => Some(vec![(width, width); rank]),
        [before, after] => Some(vec![(before, after); rank]),
        _ if numbers.len() == 2 * rank => {
            Some(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
        }
        _ => None,
    }
}

impl Rearranging for PadOp {
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong> {
        let &[input, value] = shapes else {
            return Err("the number of operands is wrong".to_owned().into());
        };
        if !value.is_empty() {
            let shape = shown(value);
            let message = format!("'pad' pads with a number, found a tensor of shape {shape}");
            return Err(Wrong::Shape(message));
        }
        let rank = input.len();
        let Some(widths) = widths(rank, numbers) else {
            let pairs = if rank > 1 { format!(", or {} of them", 2 * rank) } else { String::new() };
            return Err(Wrong::Number(format!(
                "'pad' of shape {} takes 1 or 2 widths{pairs}, found {}",
                shown(input),
                numbers.len()
            )));
        };
        let larger = |(&size, &(before, after)): (&i64, &(i64, i64))| {
            size.checked_add(before)?.checked_add(after)
        };
        let shape: Option<Vec<i64>> = input.iter().zip(&widths).map(larger).collect();
        let shape = shape.ok_or_else(|| "a width is too large".to_owned())?;
        let starts: Vec<i64> = widths.iter().map(|(before, _)| *before).collect();
        let inner = Piece {
            sizes: input.to_vec(),
            into: shifted(ctx, &starts),
            from: Some((0, ctx.identity_map(rank as u32))),
        };
        let number = ctx.affine_map(rank as u32, 0, &[]);
        let mut pieces = vec![inner];
        // The parts before and after a dimension span all of the later ones, and of the earlier
        // ones the part between: each element is written once.
        for (dimension, &(before, after)) in widths.iter().enumerate() {
            for (start, width) in [(0, before), (before + input[dimension], after)] {
                let mut sizes = shape.clone();
                sizes[..dimension].copy_from_slice(&input[..dimension]);
                sizes[dimension] = width;
                let mut into = vec![0; rank];
                into[..dimension].copy_from_slice(&starts[..dimension]);
                into[dimension] = start;
                if width > 0 {
                    let into = shifted(ctx, &into);
                    pieces.push(Piece { sizes, into, from: Some((1, number)) });
                }
            }
        }
        Ok(Plan { shape, pieces })
    }
}

rearranging!(PadOp);

impl ElementTypes for PadOp {
    fn takes(_: PadOpRef<'_>, operand: usize) -> Takes {
        // The number before and after booleans is one of them.
        if operand == 1 { Takes::BesideNumbers } else { Takes::Common }
    }

    fn keeps_integers(_: PadOpRef<'_>) -> bool {
        true
    }

    fn boolean_operands(_: PadOpRef<'_>) -> BooleanOperands {
        BooleanOperands::Kept
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "pad",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[
            Parameter::tensor("a"),
            Parameter::numbers("widths"),
            Parameter::tensor("value").optional().by_name(),
        ],
        emit: |call| {
            let (input, widths) = (call.values(0), call.values(1));
            let value = match call.values(2).first() {
                Some(value) => *value,
                None => call.number(0.0),
            };
            call.build_of::<PadOp>(&[&input[..], &[value], &widths[..]].concat())
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor with zeros, or with the number `value`, around it.",
    details: "One width is that on all sides; two are those before and after each dimension; or \
        there are two for each dimension.",
    shape: "Each size grows by the two widths of its dimension, which are whole numbers from 0 on, \
        known when the program is compiled.",
    errors: &[
        (
            "pad([[1, 2]], 1, 2, 3)",
            "'pad' of shape <1, 2> takes 1 or 2 widths, or 4 of them, found 3",
        ),
        ("pad([1, 2], -1)", "a width is at least 0, found -1"),
    ],
    example: (
        "print(pad([1, 2], 1));\nprint(pad([[1, 2]], 0, 1, 1, 0, value=7));",
        "0.000000 1.000000 2.000000 0.000000 \n7.000000 1.000000 2.000000 \n7.000000 7.000000 \
            7.000000 \n",
    ),
    ops: &[OpEntry::of::<PadOp>()],
};
