//! The common part of `sort` and `argsort`: the elements along a dimension, or their indices, in
//! increasing order.
//!
//! A `nan` comes after all numbers, and equal elements keep their order. The lowering merges runs
//! of 1, 2, 4 and so on elements, from one buffer into another and back: n log n steps without a
//! branch. [Long rows](super::radix_sort) are sorted by the bytes of their elements.

use crate::tensor::element_list::for_elements;
use crate::tensor::element_list::listed;
use crate::tensor::elements::Scalar;
use mlir_lite::affine::AffineExpr;
use mlir_lite::dialects::standard::CmpFPredicate;
use mlir_lite::edsc::{AffineAt, Element, Memory, ScfEdsc};
use mlir_lite::rewrite::MatchFailure;
use std::cmp::Ordering;

use super::elementwise::*;
use super::radix_sort::{LongRow, is_long};
use super::rearrange::{Wrong, axis};
use crate::loop_builder::sizes::{bound, value_of};
use crate::loop_builder::{MemoryType, allocate, float_of_index, in_memory, loops, target};
use crate::ops::numbers::{known_numbers, numbers};
use crate::sizes::{Size, known_sizes, tensor_of_sizes};
use crate::tensor::shape::{known_shape, shown};

/// The contents of the sorted result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sorted {
    /// The elements.
    Elements,
    /// Their indices.
    Indices,
}

/// Ops of this kind. [`sorting!`](macro@sorting) implements for them what follows from it.
pub(super) trait Sorting: OpDefinition {
    /// The op's name in the language, for messages.
    const NAME: &'static str;
    const SORTED: Sorted;
}

fn dimension<O: Sorting>(shape: &[i64], numbers: &[i64]) -> Result<usize, Wrong> {
    let number = numbers.first().copied().unwrap_or(-1);
    axis(&format!("'{}' of shape {}", <O as Sorting>::NAME, shown(shape)), shape.len(), number)
}

pub(super) fn infer<O: Sorting>(
    op: OpRef<'_>,
    input: ValueRef<'_>,
) -> Result<Type, Box<Diagnostic>> {
    let shape = known_shape(input);
    match dimension::<O>(shape, &known_numbers(op)) {
        Ok(_) => Ok(tensor_of_sizes(op.context(), &known_sizes(input), Type::F64)),
        Err(wrong) => Err(Box::new(
            op.error(wrong.message())
                .with_code(Code::WrongNumber.text())
                .with_label("no such dimension"),
        )),
    }
}

/// The order of two elements: a `nan` is larger than all numbers.
fn order<T: Scalar>(a: T, b: T) -> Ordering {
    let is_nan = |x: T| x.to_f64().is_nan();
    a.partial_cmp(&b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
}

pub(super) fn compute<O: Sorting>(op: OpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let along = dimension::<O>(&input.shape, &numbers(op, inputs, 1)?).map_err(Wrong::message)?;
    let size = input.shape[along] as usize;
    let inner = input.shape[along + 1..].iter().product::<i64>() as usize;
    for_elements!(&input.elements, list => {
        let mut sorted = listed(list.len(), |_| 0_usize)?;
        for row in 0..input.len() / size {
            let first = row / inner * inner * size + row % inner;
            let element = |index: usize| list[first + index * inner];
            let mut indices: Vec<usize> = (0..size).collect();
            indices.sort_by(|a, b| order(element(*a), element(*b)));
            for (place, index) in indices.into_iter().enumerate() {
                sorted[first + place * inner] = index;
            }
        }
        match O::SORTED {
            Sorted::Elements => input.rearranged(&input.shape, |number| {
                number / (inner * size) * inner * size + number % inner + sorted[number] * inner
            }),
            Sorted::Indices => Tensor::build(&input.shape, |number| sorted[number] as f64),
        }
    })
}

pub(super) fn lower<'e, O: Sorting>(op: O, operands: Adaptor<'_, O>, e: Edsc<'e>) -> Lowered<'e> {
    let ty = e.read(|body| target(body, op.id()))?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let [input] = in_memory(e, [input])?;
    let along = e.read(|body| dimension::<O>(&input.shape(), &known_numbers(body.op(op.id()))));
    let along = along.map_err(|_| "there is no such dimension")?;
    let result = allocate(e, &ty)?;
    let ctx = e.context();
    let mut outer = ty.sizes.clone();
    let size = outer.remove(along);
    // From the loops over the other dimensions and one along this one to an element.
    let last = outer.len() as u32;
    let mut element: Vec<AffineExpr> = (0..last).map(|index| ctx.affine_dim(index)).collect();
    element.insert(along, ctx.affine_dim(last));
    let element = ctx.affine_map(last + 1, 0, &element);
    let mut allocated = Ok(());
    let ty = input.memref.element_type();
    loops(e, &outer, |outer| {
        let given = |ivs: &[Expr<'e>]| input.at((element, &[outer, ivs].concat()[..]));
        let set = |ivs: &[Expr<'e>], value: Expr<'e>| {
            result.at((element, &[outer, ivs].concat()[..])).set(value);
        };
        let sorted = match is_long(size, ty) {
            true => LongRow::allocate(e, size, ty, O::SORTED).map(|row| {
                row.fill(|ivs| given(ivs).get());
                let sorted = row.sort();
                loops(e, &[size], |ivs| set(ivs, row.get(sorted, ivs[0])));
            }),
            false => Row::allocate(e, size, ty, O::SORTED).map(|row| {
                row.fill(given);
                row.sort();
                let [sorted, _] = row.indices.unwrap_or(row.elements);
                loops(e, &[size], |ivs| set(ivs, sorted.at(ivs).get()));
            }),
        };
        if let Err(error) = sorted {
            allocated = Err(error);
        }
    });
    allocated.map(|()| result)
}

/// The memory of the elements along a dimension.
struct Row<'e> {
    e: Edsc<'e>,
    size: Size,
    /// The elements in order so far, and memory for the next step.
    elements: [Memory<'e>; 2],
    /// Their indices, if these are wanted.
    indices: Option<[Memory<'e>; 2]>,
}

impl<'e> Row<'e> {
    fn allocate(
        e: Edsc<'e>,
        size: Size,
        element: Type,
        sorted: Sorted,
    ) -> Result<Self, MatchFailure> {
        let ctx = e.context();
        let two = |element| {
            let row = MemoryType::of_sizes(&ctx, &[size], element);
            Ok::<_, MatchFailure>([allocate(e, &row)?, allocate(e, &row)?])
        };
        let elements = two(element)?;
        let indices = match sorted {
            Sorted::Elements => None,
            Sorted::Indices => Some(two(Type::F64)?),
        };
        Ok(Self { e, size, elements, indices })
    }

    /// Copies the elements, and numbers them.
    fn fill(&self, element: impl FnOnce(&[Expr<'e>]) -> Element<'e, AffineAt>) {
        loops(self.e, &[self.size], |ivs| {
            self.elements[0].at(ivs).set(element(ivs));
            if let Some([indices, _]) = self.indices {
                indices.at(ivs).set(float_of_index(ivs[0]));
            }
        });
    }

    /// Merges runs that are twice as long each time.
    fn sort(&self) {
        let e = self.e;
        let twice = |width: Expr<'e>| {
            self.merge(width);
            for [to, from] in std::iter::once(self.elements).chain(self.indices) {
                loops(e, &[self.size], |ivs| to.at(ivs).set(from.at(ivs)));
            }
            width + width
        };
        match self.size {
            Size::Known(size) => {
                let steps = i64::from(size.max(1).cast_unsigned().next_power_of_two().ilog2());
                e.affine_carrying((0, steps, 1), e.index(1), |_, width| twice(width));
            }
            Size::Symbolic(_) => {
                let size = value_of(e, self.size);
                e.while_loop(e.index(1), |width| width.lt(size), twice);
            }
        }
    }

    /// Merges pairs of runs of this width.
    fn merge(&self, width: Expr<'e>) {
        let e = self.e;
        let (zero, size) = (e.index(0), value_of(e, self.size));
        let inits = [zero, zero, smaller(width, size)];
        let end = bound(e, self.size.expression(&e.context()));
        e.affine_carrying((0, end, 1), inits, |place, merge| self.step(width, place, merge));
    }

    /// Takes the element that comes next; the state of a merge is where the first run begins, and
    /// the next elements of both.
    fn step(
        &self,
        width: Expr<'e>,
        place: Expr<'e>,
        [start, left, right]: [Expr<'e>; 3],
    ) -> [Expr<'e>; 3] {
        let (size, last, one) = match self.size {
            Size::Known(known) => {
                let [size, last, one] = [known, known - 1, 1].map(|value| self.e.index(value));
                (size, last, one)
            }
            Size::Symbolic(_) => {
                let (size, one) = (value_of(self.e, self.size), self.e.index(1));
                (size, size - one, one)
            }
        };
        // The next pair of runs begins where this one ends.
        let both = width + width;
        let is_next = place.eq(start + both);
        let start = is_next.select(place, start);
        let middle = smaller(start + width, size);
        let end = smaller(start + both, size);
        let left = is_next.select(start, left);
        let right = is_next.select(middle, right);
        let (no_left, has_right) = (left.ge(middle), right.lt(end));
        let places = [left, right].map(|place| smaller(place, last));
        let [x, y] = places.map(|place| self.elements[0].memref.at(&[place]).get());
        let is_less = y.lt(x);
        let is_before = match x.is_float() {
            false => is_less,
            true => {
                let is_nan = x.cmpf(CmpFPredicate::Uno, x);
                is_less | (is_nan & y.cmpf(CmpFPredicate::Ord, y))
            }
        };
        let takes_right = has_right & (no_left | is_before);
        self.elements[1].at([place]).set(takes_right.select(y, x));
        if let Some([indices, next]) = self.indices {
            let [x, y] = places.map(|place| indices.memref.at(&[place]).get());
            next.at([place]).set(takes_right.select(y, x));
        }
        let (after_left, after_right) = (left + one, right + one);
        let left = takes_right.select(left, after_left);
        [start, left, takes_right.select(after_right, right)]
    }
}

/// The smaller one of two indices.
fn smaller<'e>(x: Expr<'e>, y: Expr<'e>) -> Expr<'e> {
    x.builder().op::<standard::MinSIOp>([x, y])
}

/// Implements the interfaces that follow from [`Sorting`].
macro_rules! sorting {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                $crate::builtins::sorting::infer::<$op>(op.op(), op.input())
            }

            fn takes_symbolic_sizes(_: View<'_, Self>) -> bool {
                true
            }
        }

        $crate::builtins::reduction::takes_dimension!($op);

        impl Compute for $op {
            fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                $crate::builtins::sorting::compute::<$op>(op.op(), inputs)
            }
        }

        impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
            fn lower<'e>(
                op: Self,
                operands: Adaptor<'_, Self>,
                scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
            ) -> $crate::loop_builder::Lowered<'e> {
                let e = scope.edsc();
                $crate::builtins::sorting::lower(op, operands, e)
            }
        }
    };
}
pub(super) use sorting;
