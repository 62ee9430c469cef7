//! The common part of `tril` and `triu`: the matrices in the last two dimensions of a tensor, with
//! zeros on one side of a diagonal.

use mlir_lite::dialects::standard::CmpIPredicate;

use super::elementwise::*;
use crate::lowering::{fill, in_memory, load, shape, target};
use crate::numbers::{known_numbers, numbers};
use crate::shape::{known_shape, shown};

/// Ops of this kind. [`triangle!`](macro@triangle) implements for them what follows from it.
pub(super) trait Triangle: OpDefinition {
    /// The op's name in the language, for messages.
    const NAME: &'static str;
    /// How the column minus the row of a kept element compares to the number of the diagonal.
    const KEEPS: CmpIPredicate;
}

pub(super) fn infer<O: Triangle>(
    op: OpRef<'_>,
    input: ValueRef<'_>,
) -> Result<Type, Box<Diagnostic>> {
    let shape = known_shape(input);
    if shape.len() >= 2 {
        return Ok(op.context().tensor_type(shape, Type::F64));
    }
    let message = format!(
        "'{}' takes matrices, found a tensor of shape {}",
        <O as Triangle>::NAME,
        shown(shape)
    );
    Err(Box::new(
        op.error(message)
            .with_code(Code::ShapeMismatch.text())
            .with_label("at least two dimensions are needed"),
    ))
}

pub(super) fn compute<O: Triangle>(op: OpRef<'_>, inputs: &[Tensor]) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let diagonal = numbers(op, inputs, 1)?.first().copied().unwrap_or(0);
    let [.., rows, columns] = input.shape[..] else { return Err("expects matrices".to_owned()) };
    Ok(Tensor::build(&input.shape, |number| {
        let (row, column) = (number as i64 / columns % rows, number as i64 % columns);
        let is_kept = match O::KEEPS {
            CmpIPredicate::Sle => column - row <= diagonal,
            _ => column - row >= diagonal,
        };
        if is_kept { input.values[number] } else { 0.0 }
    }))
}

pub(super) fn lower<O: Triangle>(
    op: O,
    operands: Adaptor<'_, O>,
    rewriter: &mut Rewriter<'_>,
) -> Lowered {
    let (location, ty) = target(rewriter.body(), op.id())?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let [input] = in_memory(rewriter.body(), [input])?;
    let rank = shape(rewriter.body(), input).len() as u32;
    let diagonal = known_numbers(rewriter.body().op(op.id())).first().copied().unwrap_or(0);
    let same = rewriter.context().identity_map(rank);
    fill(rewriter, location, ty, |b, ivs| {
        let element = load(b, location, input, same, ivs);
        let &[.., row, column] = ivs else { return element };
        let distance = standard::SubIOp::build(b, location, column, row).result(b.body());
        let diagonal = standard::ConstantOp::index(b, diagonal);
        let is_kept = standard::CmpIOp::build_inferred(b, location, O::KEEPS, distance, diagonal);
        let is_kept = is_kept.result(b.body());
        let zero = standard::ConstantOp::f64(b, 0.0);
        standard::SelectOp::build(b, location, is_kept, element, zero, Type::F64).result(b.body())
    })
}

/// Implements the interfaces that follow from [`Triangle`].
macro_rules! triangle {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for View<'_, $op> {
            fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
                $crate::builtins::triangle::infer::<$op>(self.op(), self.input())
            }
        }

        impl CompileTimeOperands for View<'_, $op> {
            fn first_number(&self) -> usize {
                1
            }

            fn what(&self) -> &'static str {
                "the number of a diagonal"
            }
        }

        impl Compute for View<'_, $op> {
            fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
                $crate::builtins::triangle::compute::<$op>(self.op(), inputs)
            }
        }

        impl Lower for $op {
            fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
                $crate::builtins::triangle::lower(self, operands, rewriter)
            }
        }
    };
}
pub(super) use triangle;
