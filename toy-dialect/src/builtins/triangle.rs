//! The common part of `tril` and `triu`: the matrices in the last two dimensions of a tensor, with
//! zeros on one side of a diagonal.

use crate::tensor::element_list::for_elements;
use mlir_lite::dialects::standard::CmpIPredicate;

use super::elementwise::*;
use crate::loop_builder::{fill, in_memory, target};
use crate::ops::numbers::{known_numbers, numbers};
use crate::tensor::shape::{known_shape, shown};

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

pub(super) fn compute<O: Triangle>(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let diagonal = numbers(op, inputs, 1)?.first().copied().unwrap_or(0);
    let [.., rows, columns] = input.shape[..] else { return Err("expects matrices".to_owned()) };
    let is_kept = |number: usize| {
        let (row, column) = (number as i64 / columns % rows, number as i64 % columns);
        match O::KEEPS {
            CmpIPredicate::Sle => column - row <= diagonal,
            _ => column - row >= diagonal,
        }
    };
    for_elements!(&input.elements, list => Tensor::build(&input.shape, |number| {
        if is_kept(number) { list[number] } else { Default::default() }
    }))
}

pub(super) fn lower<'e, O: Triangle>(op: O, operands: Adaptor<'_, O>, e: Edsc<'e>) -> Lowered<'e> {
    let ty = e.read(|body| target(body, op.id()))?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let [input] = in_memory(e, [input])?;
    let numbers = e.read(|body| known_numbers(body.op(op.id())));
    let diagonal = numbers.first().copied().unwrap_or(0);
    fill(e, ty, |ivs| {
        let element = input.at(ivs).get();
        let &[.., row, column] = ivs else { return element };
        (column - row).cmpi(O::KEEPS, diagonal).select(element, 0)
    })
}

/// Implements the interfaces that follow from [`Triangle`].
macro_rules! triangle {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                $crate::builtins::triangle::infer::<$op>(op.op(), op.input())
            }
        }

        impl CompileTimeOperands for $op {
            fn first_number(_: View<'_, Self>) -> usize {
                1
            }

            fn what(_: View<'_, Self>) -> &'static str {
                "the number of a diagonal"
            }
        }

        impl Compute for $op {
            fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                $crate::builtins::triangle::compute::<$op>(op.op(), inputs)
            }
        }

        impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
            fn lower<'e>(
                op: Self,
                operands: Adaptor<'_, Self>,
                scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
            ) -> $crate::loop_builder::Lowered<'e> {
                let e = scope.edsc();
                $crate::builtins::triangle::lower(op, operands, e)
            }
        }
    };
}
pub(super) use triangle;
