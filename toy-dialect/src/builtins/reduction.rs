//! Reductions: the common part of `sum`, `prod`, `mean`, `norm`, `min`, `max`, `any` and `all` of a
//! tensor, or along some of its dimensions.
//!
//! The order in which elements are combined is part of the language, and designed for vectors. For
//! a whole tensor, and along its last dimensions, there are [`LANES`] partial results: element
//! number `i` (row-major) goes to lane `i % LANES`, each lane in increasing `i`, starting with the
//! neutral element. Then lane `l` is combined with lane `l + 16`, for `l` below 16, and so on with
//! 8, 4, 2, 1. Along other dimensions each result is one chain in row-major order, starting with
//! the neutral element.

use mlir_lite::affine::AffineExpr;
use mlir_lite::edsc::{AffineAt, Bound, Element, Memory, affine};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::rewrite::MatchFailure;

use super::elementwise::*;
use crate::builtins::{Call, ExpandDimsOp, PowOp, ShapeOp};
use crate::loop_builder::sizes::{float_of_size, sizes_of_tensor, with_last_as_one};
use crate::loop_builder::{allocate, allocate_known, constant_of, in_memory, loops, target};
use crate::ops::numbers::{NUMBERS, known_numbers, numbers};
use crate::ops::{Comparison, ReshapeToOp};
use crate::sizes::{Size, known_sizes, tensor_of_sizes};
use crate::tensor::element_list::listed;
use crate::tensor::elements::{Elements, Scalar};
use crate::tensor::shape::{known_shape, place, shown};

/// Partial results: four vectors of eight.
pub(crate) const LANES: i64 = 32;

/// How elements are combined.
#[derive(Clone, Copy)]
pub(super) struct Combination {
    /// The neutral element.
    pub(super) neutral: f64,
    pub(super) combine: fn(f64, f64) -> f64,
    /// As `combine`, of integers.
    pub(super) of_integers: fn(i64, i64) -> i64,
    pub(super) build: for<'e> fn(Expr<'e>, Expr<'e>) -> Expr<'e>,
    /// Builds the op that combines tensors, which have this shape and location.
    pub(super) op: BuildOp,
    /// Builds the reduction of a tensor along these dimensions, none for all of them.
    pub(super) reduce: fn(&mut BodyBuilder<'_>, Location, ValueId, &[i64], Type) -> ValueId,
}

/// Builds an op of one or two operands with a result of this type.
type BuildOp = fn(&mut BodyBuilder<'_>, Location, &[ValueId], Type) -> ValueId;

/// An op with these operands.
pub(super) fn op_of<O: OpDefinition>(
    b: &mut BodyBuilder<'_>,
    location: Location,
    operands: &[ValueId],
    ty: Type,
) -> ValueId {
    let op = b.create(
        OperationState::new(O::name(b.context()), location).operands(operands).results(&[ty]),
    );
    b.body().result(op, 0)
}

/// A reduction of a tensor along these dimensions.
pub(super) fn reduction_of<O: Reduction>(
    b: &mut BodyBuilder<'_>,
    location: Location,
    input: ValueId,
    dimensions: &[i64],
    ty: Type,
) -> ValueId {
    let result = op_of::<O>(b, location, &[input], ty);
    if let Some(op) = b.body().defining_op(result) {
        let (ctx, body) = (b.context().clone(), b.body_mut());
        body.set_attr(op, ctx.ident(NUMBERS), ctx.i64_array_attr(dimensions));
    }
    result
}

/// The parts of a reduction as ops of this dialect, for a range whose length is known when the
/// program runs.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    combination: Combination,
    each: Option<Each>,
    finish: Option<Finish>,
}

impl Steps {
    pub(super) fn of<O: Reduction>() -> Self {
        Self { combination: O::COMBINATION, each: O::EACH, finish: O::FINISH }
    }

    /// The neutral element.
    pub(crate) fn neutral(self) -> f64 {
        self.combination.neutral
    }

    /// Combines the elements of a tensor with those before them.
    pub(crate) fn combine(
        self,
        b: &mut BodyBuilder<'_>,
        location: Location,
        before: ValueId,
        mut elements: ValueId,
    ) -> ValueId {
        let ty = b.body().ty(before);
        if let Some(each) = self.each {
            elements = (each.op)(b, location, elements);
        }
        (self.combination.op)(b, location, &[before, elements], ty)
    }

    /// Combines the elements of a tensor along the given dimensions, all if there are none.
    pub(crate) fn reduce(
        self,
        b: &mut BodyBuilder<'_>,
        location: Location,
        tensor: ValueId,
        dimensions: &[i64],
        ty: Type,
    ) -> ValueId {
        (self.combination.reduce)(b, location, tensor, dimensions, ty)
    }

    /// The final step, applied to the combined elements; `count` builds their number.
    pub(crate) fn finish(
        self,
        b: &mut BodyBuilder<'_>,
        location: Location,
        combined: ValueId,
        count: impl FnOnce(&mut BodyBuilder<'_>) -> ValueId,
    ) -> ValueId {
        match self.finish {
            None => combined,
            Some(Finish { op: FinishOp::OfCount(op), .. }) => {
                let (count, ty) = (count(b), b.body().ty(combined));
                op(b, location, &[combined, count], ty)
            }
            Some(Finish { op: FinishOp::OfResult(op), .. }) => {
                let ty = b.body().ty(combined);
                op(b, location, &[combined], ty)
            }
        }
    }
}

/// The result of a reduction.
#[derive(Clone, Copy)]
pub(crate) enum Reduced {
    /// All elements combined.
    Elements(Steps),
    /// The index of one element.
    Index {
        /// The identity element: no element is worse, except a `nan`.
        worst: f64,
        /// How an element compares with the best one before it, if it is not better.
        not_better: Comparison,
    },
}

/// Ops that are reductions.
#[op_interface]
pub(crate) trait Reduces {
    /// Returns the kind of reduction.
    fn reduced(op: View<'_, Self>) -> Reduced;

    /// The number of the reduced dimension, which is resolved; none for all.
    ///
    /// # Errors
    /// If the tensor has no such dimension.
    fn dimension(op: View<'_, Self>, rank: usize) -> Result<Option<usize>, String>;
}

/// Ops that combine the elements of a tensor, or those along a dimension: `sum`.
/// [`reduction!`](macro@reduction) implements for them the custom form, type inference, evaluation,
/// and the lowering.
pub(super) trait Reduction: OpDefinition {
    /// The op's name in the language, for messages.
    const NAME: &'static str;
    /// How elements are combined.
    const COMBINATION: Combination;
    /// The function of each element whose results are combined; none for the elements themselves.
    const EACH: Option<Each> = None;
    /// The final step applied to the combined elements.
    const FINISH: Option<Finish> = None;
}

/// A function of one element.
#[derive(Clone, Copy)]
pub(super) struct Each {
    pub(super) compute: fn(f64) -> f64,
    /// As `compute`, of an integer, if it is a function of those, too.
    pub(super) of_integer: Option<fn(i64) -> i64>,
    pub(super) build: for<'e> fn(Expr<'e>) -> Expr<'e>,
    /// Builds the op on a tensor.
    pub(super) op: fn(&mut BodyBuilder<'_>, Location, ValueId) -> ValueId,
}

/// Computes a result from the combined elements and their number.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    pub(super) compute: fn(f64, f64) -> f64,
    pub(super) build: for<'e> fn(Expr<'e>, Expr<'e>) -> Expr<'e>,
    pub(super) op: FinishOp,
}

/// The op of a final step.
#[derive(Clone, Copy)]
pub(super) enum FinishOp {
    /// Of the combined elements.
    OfResult(BuildOp),
    /// Of the combined elements and their number.
    OfCount(BuildOp),
}

/// The reduced dimension; none for all. An error message otherwise.
pub(super) fn dimension(rank: usize, numbers: &[i64]) -> Result<Option<usize>, String> {
    match *numbers {
        [] => Ok(None),
        [number] => match place(rank, number) {
            None => Err(no_dimension(number, rank)),
            dimension => Ok(dimension),
        },
        _ => Err("there is more than one dimension".to_owned()),
    }
}

/// Why numbers are not those of different dimensions.
struct WrongDimension {
    message: String,
    label: &'static str,
}

impl WrongDimension {
    fn missing(message: String) -> Self {
        Self { message, label: "no such dimension" }
    }
}

/// The reduced dimensions in increasing order; all of them if there are no numbers.
fn dimensions(rank: usize, numbers: &[i64]) -> Result<Vec<usize>, WrongDimension> {
    let mut is_reduced = vec![numbers.is_empty(); rank];
    for &number in numbers {
        let place = place(rank, number)
            .ok_or_else(|| WrongDimension::missing(no_dimension(number, rank)))?;
        if std::mem::replace(&mut is_reduced[place], true) {
            let message = format!("dimension {number} is given twice");
            return Err(WrongDimension { message, label: "each dimension is given once" });
        }
    }
    Ok((0..rank).filter(|index| is_reduced[*index]).collect())
}

fn no_dimension(number: i64, rank: usize) -> String {
    format!("there is no dimension {number} in a tensor of {rank} dimensions")
}

/// The sizes of the dimensions that are not reduced.
fn without_all<S: Copy>(shape: &[S], reduced: &[usize]) -> Vec<S> {
    let kept = shape.iter().enumerate().filter(|(index, _)| !reduced.contains(index));
    kept.map(|(_, size)| *size).collect()
}

/// Whether the reduced dimensions are the last ones of a tensor.
fn are_last(reduced: &[usize], rank: usize) -> bool {
    reduced.first().is_none_or(|first| first + reduced.len() == rank)
}

/// The sizes without that of the reduced dimension.
pub(super) fn without<S: Copy>(shape: &[S], dimension: Option<usize>) -> Vec<S> {
    match dimension {
        None => Vec::new(),
        Some(removed) => shape
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != removed)
            .map(|(_, size)| *size)
            .collect(),
    }
}

/// The type of a reduction's result.
pub(super) fn infer(
    op: OpRef<'_>,
    input: ValueRef<'_>,
    what: &str,
) -> Result<Type, Box<Diagnostic>> {
    infer_with(op, input, what, without)
}

/// The type of the result of a reduction along any number of dimensions.
pub(super) fn infer_along(
    op: OpRef<'_>,
    input: ValueRef<'_>,
    what: &str,
) -> Result<Type, Box<Diagnostic>> {
    let (shape, rank) = (known_shape(input), known_sizes(input).len());
    let reduced = dimensions(rank, &known_numbers(op))
        .map_err(|wrong| wrong_dimension(op, shape, what, &wrong))?;
    let sizes = without_all(&known_sizes(input), &reduced);
    Ok(tensor_of_sizes(op.context(), &sizes, Type::F64))
}

/// Whether an op goes along one dimension: the operand has no other one, or it is given.
pub(super) fn is_along_one(op: OpRef<'_>, input: ValueRef<'_>) -> bool {
    known_sizes(input).len() == 1 || !known_numbers(op).is_empty()
}

/// The error for a dimension that the operand does not have.
fn wrong_dimension(
    op: OpRef<'_>,
    shape: &[i64],
    what: &str,
    wrong: &WrongDimension,
) -> Box<Diagnostic> {
    Box::new(
        op.error(format!("'{what}' of shape {}: {}", shown(shape), wrong.message))
            .with_code(Code::WrongNumber.text())
            .with_label(wrong.label)
            .with_note("dimensions are counted from 0, or from the last one back: -1, -2"),
    )
}

/// The type of a result whose shape follows from that of the operand and the dimension.
pub(super) fn infer_with(
    op: OpRef<'_>,
    input: ValueRef<'_>,
    what: &str,
    result: impl Fn(&[Size], Option<usize>) -> Vec<Size>,
) -> Result<Type, Box<Diagnostic>> {
    let (shape, sizes) = (known_shape(input), known_sizes(input));
    match dimension(shape.len(), &known_numbers(op)) {
        Ok(dimension) => Ok(tensor_of_sizes(op.context(), &result(&sizes, dimension), Type::F64)),
        Err(message) => Err(wrong_dimension(op, shape, what, &WrongDimension::missing(message))),
    }
}

/// The rule for the shape of a reduction's result.
pub(super) const ALONG_DIMENSIONS: &str = "Of a whole tensor: a number. Along a dimension, or \
    several: the sizes of the others. With `keepdims=true`, 1 takes the place of the sizes along \
    which elements are combined.";

/// Emits a call whose arguments are a tensor, perhaps dimensions, and whether these are kept.
pub(super) fn emit<O: Reduction>(call: &mut Call<'_, '_>) -> OpId {
    let operands = call.all_values();
    let reduction = call.build_of::<O>(&operands);
    let (&[input, ..], true) = (&operands[..], call.is_set(2)) else { return reduction };
    let result = call.result_of(reduction);
    if let [_, dimensions @ ..] = &operands[..]
        && !dimensions.is_empty()
    {
        return call.build_of::<ExpandDimsOp>(&[&[result], dimensions].concat());
    }
    // All sizes are 1.
    let sizes = call.value_of::<ShapeOp>(&[input]);
    let zero = call.number(0.0);
    let ones = call.value_of::<PowOp>(&[sizes, zero]);
    call.build_of::<ReshapeToOp>(&[result, ones])
}

/// Combines a row of elements, in the order described in the file's header.
fn combine_row<T: Scalar>(combination: impl Fn(T, T) -> T, neutral: T, elements: &[T]) -> T {
    let mut lanes = [neutral; LANES as usize];
    for (index, &element) in elements.iter().enumerate() {
        let lane = &mut lanes[index % LANES as usize];
        *lane = combination(*lane, element);
    }
    let mut width = lanes.len() / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = combination(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}

pub(super) fn compute<O: Reduction>(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
    first_number: usize,
) -> Result<Tensor, String> {
    let input = inputs.first().ok_or("the operand is missing")?;
    let reduced = dimensions(input.shape.len(), &numbers(op, inputs, first_number)?);
    let reduced = reduced.map_err(|wrong| wrong.message)?;
    match &input.elements {
        Elements::F64(list) => of_floats::<O, _>(&input.shape, list, &reduced),
        Elements::F32(list) => of_floats::<O, _>(&input.shape, list, &reduced),
        Elements::I64(list) => of_integers::<O, _>(&input.shape, list, &reduced),
        Elements::Bool(list) => of_integers::<O, _>(&input.shape, list, &reduced),
        Elements::I8(list) => of_integers::<O, _>(&input.shape, list, &reduced),
        Elements::U8(list) => of_integers::<O, _>(&input.shape, list, &reduced),
    }
}

/// Reduces floats: each step is rounded to their type.
fn of_floats<O: Reduction, T: Scalar>(
    shape: &[i64],
    elements: &[T],
    reduced: &[usize],
) -> Result<Tensor, String> {
    let Combination { combine, neutral, .. } = O::COMBINATION;
    let neutral = T::nearest(neutral);
    let combination = |x: T, y: T| T::nearest(combine(x.to_f64(), y.to_f64()));
    let mut results = match O::EACH {
        Some(each) => {
            let each = |index: usize| T::nearest((each.compute)(elements[index].to_f64()));
            combine_along(shape, &listed(elements.len(), each)?, reduced, neutral, combination)?
        }
        None => combine_along(shape, elements, reduced, neutral, combination)?,
    };
    let count = T::nearest((elements.len() / results.len()) as f64).to_f64();
    if let (Some(finish), Some(results)) = (O::FINISH, T::list_mut(&mut results.elements)) {
        let finished = |x: &mut T| *x = T::nearest((finish.compute)(x.to_f64(), count));
        results.iter_mut().for_each(finished);
    }
    Ok(results)
}

/// Reduces integers, or booleans as the integers 1 and 0. An op with a final step asks for floats.
fn of_integers<O: Reduction, T: Scalar>(
    shape: &[i64],
    elements: &[T],
    reduced: &[usize],
) -> Result<Tensor, String> {
    let number = |x: T| x.to_i64().unwrap_or_default();
    let each = O::EACH.and_then(|each| each.of_integer).unwrap_or(|x| x);
    let integers = listed(elements.len(), |index| each(number(elements[index])))?;
    let neutral = T::nearest(O::COMBINATION.neutral);
    let combination = O::COMBINATION.of_integers;
    let results = combine_along(shape, &integers, reduced, number(neutral), combination)?;
    let elements = results.elements.into_converted(T::ELEMENT);
    Ok(Tensor { shape: results.shape, elements: elements.map_err(|number| number.to_string())? })
}

fn combine_along<T: Scalar>(
    shape: &[i64],
    elements: &[T],
    reduced: &[usize],
    neutral: T,
    combination: impl Fn(T, T) -> T,
) -> Result<Tensor, String> {
    let rank = shape.len();
    let result = without_all(shape, reduced);
    let size = reduced.iter().map(|dimension| shape[*dimension]).product::<i64>() as usize;
    if are_last(reduced, rank) {
        return Tensor::build(&result, |number| {
            combine_row(&combination, neutral, &elements[number * size..][..size])
        });
    }
    let strides: Vec<usize> =
        (1..=rank).map(|after| shape[after..].iter().product::<i64>() as usize).collect();
    let kept: Vec<usize> = (0..rank).filter(|index| !reduced.contains(index)).collect();
    // How far the element with this number among those of some dimensions is from the first one.
    let offset = |dimensions: &[usize], mut number: usize| {
        dimensions.iter().rev().fold(0, |offset, &dimension| {
            let size = shape[dimension] as usize;
            let index = number % size;
            number /= size;
            offset + index * strides[dimension]
        })
    };
    let steps = listed(size, |number| offset(reduced, number))?;
    Tensor::build(&result, |number| {
        let chain = &elements[offset(&kept, number)..];
        steps.iter().fold(neutral, |sum, step| combination(sum, chain[*step]))
    })
}

/// Lowers a reduction.
pub(super) fn lower<'e, O: Reduction>(op: O, operands: Adaptor<'_, O>, e: Edsc<'e>) -> Lowered<'e> {
    let ty = e.read(|body| target(body, op.id()))?;
    let &[input] = operands.values() else { return Err("expects one operand".into()) };
    let tensor = e.read(|body| body.operands(op.id()).next()).ok_or("expects one operand")?;
    let sizes = sizes_of_tensor(e, tensor);
    let [input] = in_memory(e, [input])?;
    let reduced = e.read(|body| dimensions(sizes.len(), &known_numbers(body.op(op.id()))));
    let reduced = reduced.map_err(|wrong| wrong.message)?;
    let mut reduction = Loops { e, input, combination: O::COMBINATION, each: O::EACH };
    let result = allocate(e, &ty)?;
    if are_last(&reduced, sizes.len()) {
        let (outer, row) = sizes.split_at(sizes.len() - reduced.len());
        let known: Option<Vec<i64>> = row.iter().map(|size| size.known()).collect();
        let row = match known {
            Some(row) => Row::Known(row),
            None => {
                let (view, length) = with_last_as_one(e, input, &sizes, outer.len());
                reduction.input = view;
                Row::OfLength(length)
            }
        };
        reduction.rows(outer, &row, result)?;
    } else {
        reduction.chains(&sizes, &reduced, result);
    }
    if let Some(finish) = O::FINISH {
        let of_count = result.memref.element_type();
        let count = match reduced.iter().map(|index| sizes[*index].known()).product() {
            Some::<i64>(count) => e.float(count as f64, of_count),
            None => {
                let factors = reduced.iter().map(|index| float_of_size(e, sizes[*index]));
                let count =
                    factors.reduce(|count, size| count * size).ok_or("nothing is reduced")?;
                if of_count == Type::F32 {
                    count.to::<standard::FPTruncOp>(of_count)
                } else {
                    count
                }
            }
        };
        loops(e, &without_all(&sizes, &reduced), |ivs| {
            let element = result.at(ivs);
            element.set((finish.build)(element.get(), count));
        });
    }
    Ok(result)
}

/// A row of elements that are combined.
enum Row<'e> {
    /// Dimensions of these sizes.
    Known(Vec<i64>),
    /// One dimension, the size of which depends on what a caller decides.
    OfLength(Expr<'e>),
}

/// Builds the loops of a reduction.
struct Loops<'e> {
    e: Edsc<'e>,
    input: Memory<'e>,
    combination: Combination,
    each: Option<Each>,
}

impl<'e> Loops<'e> {
    /// Fills memory with the neutral element.
    fn clear(&self, memory: Memory<'e>, sizes: &[Size]) {
        let (e, element) = (self.e, memory.memref.element_type());
        loops(e, sizes, |ivs| {
            memory.at(ivs).set(constant_of(e, element, self.combination.neutral));
        });
    }

    /// Combines an element into another one.
    fn accumulate(&self, into: Element<'e, AffineAt>, from: Element<'e, AffineAt>) {
        let sum = into.get();
        let element = match self.each.filter(|_| from.memref.id() == self.input.memref.id()) {
            Some(each) => (each.build)(from.get()),
            None => from.get(),
        };
        into.set((self.combination.build)(sum, element));
    }

    /// One chain for each result: the loop over a dimension encloses the loops over the dimensions
    /// after it.
    fn chains(&self, sizes: &[Size], reduced: &[usize], result: Memory<'e>) {
        self.clear(result, &without_all(sizes, reduced));
        let ctx = self.e.context();
        let rank = sizes.len() as u32;
        let kept: Vec<AffineExpr> = (0..rank)
            .filter(|index| !reduced.contains(&(*index as usize)))
            .map(|index| ctx.affine_dim(index))
            .collect();
        let into = ctx.affine_map(rank, 0, &kept);
        loops(self.e, sizes, |ivs| self.accumulate(result.at((into, ivs)), self.input.at(ivs)));
    }

    /// Lanes for each row of elements; a row consists of the dimensions of `row`, and there is one
    /// row for each index of `outer`.
    fn rows(&self, outer: &[Size], row: &Row<'e>, result: Memory<'e>) -> Result<(), MatchFailure> {
        let (e, ctx) = (self.e, self.e.context());
        let element = self.input.memref.element_type();
        let mut allocated = Ok(());
        loops(e, outer, |outer| {
            // Each row has lanes of its own, so that rows are independent of one another.
            let lanes = match allocate_known(e, ctx.memref_type(&[LANES], element)) {
                Ok(lanes) => lanes,
                Err(error) => return allocated = Err(error),
            };
            self.clear(lanes, &[Size::Known(LANES)]);
            match row {
                Row::Known(row) => self.fill_lanes(lanes, outer, row),
                Row::OfLength(length) => self.fill_lanes_of_any(lanes, outer, *length),
            }
            let mut width = LANES / 2;
            while width > 0 {
                e.loops(&[width], |ivs| {
                    self.accumulate(lanes.at(ivs), lanes.at([affine(ivs[0]) + width]));
                });
                width /= 2;
            }
            let first = ctx.affine_map(0, 0, &[ctx.affine_constant(0)]);
            result.at(outer).set(lanes.at((first, &[][..])));
        });
        allocated
    }

    /// Combines the elements of a row of a size that a caller decides, which is one dimension, into
    /// the lanes: first in blocks of [`LANES`] elements, then the rest.
    fn fill_lanes_of_any(&self, lanes: Memory<'e>, outer: &[Expr<'e>], row: Expr<'e>) {
        let (e, ctx) = (self.e, self.e.context());
        let (lane_count, length) = (ctx.affine_constant(LANES), ctx.affine_symbol(0));
        let bound = |end: AffineExpr| Bound::from((ctx.affine_map(0, 1, &[end]), &[row.id()][..]));
        let blocks = ctx.affine_floordiv(length, lane_count);
        let dims = outer.len() as u32;
        let maps = |lane: AffineExpr, element: AffineExpr, count: u32| {
            let mut subscripts: Vec<AffineExpr> = (0..dims).map(|i| ctx.affine_dim(i)).collect();
            subscripts.push(element);
            [&[lane][..], &subscripts].map(|results| ctx.affine_map(dims + count, 0, results))
        };
        let combine = |[lane, element]: [_; 2], own: &[Expr<'e>]| {
            let all = [outer, own].concat();
            self.accumulate(lanes.at((lane, &all[..])), self.input.at((element, &all[..])));
        };
        e.affine_for(0, bound(blocks), 1, |block| {
            let [number, lane] = [dims, dims + 1].map(|index| ctx.affine_dim(index));
            let element = ctx.affine_add(ctx.affine_mul(number, lane_count), lane);
            e.affine_for(0, LANES, 1, |of_block| {
                combine(maps(lane, element, 2), &[block, of_block]);
            });
        });
        let start = ctx.affine_mul(blocks, lane_count);
        e.affine_for(bound(start), bound(length), 1, |element| {
            let own = ctx.affine_dim(dims);
            combine(maps(ctx.affine_mod(own, lane_count), own, 1), &[element]);
        });
    }

    /// Combines the elements of a row into the lanes: first in blocks of [`LANES`] elements, then
    /// the rest.
    fn fill_lanes(&self, lanes: Memory<'e>, outer: &[Expr<'e>], row: &[i64]) {
        let (e, ctx) = (self.e, self.e.context());
        let last = row.last().copied().unwrap_or(1);
        // If the last dimension consists of whole blocks, the loops are over dimensions, else over
        // element numbers.
        let (leading, length) = match last % LANES == 0 {
            true => (&row[..row.len() - 1], last),
            false => (&row[..0], row.iter().product()),
        };
        let first_row = outer.len() as u32;
        let block = first_row + leading.len() as u32;
        let element = |dims: u32, number: AffineExpr| {
            let mut subscripts: Vec<AffineExpr> =
                (0..first_row).map(|index| ctx.affine_dim(index)).collect();
            if last % LANES == 0 {
                subscripts.extend((first_row..block).map(|index| ctx.affine_dim(index)));
                subscripts.push(number);
            } else {
                for (index, &size) in row.iter().enumerate() {
                    let stride: i64 = row[index + 1..].iter().product();
                    let steps = ctx.affine_floordiv(number, ctx.affine_constant(stride));
                    subscripts.push(if index == 0 {
                        steps
                    } else {
                        ctx.affine_mod(steps, ctx.affine_constant(size))
                    });
                }
            }
            ctx.affine_map(dims, 0, &subscripts)
        };
        // The last loop is over the lanes; `start` is before the first of their elements.
        let combine = |sizes: &[i64], start: AffineExpr| {
            e.loops(sizes, |ivs| {
                let all = [outer, ivs].concat();
                let dims = all.len() as u32;
                let lane = ctx.affine_dim(dims - 1);
                let into = ctx.affine_map(dims, 0, &[lane]);
                let from = element(dims, ctx.affine_add(start, lane));
                self.accumulate(lanes.at((into, &all[..])), self.input.at((from, &all[..])));
            });
        };
        let (blocks, rest) = (length / LANES, length % LANES);
        if blocks > 0 {
            let sizes: Vec<i64> = leading.iter().copied().chain([blocks, LANES]).collect();
            combine(&sizes, ctx.affine_mul(ctx.affine_dim(block), ctx.affine_constant(LANES)));
        }
        if rest > 0 {
            combine(&[rest], ctx.affine_constant(blocks * LANES));
        }
    }
}

/// For ops whose operands are a tensor and, if it is given and not known yet, a dimension, or a
/// list of some.
macro_rules! takes_dimension {
    ($op:ty) => {
        $crate::builtins::reduction::takes_dimension!($op, false);
    };
    ($op:ty, $takes_lists:literal) => {
        impl $crate::ops::numbers::CompileTimeOperands for $op {
            fn first_number(_: View<'_, Self>) -> usize {
                1
            }

            fn what(_: View<'_, Self>) -> &'static str {
                "a dimension"
            }

            fn takes_lists(_: View<'_, Self>) -> bool {
                $takes_lists
            }
        }
    };
}
pub(super) use takes_dimension;

/// Implements the interfaces that follow from [`Reduction`], for ops whose operands are `input` and
/// the dimension.
macro_rules! reduction {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                let name = <$op as Reduction>::NAME;
                $crate::builtins::reduction::infer_along(op.op(), op.input(), name)
            }

            fn takes_symbolic_sizes(_: View<'_, Self>) -> bool {
                true
            }
        }

        $crate::builtins::reduction::takes_dimension!($op, true);

        impl $crate::builtins::reduction::Reduces for $op {
            fn reduced(_: View<'_, Self>) -> $crate::builtins::reduction::Reduced {
                let steps = $crate::builtins::reduction::Steps::of::<$op>();
                $crate::builtins::reduction::Reduced::Elements(steps)
            }

            fn dimension(op: View<'_, Self>, rank: usize) -> Result<Option<usize>, String> {
                let numbers = $crate::ops::numbers::known_numbers(op.op());
                $crate::builtins::reduction::dimension(rank, &numbers)
            }
        }

        impl Compute for $op {
            fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                let first = <$op as $crate::ops::numbers::CompileTimeOperands>::first_number(op);
                $crate::builtins::reduction::compute::<$op>(op.op(), inputs, first)
            }
        }

        impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
            fn lower<'e>(
                op: Self,
                operands: Adaptor<'_, Self>,
                scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
            ) -> $crate::loop_builder::Lowered<'e> {
                let e = scope.edsc();
                $crate::builtins::reduction::lower(op, operands, e)
            }
        }
    };
}
pub(super) use reduction;
