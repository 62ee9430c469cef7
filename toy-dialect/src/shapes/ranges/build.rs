//! The loops over ranges whose length depends on loops.
//!
//! The results have the bits that ops on tensors of that length have: sums along the last dimension
//! have partial results, others are chains. A loop over whole blocks of [`LANES`] elements comes
//! first, whose templates are copied for a block at once.

use mlir_lite::ir::IrMapping;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::Code;

use super::super::conversions::inferred;
use super::{Extent, Ranges, Role, Target, operand_ranks, rank};
use crate::builtins::{F32Op, FillOp, LANES, Reduced, Reduces, Steps};
use crate::builtins::{MaxOp, SelectOp};
use crate::ops::numbers::{Linear, NUMBERS, Variable};
use crate::ops::subscripts::{Length, LinearPart, steps_of};
use crate::ops::{
    AddOp, AndOp, CastOp, CompareOp, Comparison, ConstantOp, ForOp, InsertOp, MulOp, MultiplyAddOp,
    NotOp, ReshapeOp, SliceOp, UndefinedOp, YieldOp,
};
use crate::tensor::broadcast_shape;
use crate::tensor::elements;
use crate::tensor::shape::known_shape;

/// A step so long that a loop has one iteration, if any.
const ONCE: i64 = 1 << 40;

/// The location of accesses of tensors that only these loops have.
const NOT_IN_SOURCE: Location = Location::UNKNOWN;

/// The numbers of an index do not fit 64 bits, or an op is malformed.
struct Overflow;

type Built<T> = Result<T, Overflow>;

/// The first index and the count of each subscript, and the steps of ranges if one is not 1.
type Places = (Vec<Linear>, Vec<i64>, Option<Vec<i64>>);

impl Overflow {
    fn error(self, body: &Body, op: OpId) -> Box<Diagnostic> {
        let place = body.location(op).to_position(body.context());
        let error = Code::WrongNumber.error(place, "an index is too large");
        Box::new(error.with_label("its numbers do not fit 64 bits"))
    }
}

/// The elements of a range that an iteration is for.
#[derive(Clone)]
struct Axis {
    /// The number of the first one in the range.
    start: Linear,
    count: i64,
}

/// For dimensions, by the number of those after them, the number of an axis.
type AxisIndices = Vec<(usize, usize)>;

/// The tensor to elements of which an assignment is built.
struct Assigned {
    before: ValueId,
    parts: Vec<LinearPart>,
    place: AxisIndices,
    /// Its value in the loop.
    now: ValueId,
}

/// Builds a reduction, or a product of matrices, whose result has a known shape.
pub(super) fn combination(
    ranges: &Ranges,
    body: &mut Body,
    op: OpId,
) -> Result<ValueId, Box<Diagnostic>> {
    let built = Builder::before(ranges, body, op).combination(op, &AxisIndices::new());
    built.map_err(|overflow| overflow.error(body, op))
}

/// Builds an assignment; `extents` are those of the elements that are assigned to.
pub(super) fn insertion(
    ranges: &Ranges,
    body: &mut Body,
    insert: InsertOp,
    parts: &[LinearPart],
    extents: &[Extent],
) -> Result<ValueId, Box<Diagnostic>> {
    let built = Builder::before(ranges, body, insert.id()).insertion(insert, parts, extents);
    built.map_err(|overflow| overflow.error(body, insert.id()))
}

/// Builds loops before an op.
struct Builder<'r, 'b> {
    ranges: &'r Ranges,
    b: BodyBuilder<'b>,
    location: Location,
    axes: Vec<Axis>,
    /// The copies of templates that are defined here.
    copies: FxHashMap<(ValueId, AxisIndices), ValueId>,
    target: Option<Assigned>,
}

impl<'r, 'b> Builder<'r, 'b> {
    fn before(ranges: &'r Ranges, body: &'b mut Body, op: OpId) -> Self {
        let location = body.location(op);
        let b = BodyBuilder::new(body, InsertionPoint::Before(op));
        let (axes, copies) = (Vec::new(), FxHashMap::default());
        Self { ranges, b, location, axes, copies, target: None }
    }

    fn body(&self) -> &Body {
        self.b.body()
    }

    fn tensor(&self, shape: &[i64], element: Type) -> Type {
        self.b.context().tensor_type(shape, element)
    }

    fn element_of(&self, value: ValueId) -> Type {
        elements::element_of(self.b.context(), self.body().ty(value))
    }

    fn shape_of(&self, value: ValueId) -> Vec<i64> {
        known_shape(self.body().value(value)).to_vec()
    }

    /// The shape of a value for the elements at a place.
    fn shape_at(&self, value: ValueId, place: &AxisIndices) -> Vec<i64> {
        let mut shape = self.shape_of(value);
        for &(from_last, axis) in place {
            let index = shape.len() - 1 - from_last;
            shape[index] = self.axes[axis].count;
        }
        shape
    }

    fn axis(&mut self, start: Linear, count: i64) -> usize {
        self.axes.push(Axis { start, count });
        self.axes.len() - 1
    }

    fn number(&mut self, value: f64, element: Type) -> ValueId {
        let ty = self.tensor(&[], element);
        let value =
            elements::Elements::nearest(elements::Element::of(self.b.context(), ty), &[value]);
        let value = elements::constant(self.b.context(), &[], &value);
        ConstantOp::build(&mut self.b, self.location, value, ty).result(self.b.body())
    }

    fn filled(&mut self, value: f64, shape: &[i64], element: Type) -> ValueId {
        let (value, ty) = (self.number(value, element), self.tensor(shape, element));
        let fill = FillOp::build(&mut self.b, self.location, value, &[], ty);
        let ctx = self.b.context().clone();
        let sizes = ctx.i64_array_attr(shape);
        self.b.body_mut().set_attr(fill.id(), ctx.ident(NUMBERS), sizes);
        fill.result(self.b.body())
    }

    fn reshaped(&mut self, value: ValueId, ty: Type) -> ValueId {
        match self.body().ty(value) == ty {
            true => value,
            false => ReshapeOp::build(&mut self.b, self.location, value, ty).output(self.b.body()),
        }
    }

    /// Builds a loop that carries values; `iteration` builds its body from the variable and the
    /// values, and returns those for the next iteration.
    fn counted(
        &mut self,
        [from, to]: [Linear; 2],
        step: i64,
        carried: &[ValueId],
        iteration: impl FnOnce(&mut Self, Linear, &[ValueId]) -> Built<Vec<ValueId>>,
    ) -> Built<Vec<ValueId>> {
        let (map, variables) = Linear::map_of(self.b.context(), &[from, to]);
        let types: Vec<Type> = carried.iter().map(|value| self.body().ty(*value)).collect();
        let operands = [carried, &variables].concat();
        let (location, step) = (self.location, Some(step));
        let op = ForOp::build(&mut self.b, location, &operands, None, Some(map), step, &types);
        let after = self.b.insertion_point();
        let region = op.body(self.b.body());
        let arguments = [&[self.tensor(&[], Type::F64)], &types[..]].concat();
        let block = self.b.create_block(region, &arguments);
        let arguments = self.body().arguments(block).to_vec();
        self.b.set_insertion_point(InsertionPoint::End(block));
        let outside = self.copies.clone();
        let variable = Linear::variable(arguments[0]);
        let next = iteration(self, variable, &arguments[1..])?;
        YieldOp::build(&mut self.b, location, &next);
        self.copies = outside;
        self.b.set_insertion_point(after);
        Ok(self.body().results(op.id()).collect())
    }

    /// As [`counted`](Self::counted), of one value.
    fn counted_one(
        &mut self,
        bounds: [Linear; 2],
        step: i64,
        carried: ValueId,
        iteration: impl FnOnce(&mut Self, Linear, ValueId) -> Built<ValueId>,
    ) -> Built<ValueId> {
        let results = self.counted(bounds, step, &[carried], |this, variable, values| {
            iteration(this, variable, values[0]).map(|next| vec![next])
        })?;
        let [result] = results[..] else { return Err(Overflow) };
        Ok(result)
    }

    /// The place of an operand's elements, for those of the result.
    fn operand_place(
        &self,
        op: OpId,
        role: Role,
        operand: usize,
        place: &AxisIndices,
    ) -> AxisIndices {
        let operands = self.body().operand_list(op);
        let ranks = operand_ranks(self.body(), op);
        let extents = self.ranges.of(operands[operand]).iter();
        let kept =
            extents.filter_map(|extent| match role.target(&ranks, operand, extent.from_last) {
                Target::Kept(from_last) => {
                    let found = place.iter().find(|(other, _)| *other == from_last);
                    found.map(|(_, axis)| (extent.from_last, *axis))
                }
                Target::Combined => None,
            });
        kept.collect()
    }

    /// The elements of a value at a place: those that a copy of its template computes, or the value
    /// itself if it is not a template.
    fn elements(&mut self, value: ValueId, place: AxisIndices) -> Built<ValueId> {
        let mut pending = vec![(value, place.clone(), false)];
        while let Some((value, place, has_operands)) = pending.pop() {
            let key = (value, place);
            if self.ranges.of(value).is_empty() || self.copies.contains_key(&key) {
                continue;
            }
            let Some(op) = self.body().defining_op(value) else { continue };
            let copy = if let Some(slice) = SliceOp::cast(self.body(), op) {
                self.slice(slice, &key.1)?
            } else {
                let Some(role) = Role::of(self.body(), op) else { continue };
                if self.combined_along(op, role).is_some() {
                    self.combination(op, &key.1)?
                } else if has_operands {
                    self.copy(op, role, &key)
                } else {
                    let operands = self.body().operand_list(op);
                    pending.push((key.0, key.1.clone(), true));
                    for (number, operand) in operands.into_iter().enumerate() {
                        let place = self.operand_place(op, role, number, &key.1);
                        pending.push((operand, place, false));
                    }
                    continue;
                }
            };
            self.copies.insert(key, copy);
        }
        Ok(self.copies.get(&(value, place)).copied().unwrap_or(value))
    }

    /// The extent along which a template combines elements.
    fn combined_along(&self, op: OpId, role: Role) -> Option<(usize, Extent)> {
        let operands = self.body().operand_list(op);
        let ranks = operand_ranks(self.body(), op);
        operands.iter().enumerate().find_map(|(number, operand)| {
            let mut extents = self.ranges.of(*operand).iter();
            let is_combined = |extent: &&Extent| {
                role.target(&ranks, number, extent.from_last) == Target::Combined
            };
            extents.find(is_combined).map(|extent| (number, extent.clone()))
        })
    }

    /// The copy of a template whose operands are copied.
    fn copy(&mut self, op: OpId, role: Role, (value, place): &(ValueId, AxisIndices)) -> ValueId {
        let operands = self.body().operand_list(op);
        let mut mapping = IrMapping::new();
        for (number, &operand) in operands.iter().enumerate() {
            let key = (operand, self.operand_place(op, role, number, place));
            let copy = self.copies.get(&key).copied().unwrap_or(operand);
            mapping.map(operand, copy);
        }
        if let Some(cast) = CastOp::cast(self.body(), op) {
            let input = cast.input(self.body());
            return mapping.value(input).unwrap_or(input);
        }
        let ty = self.tensor(&self.shape_at(*value, place), self.element_of(*value));
        let copy = self.b.body_mut().clone_op(op, &mut mapping);
        self.b.insert(copy);
        let result = self.body().result(copy, 0);
        self.b.body_mut().set_type(result, ty);
        result
    }

    /// The copy of a slice.
    fn slice(&mut self, slice: SliceOp, place: &AxisIndices) -> Built<ValueId> {
        let (body, result) = (self.body(), slice.result(self.body()));
        let parts = self.ranges.parts.get(&slice.id()).cloned().unwrap_or_default();
        let mut input = slice.input(body);
        if let Some(target) = &self.target
            && (target.before, &target.parts, &target.place) == (input, &parts, place)
        {
            // An iteration reads elements that it is about to change.
            input = target.now;
        }
        let (location, at) = (body.location(slice.id()), slice.at(body));
        let ty = self.tensor(&self.shape_at(result, place), self.element_of(result));
        let rank = rank(self.body(), result);
        let (places, counts, steps) = self.accesses(&parts, rank, place)?;
        let (map, variables) = Linear::map_of(self.b.context(), &places);
        let (map, counts) = (Some(map), Some(counts));
        let copy = SliceOp::build(
            &mut self.b,
            location,
            input,
            &variables,
            None,
            map,
            counts,
            None,
            steps,
            None,
            at,
            None,
            ty,
        );
        Ok(copy.result(self.b.body()))
    }

    /// The first index, the count and the step of each subscript, for the elements at a place of a
    /// selection of this rank.
    fn accesses(&self, parts: &[LinearPart], rank: usize, place: &AxisIndices) -> Built<Places> {
        let (mut firsts, mut counts) = (Vec::new(), Vec::new());
        let steps = steps_of(parts.iter().map(|part| part.step));
        let mut kept = 0;
        for LinearPart { first, length, .. } in parts {
            let from_last = (rank - kept).checked_sub(1);
            let axis = place.iter().find(|(other, _)| Some(*other) == from_last);
            let axis = axis.map(|(_, axis)| &self.axes[*axis]);
            kept += usize::from(*length != Length::Single);
            let (first, count) = match (length, axis) {
                (Length::Linear(_), Some(Axis { start, count })) => {
                    (first.clone().plus(start, 1).ok_or(Overflow)?, *count)
                }
                (Length::Known(count), _) => (first.clone(), *count),
                _ => (first.clone(), -1),
            };
            firsts.push(first);
            counts.push(count);
        }
        Ok((firsts, counts, steps))
    }

    /// The result of a reduction, or a product of matrices, for the elements at a place.
    fn combination(&mut self, op: OpId, place: &AxisIndices) -> Built<ValueId> {
        let own = self.body().location(op);
        let location = std::mem::replace(&mut self.location, own);
        let result = self.combination_there(op, place);
        self.location = location;
        result
    }

    fn combination_there(&mut self, op: OpId, place: &AxisIndices) -> Built<ValueId> {
        let result = self.body().result(op, 0);
        let role = Role::of(self.body(), op).ok_or(Overflow)?;
        let (_, extent) = self.combined_along(op, role).ok_or(Overflow)?;
        // Its type is not known before it is combined, if it is not a template.
        let ty = match self.ranges.of(result).is_empty() {
            true => inferred(self.body().op(op)).and_then(Result::ok).ok_or(Overflow)?,
            false => self.tensor(&self.shape_at(result, place), self.element_of(result)),
        };
        if role == Role::Product {
            return self.product(op, place, extent.length, ty);
        }
        let reduced = self.body().op(op).ask::<dyn Reduces, _>(|op| op.reduced());
        let input = self.body().operand_list(op)[0];
        let along = Along {
            input,
            place: self.operand_place(op, role, 0, place),
            extent,
            is_whole: role == Role::Reduction(None),
        };
        match reduced.ok_or(Overflow)? {
            Reduced::Elements(steps) => {
                let has_lanes = along.is_whole || along.extent.from_last == 0;
                let combined = match has_lanes {
                    true => self.lanes(&along, steps, ty)?,
                    false => self.chain(&along, steps, ty)?,
                };
                Ok(self.finished(steps, combined, &along.extent.length))
            }
            Reduced::Index { worst, not_better } => self.index(&along, worst, not_better, ty),
        }
    }

    /// One chain for each result.
    fn chain(&mut self, along: &Along, steps: Steps, ty: Type) -> Built<ValueId> {
        let shape = self.shape_at(along.input, &along.place);
        let start = self.filled(steps.neutral(), &shape, self.element_of(along.input));
        let bounds = [Linear::constant(0), along.extent.length.clone()];
        let combined = self.counted_one(bounds, 1, start, |this, variable, before| {
            let elements = this.along(along, variable, 1)?;
            Ok(steps.combine(&mut this.b, this.location, before, elements))
        })?;
        Ok(self.reshaped(combined, ty))
    }

    /// The elements that an iteration over a range is for.
    fn along(&mut self, along: &Along, start: Linear, count: i64) -> Built<ValueId> {
        let axis = self.axis(start, count);
        self.elements(along.input, with_axis(&along.place, along.extent.from_last, axis))
    }

    /// Partial results, which are combined in the end.
    fn lanes(&mut self, along: &Along, steps: Steps, ty: Type) -> Built<ValueId> {
        let Extent { from_last, length, .. } = along.extent.clone();
        let mut shape = self.shape_at(along.input, &along.place);
        let dimension = shape.len() - 1 - from_last;
        shape[dimension] = LANES;
        let zero = || Linear::constant(0);
        let minus = |a: &Linear, b: &Linear| a.clone().plus(b, -1).ok_or(Overflow);
        let lanes = self.filled(steps.neutral(), &shape, self.element_of(along.input));
        // Whole blocks.
        let last = minus(&length, &Linear::constant(LANES - 1))?;
        let lanes =
            self.counted_one([zero(), last.clone()], LANES, lanes, |this, block, lanes| {
                let elements = this.along(along, block, LANES)?;
                Ok(steps.combine(&mut this.b, this.location, lanes, elements))
            })?;
        // The loop over blocks again, for the one that is not whole: one iteration of the loop in
        // it, whose bounds are linear.
        let lanes =
            self.counted_one([zero(), length.clone()], LANES, lanes, |this, block, lanes| {
                let rest = minus(&length, &block)?;
                let end = block.clone().plus(&Linear::constant(1), 1).ok_or(Overflow)?;
                this.counted_one([last, end], ONCE, lanes, |this, _, lanes| {
                    this.counted_one([zero(), rest], 1, lanes, |this, lane, lanes| {
                        let number = block.plus(&lane, 1).ok_or(Overflow)?;
                        let elements = this.along(along, number, 1)?;
                        let before = this.lane(lanes, dimension, &lane, None);
                        let combined = steps.combine(&mut this.b, this.location, before, elements);
                        Ok(this.lane(lanes, dimension, &lane, Some(combined)))
                    })
                })
            })?;
        let dimensions = [dimension as i64];
        let dimensions = if along.is_whole { &[][..] } else { &dimensions };
        Ok(steps.reduce(&mut self.b, self.location, lanes, dimensions, ty))
    }

    /// A partial result: its value, or the tensor in which it is another one.
    fn lane(
        &mut self,
        lanes: ValueId,
        dimension: usize,
        lane: &Linear,
        value: Option<ValueId>,
    ) -> ValueId {
        let mut counts = self.shape_of(lanes);
        counts[dimension] = 1;
        let ctx = self.b.context().clone();
        let (map, variables) = Linear::map_of(&ctx, std::slice::from_ref(lane));
        let mut firsts = vec![ctx.affine_constant(0); counts.len()];
        // It is below the number of lanes, which its bounds do not show.
        firsts[dimension] = ctx.affine_mod(map.results(&ctx)[0], ctx.affine_constant(LANES));
        let map = Some(ctx.affine_map(variables.len() as u32, 0, &firsts));
        let (location, at, b) = (NOT_IN_SOURCE, None, &mut self.b);
        let ty = ctx.tensor_type(&counts, elements::element_of(&ctx, b.body().ty(lanes)));
        let counts = Some(counts);
        match value {
            None => SliceOp::build(
                b, location, lanes, &variables, None, map, counts, None, None, None, at, None, ty,
            )
            .result(b.body()),
            Some(value) => {
                let ty = b.body().ty(lanes);
                InsertOp::build(
                    b, location, lanes, value, &variables, None, map, counts, None, None, None, at,
                    None, ty,
                )
                .result(b.body())
            }
        }
    }

    /// The final step of a reduction.
    fn finished(&mut self, steps: Steps, combined: ValueId, length: &Linear) -> ValueId {
        let (location, ty) = (self.location, self.tensor(&[], Type::F64));
        let element = self.element_of(combined);
        let number = |b: &mut BodyBuilder<'_>, value: i64| {
            let value = b.context().dense_f64_attr(ty, &[value as f64]);
            ConstantOp::build(b, location, value, ty).result(b.body())
        };
        steps.finish(&mut self.b, location, combined, |b| {
            let mut count = number(b, length.constant);
            for &(variable, factor) in &length.terms {
                let Variable::Loop(variable) = variable else { continue };
                let factor = number(b, factor);
                let term = MulOp::build(b, location, variable, factor, ty).result(b.body());
                count = AddOp::build(b, location, count, term, ty).result(b.body());
            }
            let none = number(b, 0);
            let count = MaxOp::build(b, location, count, none, ty).result(b.body());
            match element {
                Type::F32 => {
                    let ty = b.context().tensor_type(&[], Type::F32);
                    F32Op::build(b, location, count, ty).result(b.body())
                }
                _ => count,
            }
        })
    }

    /// The index of an element.
    fn index(
        &mut self,
        along: &Along,
        worst: f64,
        not_better: Comparison,
        ty: Type,
    ) -> Built<ValueId> {
        let shape = self.shape_at(along.input, &along.place);
        let element = self.element_of(along.input);
        let start = [self.filled(worst, &shape, element), self.filled(0.0, &shape, Type::F64)];
        let bounds = [Linear::constant(0), along.extent.length.clone()];
        let found = self.counted(bounds, 1, &start, |this, variable, before| {
            let [(Variable::Loop(number), _)] = variable.terms[..] else { return Err(Overflow) };
            let element = this.along(along, variable, 1)?;
            let (location, b, &[best, index]) = (this.location, &mut this.b, before) else {
                return Err(Overflow);
            };
            let ty = b.body().ty(best);
            let mut compare =
                |how, x, y| CompareOp::build(b, location, x, y, how, ty).result(b.body());
            let is_not_better = compare(not_better, element, best);
            let was_number = compare(Comparison::Eq, best, best);
            let is_better = NotOp::build(b, location, is_not_better, ty).result(b.body());
            let is_new = AndOp::build(b, location, is_better, was_number, ty).result(b.body());
            let mut select = |new, old| {
                let ty = b.body().ty(old);
                SelectOp::build(b, location, is_new, new, old, ty).result(b.body())
            };
            Ok(vec![select(element, best), select(number, index)])
        })?;
        Ok(self.reshaped(found[1], ty))
    }

    /// A product of matrices, or vectors, along dimensions that are ranges.
    fn product(
        &mut self,
        op: OpId,
        place: &AxisIndices,
        length: Linear,
        ty: Type,
    ) -> Built<ValueId> {
        let operands = self.body().operand_list(op);
        let sides = [0, 1].map(|number| {
            let is_matrix = rank(self.body(), operands[number]) > 1;
            let place = self.operand_place(op, Role::Product, number, place);
            (operands[number], place, usize::from(number == 1 && is_matrix))
        });
        let shapes = [0, 1].map(|side| {
            let (operand, place, _) = &sides[side];
            self.shape_at(*operand, place)
        });
        let shape = broadcast_shape(shapes.iter().map(|shape| &shape[..])).ok_or(Overflow)?;
        let start = self.filled(0.0, &shape, self.element_of(sides[0].0));
        let bounds = [Linear::constant(0), length];
        let sum = self.counted_one(bounds, 1, start, |this, variable, sum| {
            let axis = this.axis(variable, 1);
            let mut elements = Vec::with_capacity(sides.len());
            for (operand, place, inner) in &sides {
                elements.push(this.elements(*operand, with_axis(place, *inner, axis))?);
            }
            let ty = this.body().ty(sum);
            let b = &mut this.b;
            let [lhs, rhs] = elements[..] else { return Err(Overflow) };
            Ok(MultiplyAddOp::build(b, this.location, lhs, rhs, sum, ty).result(b.body()))
        })?;
        Ok(self.reshaped(sum, ty))
    }

    /// An assignment. Its value is computed before, if that reads other elements of the tensor.
    fn insertion(
        &mut self,
        insert: InsertOp,
        parts: &[LinearPart],
        extents: &[Extent],
    ) -> Built<ValueId> {
        let (base, value) = (insert.base(self.body()), insert.value(self.body()));
        let sizes = self.shape_of(base);
        let selected =
            sizes.len() - parts.iter().filter(|part| part.length == Length::Single).count();
        let of_value = self.ranges.of(value).to_vec();
        let assigned = match self.reads(value, base, parts) {
            false => None,
            true => {
                // As large as the range may be.
                let mut shape = self.shape_of(value);
                let kept: Vec<i64> = (0..sizes.len())
                    .filter(|dimension| {
                        parts.get(*dimension).is_none_or(|part| part.length != Length::Single)
                    })
                    .map(|dimension| sizes[dimension])
                    .collect();
                for extent in &of_value {
                    let index = shape.len() - 1 - extent.from_last;
                    shape[index] = kept[selected - 1 - extent.from_last];
                }
                let ty = self.tensor(&shape, self.element_of(value));
                let space =
                    UndefinedOp::build(&mut self.b, self.location, Some(Attribute::UNIT), ty);
                let space = space.result(self.b.body());
                Some(self.nest(
                    &of_value,
                    AxisIndices::new(),
                    space,
                    &mut |this, place, space| {
                        let elements = this.elements(value, place.clone())?;
                        this.put(space, elements, &whole(&of_value, &shape), place, None)
                    },
                )?)
            }
        };
        let at = Some(insert.at(self.body()).unwrap_or_default());
        self.nest(extents, AxisIndices::new(), base, &mut |this, place, now| {
            let of_value: AxisIndices = place
                .iter()
                .copied()
                .filter(|(from_last, _)| {
                    of_value.iter().any(|extent| extent.from_last == *from_last)
                })
                .collect();
            let elements = match assigned {
                Some(assigned) => {
                    let shape = this.shape_of(assigned);
                    let extents = this.ranges.of(value).to_vec();
                    this.take(assigned, &whole(&extents, &shape), &of_value)?
                }
                None => {
                    let (before, parts, place) = (base, parts.to_vec(), place.clone());
                    this.target = Some(Assigned { before, parts, place, now });
                    this.elements(value, of_value)?
                }
            };
            this.put(now, elements, parts, place, at.clone())
        })
    }

    /// Builds loops over ranges, outer dimensions first, that carry a tensor.
    fn nest(
        &mut self,
        extents: &[Extent],
        place: AxisIndices,
        carried: ValueId,
        iteration: &mut dyn FnMut(&mut Self, &AxisIndices, ValueId) -> Built<ValueId>,
    ) -> Built<ValueId> {
        let Some((first, others)) = extents.split_first() else {
            return iteration(self, &place, carried);
        };
        let bounds = [Linear::constant(0), first.length.clone()];
        self.counted_one(bounds, 1, carried, |this, variable, carried| {
            let axis = this.axis(variable, 1);
            let place = [&place[..], &[(first.from_last, axis)]].concat();
            this.nest(others, place, carried, iteration)
        })
    }

    /// A tensor with other elements at a place.
    fn put(
        &mut self,
        base: ValueId,
        value: ValueId,
        parts: &[LinearPart],
        place: &AxisIndices,
        at: Option<String>,
    ) -> Built<ValueId> {
        let ty = self.body().ty(base);
        let singles = parts.iter().filter(|part| part.length == Length::Single).count();
        let rank = rank(self.body(), base) - singles;
        let (places, counts, steps) = self.accesses(parts, rank, place)?;
        let (map, variables) = Linear::map_of(self.b.context(), &places);
        let (map, counts) = (Some(map), Some(counts));
        let location = if at.is_some() { self.location } else { NOT_IN_SOURCE };
        let b = &mut self.b;
        let put = InsertOp::build(
            b, location, base, value, &variables, None, map, counts, None, steps, None, at, None,
            ty,
        );
        Ok(put.result(b.body()))
    }

    /// The elements of a tensor at a place.
    fn take(
        &mut self,
        tensor: ValueId,
        parts: &[LinearPart],
        place: &AxisIndices,
    ) -> Built<ValueId> {
        let shape = self.shape_at(tensor, place);
        let (places, counts, steps) = self.accesses(parts, shape.len(), place)?;
        let (map, variables) = Linear::map_of(self.b.context(), &places);
        let (map, counts) = (Some(map), Some(counts));
        let (location, at) = (NOT_IN_SOURCE, None);
        let ty = self.tensor(&shape, self.element_of(tensor));
        let b = &mut self.b;
        let take = SliceOp::build(
            b, location, tensor, &variables, None, map, counts, None, steps, None, at, None, ty,
        );
        Ok(take.result(b.body()))
    }

    /// Whether the elements that are assigned depend on others of the tensor than those that they
    /// take the place of, one by one.
    fn reads(&self, value: ValueId, base: ValueId, parts: &[LinearPart]) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![(value, false)];
        while let Some((value, is_combined)) = pending.pop() {
            if self.ranges.of(value).is_empty() || !seen.insert((value, is_combined)) {
                continue;
            }
            let Some(op) = self.body().defining_op(value) else { continue };
            let is_same =
                !is_combined && self.ranges.parts.get(&op).is_some_and(|other| other[..] == *parts);
            let is_elementwise = Role::of(self.body(), op) == Some(Role::Elementwise);
            for operand in self.body().operands(op) {
                if operand == base && !is_same {
                    return true;
                }
                let is_slice = SliceOp::is(self.body(), op);
                pending.push((operand, is_combined || !(is_elementwise || is_slice)));
            }
        }
        false
    }
}

/// A range along which a reduction combines elements.
struct Along {
    input: ValueId,
    /// The place of its elements in the other dimensions.
    place: AxisIndices,
    extent: Extent,
    /// Whether all elements are combined.
    is_whole: bool,
}

/// A place with an axis for one more dimension; outer dimensions are first.
fn with_axis(place: &AxisIndices, from_last: usize, axis: usize) -> AxisIndices {
    let mut place = place.clone();
    place.push((from_last, axis));
    place.sort_by_key(|(from_last, _)| std::cmp::Reverse(*from_last));
    place
}

/// The subscripts that take a whole tensor of this shape, whose ranges begin at 0.
fn whole(extents: &[Extent], shape: &[i64]) -> Vec<LinearPart> {
    let part = |(index, &size): (usize, &i64)| {
        let from_last = shape.len() - 1 - index;
        let extent = extents.iter().find(|extent| extent.from_last == from_last);
        let length =
            extent.map_or(Length::Known(size), |extent| Length::Linear(extent.length.clone()));
        LinearPart { first: Linear::constant(0), length, step: 1 }
    };
    shape.iter().enumerate().map(part).collect()
}
