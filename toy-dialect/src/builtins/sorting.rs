//! The common part of `sort` and `argsort`: the elements along a dimension, or their indices, in
//! increasing order.
//!
//! A `nan` comes after all numbers, and equal elements keep their order. The lowering merges runs
//! of 1, 2, 4 and so on elements, from one buffer into another and back: n log n steps without a
//! branch.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::affine::{self, ForBound, build_loop_nest};
use mlir_lite::dialects::standard::{CmpFPredicate, CmpIPredicate};
use mlir_lite::ir::builder::{InsertionPoint, at};
use mlir_lite::rewrite::MatchFailure;
use std::cmp::Ordering;

use super::elementwise::*;
use super::rearrange::{Wrong, axis};
use crate::lowering::{Scalars, allocate, float_of_index, in_memory, load, shape, target};
use crate::numbers::{known_numbers, numbers};
use crate::shape::{known_shape, shown};

/// What is put in order.
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
        Ok(_) => Ok(op.context().tensor_type(shape, Type::F64)),
        Err(wrong) => Err(Box::new(
            op.error(wrong.message())
                .with_code(Code::WrongNumber.text())
                .with_label("no such dimension"),
        )),
    }
}

/// The order of two elements: a `nan` is larger than all numbers.
fn order(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

pub(super) fn compute<O: Sorting>(op: OpRef<'_>, inputs: &[Tensor]) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let along = dimension::<O>(&input.shape, &numbers(op, inputs, 1)?).map_err(Wrong::message)?;
    let size = input.shape[along] as usize;
    let inner = input.shape[along + 1..].iter().product::<i64>() as usize;
    let mut result = input.clone();
    for row in 0..input.len() / size {
        let first = row / inner * inner * size + row % inner;
        let element = |index: usize| input.values[first + index * inner];
        let mut indices: Vec<usize> = (0..size).collect();
        indices.sort_by(|a, b| order(element(*a), element(*b)));
        for (place, index) in indices.into_iter().enumerate() {
            result.values[first + place * inner] = match O::SORTED {
                Sorted::Elements => element(index),
                Sorted::Indices => index as f64,
            };
        }
    }
    Ok(result)
}

pub(super) fn lower<O: Sorting>(
    op: O,
    operands: Adaptor<'_, O>,
    rewriter: &mut Rewriter<'_>,
) -> Lowered {
    let (location, ty) = target(rewriter.body(), op.id())?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let [input] = in_memory(rewriter.body(), [input])?;
    let sizes = shape(rewriter.body(), input).to_vec();
    let along = dimension::<O>(&sizes, &known_numbers(rewriter.body().op(op.id())))
        .map_err(|_| "there is no such dimension")?;
    let result = allocate(rewriter, location, ty)?;
    let (ctx, size) = (rewriter.context().clone(), sizes[along]);
    let mut outer = sizes.clone();
    outer.remove(along);
    // From the loops over the other dimensions and one along this one to an element.
    let last = outer.len() as u32;
    let mut element: Vec<AffineExpr> = (0..last).map(|index| ctx.affine_dim(index)).collect();
    element.insert(along, ctx.affine_dim(last));
    let element = ctx.affine_map(last + 1, 0, &element);
    let mut allocated = Ok(());
    build_loop_nest(rewriter, &outer, |b, outer_ivs| {
        let memory = match Row::allocate(b, location, size, O::SORTED) {
            Ok(memory) => memory,
            Err(error) => return allocated = Err(error),
        };
        // Each buffer is allocated at the start of the block, before those that were there.
        let last = b.body().defining_op(memory.elements[0]);
        if let Some(alloc) = last.filter(|_| !outer.is_empty()) {
            b.set_insertion_point(InsertionPoint::After(alloc));
        }
        memory.fill(b, input, element, outer_ivs);
        memory.sort(b);
        let sorted = memory.indices.unwrap_or(memory.elements)[0];
        let same = ctx.identity_map(1);
        build_loop_nest(b, &[size], |b, ivs| {
            let value = load(b, location, sorted, same, ivs);
            let all: Vec<ValueId> = outer_ivs.iter().chain(ivs).copied().collect();
            affine::StoreOp::build(b, location, value, result, &all, element);
        });
    });
    allocated.map(|()| result)
}

/// The memory of the elements along a dimension.
struct Row {
    location: Location,
    size: i64,
    /// The elements in order so far, and memory for the next step.
    elements: [ValueId; 2],
    /// Their indices, if these are wanted.
    indices: Option<[ValueId; 2]>,
}

/// The state of a merge: where the first run begins, and the next elements of both.
#[derive(Clone, Copy)]
struct Merge {
    start: ValueId,
    left: ValueId,
    right: ValueId,
}

impl Row {
    fn allocate(
        b: &mut Rewriter<'_>,
        location: Location,
        size: i64,
        sorted: Sorted,
    ) -> Result<Self, MatchFailure> {
        let ty = b.context().memref_type(&[size], Type::F64);
        let elements = [allocate(b, location, ty)?, allocate(b, location, ty)?];
        let indices = match sorted {
            Sorted::Elements => None,
            Sorted::Indices => Some([allocate(b, location, ty)?, allocate(b, location, ty)?]),
        };
        Ok(Self { location, size, elements, indices })
    }

    /// Copies the elements, and numbers them.
    fn fill(&self, b: &mut Rewriter<'_>, input: ValueId, map: AffineMap, outer: &[ValueId]) {
        build_loop_nest(b, &[self.size], |b, ivs| {
            let all: Vec<ValueId> = outer.iter().chain(ivs).copied().collect();
            let value = load(b, self.location, input, map, &all);
            affine::StoreOp::at(b, value, self.elements[0], ivs);
            if let Some([indices, _]) = self.indices {
                let number = float_of_index(b, self.location, ivs[0]);
                affine::StoreOp::at(b, number, indices, ivs);
            }
        });
    }

    fn index(&self, b: &mut Rewriter<'_>, value: i64) -> ValueId {
        standard::ConstantOp::index(b, value)
    }

    fn add(&self, b: &mut Rewriter<'_>, x: ValueId, y: ValueId) -> ValueId {
        standard::AddIOp::build(b, self.location, x, y).result(b.body())
    }

    fn smaller(&self, b: &mut Rewriter<'_>, x: ValueId, y: ValueId) -> ValueId {
        standard::MinSIOp::build(b, self.location, x, y).result(b.body())
    }

    fn compare(
        &self,
        b: &mut Rewriter<'_>,
        predicate: CmpIPredicate,
        x: ValueId,
        y: ValueId,
    ) -> ValueId {
        standard::CmpIOp::build_inferred(b, self.location, predicate, x, y).result(b.body())
    }

    fn select(&self, b: &mut Rewriter<'_>, condition: ValueId, x: ValueId, y: ValueId) -> ValueId {
        Scalars::new(b, self.location).select(condition, x, y)
    }

    fn load(&self, b: &mut Rewriter<'_>, memref: ValueId, index: ValueId) -> ValueId {
        standard::LoadOp::build_inferred(b, self.location, memref, &[index]).result(b.body())
    }

    /// Merges runs that are twice as long each time.
    fn sort(&self, b: &mut Rewriter<'_>) {
        let mut steps = 0;
        while 1_i64 << steps < self.size {
            steps += 1;
        }
        let one = self.index(b, 1);
        let bounds = (ForBound::Constant(0), ForBound::Constant(steps));
        let (all, block) = affine::ForOp::carrying(b, bounds, 1, &[one]);
        at(b, InsertionPoint::End(block), |b| {
            let width = b.body().arguments(block)[1];
            self.merge(b, width);
            let pairs = std::iter::once(self.elements).chain(self.indices);
            for [to, from] in pairs {
                build_loop_nest(b, &[self.size], |b, ivs| {
                    let value = affine::LoadOp::at(b, from, ivs);
                    affine::StoreOp::at(b, value, to, ivs);
                });
            }
            let next = self.add(b, width, width);
            affine::YieldOp::build(b, self.location, &[next]);
        });
        b.set_insertion_point(InsertionPoint::After(all.id()));
    }

    /// Merges pairs of runs of this width.
    fn merge(&self, b: &mut Rewriter<'_>, width: ValueId) {
        let (zero, size) = (self.index(b, 0), self.index(b, self.size));
        let first_right = self.smaller(b, width, size);
        let inits = [zero, zero, first_right];
        let bounds = (ForBound::Constant(0), ForBound::Constant(self.size));
        let (all, block) = affine::ForOp::carrying(b, bounds, 1, &inits);
        at(b, InsertionPoint::End(block), |b| {
            let arguments = b.body().arguments(block).to_vec();
            let (place, start) = (arguments[0], arguments[1]);
            let merge = Merge { start, left: arguments[2], right: arguments[3] };
            let next = self.step(b, width, place, merge);
            affine::YieldOp::build(b, self.location, &[next.start, next.left, next.right]);
        });
        b.set_insertion_point(InsertionPoint::After(all.id()));
    }

    /// Takes the element that comes next.
    fn step(&self, b: &mut Rewriter<'_>, width: ValueId, place: ValueId, merge: Merge) -> Merge {
        let size = self.index(b, self.size);
        let last = self.index(b, self.size - 1);
        let one = self.index(b, 1);
        // The next pair of runs begins where this one ends.
        let both = self.add(b, width, width);
        let end = self.add(b, merge.start, both);
        let is_next = self.compare(b, CmpIPredicate::Eq, place, end);
        let start = self.select(b, is_next, place, merge.start);
        let middle = self.add(b, start, width);
        let middle = self.smaller(b, middle, size);
        let end = self.add(b, start, both);
        let end = self.smaller(b, end, size);
        let left = self.select(b, is_next, start, merge.left);
        let right = self.select(b, is_next, middle, merge.right);
        let no_left = self.compare(b, CmpIPredicate::Sge, left, middle);
        let has_right = self.compare(b, CmpIPredicate::Slt, right, end);
        let (left_place, right_place) = (self.smaller(b, left, last), self.smaller(b, right, last));
        let [x, y] = [left_place, right_place].map(|place| self.load(b, self.elements[0], place));
        let mut n = Scalars::new(b, self.location);
        let is_less = n.compare(CmpFPredicate::Olt, y, x);
        let left_is_nan = n.compare(CmpFPredicate::Uno, x, x);
        let right_is_number = n.compare(CmpFPredicate::Ord, y, y);
        let is_before_nan = n.both(left_is_nan, right_is_number);
        let is_before = n.either(is_less, is_before_nan);
        let is_wanted = n.either(no_left, is_before);
        let takes_right = n.both(has_right, is_wanted);
        let value = n.select(takes_right, y, x);
        affine::StoreOp::at(b, value, self.elements[1], &[place]);
        if let Some([indices, next]) = self.indices {
            let [x, y] = [left_place, right_place].map(|place| self.load(b, indices, place));
            let value = self.select(b, takes_right, y, x);
            affine::StoreOp::at(b, value, next, &[place]);
        }
        let (after_left, after_right) = (self.add(b, left, one), self.add(b, right, one));
        let left = self.select(b, takes_right, left, after_left);
        let right = self.select(b, takes_right, after_right, right);
        Merge { start, left, right }
    }
}

/// Implements the interfaces that follow from [`Sorting`].
macro_rules! sorting {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for View<'_, $op> {
            fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
                $crate::builtins::sorting::infer::<$op>(self.op(), self.input())
            }
        }

        $crate::builtins::reduction::takes_dimension!($op);

        impl Compute for View<'_, $op> {
            fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
                $crate::builtins::sorting::compute::<$op>(self.op(), inputs)
            }
        }

        impl Lower for $op {
            fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
                $crate::builtins::sorting::lower(self, operands, rewriter)
            }
        }
    };
}
pub(super) use sorting;
