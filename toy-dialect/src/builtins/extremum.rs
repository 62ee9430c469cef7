//! The common part of `argmin` and `argmax`: where the smallest or the largest element of a tensor
//! is, or that along one of its dimensions.
//!
//! Of equal elements the first counts, and the first `nan` if there is one. The lowering keeps the
//! best element so far in memory beside its index.

use crate::tensor::element_list::for_elements;
use crate::tensor::elements::Scalar;
use mlir_lite::dialects::standard::CmpFPredicate;

use super::elementwise::*;
use super::reduction::{Reduced, dimension, without};
use crate::loop_builder::sizes::sizes_of_tensor;
use crate::loop_builder::{
    MemoryType, allocate, constant_of, float_of_index, in_memory, loops, row_major, target,
};
use crate::ops::Comparison;
use crate::ops::numbers::{known_numbers, numbers};

/// Ops that find the index of an element. [`extremum!`](macro@extremum) implements for them what a
/// reduction has.
pub(super) trait Extremum: OpDefinition {
    /// The op's name in the language, for messages.
    const NAME: &'static str;
    /// The identity element: no element is worse, except a `nan`.
    const WORST: f64;
    /// Whether an element is better than the best one before it, or one of them is `nan`.
    const BETTER: CmpFPredicate;
}

pub(super) fn compute<O: Extremum>(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let dimension = dimension(input.shape.len(), &numbers(op, inputs, 1)?)?;
    let result = without(&input.shape, dimension);
    let (size, inner) = match dimension {
        Some(dimension) => {
            let inner = input.shape[dimension + 1..].iter().product::<i64>() as usize;
            (input.shape[dimension] as usize, inner)
        }
        None => (input.len(), 1),
    };
    for_elements!(&input.elements, list => Tensor::build(&result, |number| {
        let first = number / inner * inner * size + number % inner;
        index_of_best(O::BETTER, list[first..].iter().copied().step_by(inner).take(size)) as f64
    }))
}

/// The index of the first of the best elements, or of the first `nan`.
fn index_of_best<T: Scalar>(better: CmpFPredicate, chain: impl Iterator<Item = T>) -> usize {
    let mut best: Option<(usize, T)> = None;
    for (number, x) in chain.enumerate() {
        let is_nan = |x: T| x.to_f64().is_nan();
        let is_better = best.is_none_or(|(_, best)| match better {
            _ if is_nan(best) => false,
            _ if is_nan(x) => true,
            CmpFPredicate::Ugt => x > best,
            _ => x < best,
        });
        best = if is_better { Some((number, x)) } else { best };
    }
    best.map_or(0, |(number, _)| number)
}

pub(super) fn lower<'e, O: Extremum>(op: O, operands: Adaptor<'_, O>, e: Edsc<'e>) -> Lowered<'e> {
    let ty = e.read(|body| target(body, op.id()))?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let tensor = e.read(|body| body.operands(op.id()).next()).ok_or("expects one operand")?;
    let sizes = sizes_of_tensor(e, tensor);
    let [input] = in_memory(e, [input])?;
    let dimension = e.read(|body| dimension(sizes.len(), &known_numbers(body.op(op.id()))))?;
    let result = allocate(e, &ty)?;
    let of_best = e.context().memref_type(&result.shape(), input.memref.element_type());
    let best = allocate(e, &MemoryType { ty: of_best, sizes: ty.sizes.clone() })?;
    loops(e, &ty.sizes, |ivs| {
        best.at(ivs).set(constant_of(e, best.memref.element_type(), O::WORST));
        result.at(ivs).set(0.0);
    });
    let ctx = e.context();
    let rank = sizes.len() as u32;
    let kept: Vec<_> = (0..rank)
        .filter(|index| dimension.is_some_and(|dimension| *index != dimension as u32))
        .map(|index| ctx.affine_dim(index))
        .collect();
    let into = ctx.affine_map(rank, 0, &kept);
    let shape = input.shape();
    loops(e, &sizes, |ivs| {
        let element = input.at(ivs).get();
        let (best, result) = (best.at((into, ivs)), result.at((into, ivs)));
        let (before, index_before) = (best.get(), result.get());
        let is_new = match (element.is_float(), O::BETTER) {
            (true, better) => {
                element.cmpf(better, before) & before.cmpf(CmpFPredicate::Ord, before)
            }
            (false, CmpFPredicate::Ugt) => element.gt(before),
            (false, _) => element.lt(before),
        };
        let index = match dimension {
            Some(dimension) => float_of_index(ivs[dimension]),
            None => row_major(e, ivs, &shape).to::<standard::SIToFPOp>(Type::F64),
        };
        best.set(is_new.select(element, before));
        result.set(is_new.select(index, index_before));
    });
    Ok(result)
}

pub(super) fn reduced<O: Extremum>() -> Reduced {
    let not_better = match O::BETTER {
        CmpFPredicate::Ugt => Comparison::Le,
        _ => Comparison::Ge,
    };
    Reduced::Index { worst: O::WORST, not_better }
}

/// Implements the interfaces that follow from [`Extremum`].
macro_rules! extremum {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                let name = <$op as Extremum>::NAME;
                $crate::builtins::reduction::infer(op.op(), op.input(), name)
            }

            fn takes_symbolic_sizes(op: View<'_, Self>) -> bool {
                // Of a whole tensor, the result is the row-major number of an element.
                $crate::builtins::reduction::is_along_one(op.op(), op.input())
            }
        }

        $crate::builtins::reduction::takes_dimension!($op);

        impl $crate::builtins::reduction::Reduces for $op {
            fn reduced(_: View<'_, Self>) -> $crate::builtins::reduction::Reduced {
                $crate::builtins::extremum::reduced::<$op>()
            }

            fn dimension(op: View<'_, Self>, rank: usize) -> Result<Option<usize>, String> {
                let numbers = $crate::ops::numbers::known_numbers(op.op());
                $crate::builtins::reduction::dimension(rank, &numbers)
            }
        }

        impl Compute for $op {
            fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                $crate::builtins::extremum::compute::<$op>(op.op(), inputs)
            }
        }

        impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
            fn lower<'e>(
                op: Self,
                operands: Adaptor<'_, Self>,
                scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
            ) -> $crate::loop_builder::Lowered<'e> {
                let e = scope.edsc();
                $crate::builtins::extremum::lower(op, operands, e)
            }
        }
    };
}
pub(super) use extremum;
