//! The common part of `cumsum` and `cumprod`: the results of combining the elements up to each one,
//! along a dimension. Without one, the elements are those of the tensor in row-major order.
//!
//! Each chain begins with its first element, and is combined in increasing order.

use mlir_lite::affine::AffineExpr;

use super::elementwise::*;
use super::reduction::dimension;
use crate::loop_builder::{fill, in_memory, loops, lower_reshape, target};
use crate::ops::numbers::{known_numbers, numbers};
use crate::sizes::Size;
use crate::tensor::element_list::check_room;
use crate::tensor::elements::Scalar;

/// Ops of this kind. [`running!`](macro@running) implements for them what follows from it.
pub(super) trait Running: OpDefinition {
    /// The op's name in the language, for messages.
    const NAME: &'static str;
    const COMBINE: fn(f64, f64) -> f64;
    /// As `COMBINE`, of integers.
    const OF_INTEGERS: fn(i64, i64) -> i64;
    const BUILD: for<'e> fn(Expr<'e>, Expr<'e>) -> Expr<'e>;
}

/// The sizes of a result.
pub(super) fn result_sizes(sizes: &[Size], dimension: Option<usize>) -> Vec<Size> {
    match (dimension, sizes) {
        (Some(_), _) | (None, [_]) => sizes.to_vec(),
        (None, _) => {
            let known: Option<i64> = sizes.iter().map(|size| size.known()).product();
            vec![Size::Known(known.unwrap_or_default())]
        }
    }
}

/// The shape of a result.
fn result_shape(shape: &[i64], dimension: Option<usize>) -> Vec<i64> {
    let sizes: Vec<Size> = shape.iter().copied().map(Size::Known).collect();
    result_sizes(&sizes, dimension).iter().map(|size| size.in_type()).collect()
}

pub(super) fn compute<O: Running>(op: OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let dimension = dimension(input.shape.len(), &numbers(op, inputs, 1)?)?;
    let shape = result_shape(&input.shape, dimension);
    let along = dimension.unwrap_or(0);
    let size = shape[along] as usize;
    let inner = shape[along + 1..].iter().product::<i64>() as usize;
    check_room(input.len())?;
    let mut result = Tensor { shape, elements: input.elements.clone() };
    let combine = |x: f64, y: f64| (O::COMBINE)(x, y);
    match &mut result.elements {
        Elements::F64(list) => run(list, inner, size, combine),
        Elements::F32(list) => {
            run(list, inner, size, |x: f32, y| combine(x.into(), y.into()) as f32)
        }
        Elements::I64(list) => run(list, inner, size, O::OF_INTEGERS),
        // The declarations of the ops ask for numbers.
        Elements::Bool(_) | Elements::I8(_) | Elements::U8(_) => {
            return Err("booleans and integers of 8 bits are not combined".to_owned());
        }
    }
    Ok(result)
}

/// Combines each element of a chain with the result before it.
fn run<T: Scalar>(list: &mut [T], inner: usize, size: usize, combine: impl Fn(T, T) -> T) {
    for index in 0..list.len() {
        if !(index / inner).is_multiple_of(size) {
            list[index] = combine(list[index - inner], list[index]);
        }
    }
}

pub(super) fn lower<'e, O: Running>(op: O, operands: Adaptor<'_, O>, e: Edsc<'e>) -> Lowered<'e> {
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let [input] = in_memory(e, [input])?;
    let dimension = e.read(|body| dimension(input.rank(), &known_numbers(body.op(op.id()))))?;
    let of = e.read(|body| target(body, op.id()))?;
    let mut sizes = of.sizes.clone();
    // The elements, which the chains replace in place.
    let result = match dimension {
        None if input.rank() != 1 => lower_reshape(e, op.id(), input)?,
        _ => fill(e, of, |ivs| input.at(ivs))?,
    };
    let (along, ctx) = (dimension.unwrap_or(0), e.context());
    let all = sizes[along].expression(&ctx);
    sizes[along] = Size::of(&ctx, ctx.affine_sub(all, ctx.affine_constant(1)));
    if sizes[along] == Size::Known(0) {
        return Ok(result);
    }
    let rank = sizes.len() as u32;
    let mut next: Vec<AffineExpr> = (0..rank).map(|index| ctx.affine_dim(index)).collect();
    next[along] = ctx.affine_add(next[along], ctx.affine_constant(1));
    let next = ctx.affine_map(rank, 0, &next);
    loops(e, &sizes, |ivs| {
        let next = result.at((next, ivs));
        next.set((O::BUILD)(result.at(ivs).get(), next.get()));
    });
    Ok(result)
}

/// Implements the interfaces that follow from [`Running`].
macro_rules! running {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                $crate::builtins::reduction::infer_with(
                    op.op(),
                    op.input(),
                    <$op as Running>::NAME,
                    $crate::builtins::running::result_sizes,
                )
            }

            fn takes_symbolic_sizes(op: View<'_, Self>) -> bool {
                $crate::builtins::reduction::is_along_one(op.op(), op.input())
            }
        }

        $crate::builtins::reduction::takes_dimension!($op);

        impl Compute for $op {
            fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                $crate::builtins::running::compute::<$op>(op.op(), inputs)
            }
        }

        impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
            fn lower<'e>(
                op: Self,
                operands: Adaptor<'_, Self>,
                scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
            ) -> $crate::loop_builder::Lowered<'e> {
                let e = scope.edsc();
                $crate::builtins::running::lower(op, operands, e)
            }
        }
    };
}
pub(super) use running;
