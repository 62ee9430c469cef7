//! The common part of `argmin` and `argmax`: where the smallest or the largest element of a tensor
//! is, or that along one of its dimensions.
//!
//! Of equal elements the first counts, and the first `nan` if there is one. The lowering keeps the
//! best element so far in memory beside its index.

use mlir_lite::dialects::affine::{self, build_loop_nest};
use mlir_lite::dialects::standard::CmpFPredicate;

use super::elementwise::*;
use super::reduction::{dimension, without};
use crate::lowering::{
    Scalars, allocate, float_of_index, in_memory, load, row_major, shape, target,
};
use crate::numbers::{known_numbers, numbers};

/// Ops that find the index of an element. [`extremum!`](macro@extremum) implements for them what a
/// reduction has.
pub(super) trait Extremum: OpDefinition {
    /// The op's name in the language, for messages.
    const NAME: &'static str;
    /// What no element is better than, except a `nan`.
    const WORST: f64;
    /// Whether an element is better than the best one before it, or one of them is `nan`.
    const BETTER: CmpFPredicate;
}

pub(super) fn compute<O: Extremum>(op: OpRef<'_>, inputs: &[Tensor]) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let dimension = dimension(input.shape.len(), &numbers(op, inputs, 1)?)?;
    let is_better = |x: f64, best: f64| match O::BETTER {
        CmpFPredicate::Ugt => x > best,
        _ => x < best,
    };
    let index_in = |chain: &mut dyn Iterator<Item = f64>| {
        let (mut index, mut best) = (0, O::WORST);
        for (number, x) in chain.enumerate() {
            if !best.is_nan() && (x.is_nan() || is_better(x, best)) {
                (index, best) = (number, x);
            }
        }
        index as f64
    };
    let result = without(&input.shape, dimension);
    let Some(dimension) = dimension else {
        return Ok(Tensor::number(index_in(&mut input.values.iter().copied())));
    };
    let size = input.shape[dimension] as usize;
    let inner = input.shape[dimension + 1..].iter().product::<i64>() as usize;
    Ok(Tensor::build(&result, |number| {
        let first = number / inner * inner * size + number % inner;
        index_in(&mut input.values[first..].iter().copied().step_by(inner).take(size))
    }))
}

pub(super) fn lower<O: Extremum>(
    op: O,
    operands: Adaptor<'_, O>,
    rewriter: &mut Rewriter<'_>,
) -> Lowered {
    let (location, ty) = target(rewriter.body(), op.id())?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let [input] = in_memory(rewriter.body(), [input])?;
    let sizes = shape(rewriter.body(), input).to_vec();
    let dimension = dimension(sizes.len(), &known_numbers(rewriter.body().op(op.id())))?;
    let (best, result) = (allocate(rewriter, location, ty)?, allocate(rewriter, location, ty)?);
    let results = shape(rewriter.body(), result).to_vec();
    build_loop_nest(rewriter, &results, |b, ivs| {
        for (memref, value) in [(best, O::WORST), (result, 0.0)] {
            let value = standard::ConstantOp::f64(b, value);
            affine::StoreOp::at(b, value, memref, ivs);
        }
    });
    let ctx = rewriter.context().clone();
    let rank = sizes.len() as u32;
    let kept: Vec<_> = (0..rank)
        .filter(|index| dimension.is_some_and(|dimension| *index != dimension as u32))
        .map(|index| ctx.affine_dim(index))
        .collect();
    let (into, from) = (ctx.affine_map(rank, 0, &kept), ctx.identity_map(rank));
    build_loop_nest(rewriter, &sizes, |b, ivs| {
        let element = load(b, location, input, from, ivs);
        let [before, index_before] =
            [best, result].map(|memref| load(b, location, memref, into, ivs));
        let mut n = Scalars::new(b, location);
        let is_better = n.compare(O::BETTER, element, before);
        let is_number = n.compare(CmpFPredicate::Ord, before, before);
        let is_new = n.both(is_better, is_number);
        let index = match dimension {
            Some(dimension) => float_of_index(b, location, ivs[dimension]),
            None => {
                let number = row_major(b, location, ivs, &sizes);
                standard::SIToFPOp::build(b, location, number, Type::F64).result(b.body())
            }
        };
        for (memref, new, old) in [(best, element, before), (result, index, index_before)] {
            let value = Scalars::new(b, location).select(is_new, new, old);
            affine::StoreOp::build(b, location, value, memref, ivs, into);
        }
    });
    Ok(result)
}

/// Implements the interfaces that follow from [`Extremum`].
macro_rules! extremum {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for View<'_, $op> {
            fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
                let name = <$op as Extremum>::NAME;
                $crate::builtins::reduction::infer(self.op(), self.input(), name)
            }
        }

        $crate::builtins::reduction::takes_dimension!($op);

        impl Compute for View<'_, $op> {
            fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
                $crate::builtins::extremum::compute::<$op>(self.op(), inputs)
            }
        }

        impl Lower for $op {
            fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
                $crate::builtins::extremum::lower(self, operands, rewriter)
            }
        }
    };
}
pub(super) use extremum;
