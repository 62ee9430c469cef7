//! The subscripts of slices and insertions: which elements of a tensor they mean.
//!
//! A subscript means one element of a dimension, which is dropped then, or those from one index up
//! to another. The indices are known at compile time, as functions of loop variables: an index may
//! be `2 * i + 1`. The number of elements of a range is known: `a[i : i + 2]` has two elements.
//! Indices that are computed when the program runs are those of gathers and scatters.

mod elements;
mod parts;

use std::sync::Arc;

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position};
use std::ops::Range;
use toy_ast::Code;

pub(crate) use elements::Elements;
pub use parts::Kind;
pub(crate) use parts::{Length, LinearPart, steps_of};

use parts::{Subscript, hull, linear_taken, symbolic_taken, taken};

use super::selection::{INDICES, Part, SINGLE, SYMBOLIC, Selection, Steps, is_dropped, step_at};
use crate::messages::operand_locations::{place_of, written_from_last, written_operands};
use crate::messages::out_of_range::Failure;
use crate::messages::out_of_range::{OutOfRange, place_text};
use crate::ops::numbers::{self, Linear, Unknown, not_known, whole_numbers};
use crate::sizes::{
    Condition, Size, Sizes, is_at_least, known_sizes, map_of_sizes, shown_sizes, sizes_of,
};
use crate::tensor::Tensor;
use crate::tensor::known_sizes::needs_known_sizes;
use crate::tensor::shape::known_shape;
use mlir_lite::types::DYNAMIC;

/// The subscripts of an op, and the tensor that they are of.
///
/// At first the op has operands for the numbers in the subscripts, and `kinds` says what each
/// subscript is, by the numbers of [`Kind`]. Shape inference finds the variables of loops that
/// places depend on, which are the operands then, the map `places` of them that gives the first
/// place of each subscript, and in `counts` how many elements it takes: -1 for one whose dimension
/// is dropped, -3 for a number that depends on sizes which a caller decides: `lengths` has it, with
/// one result for each subscript. `steps` has the steps of ranges, where one is not 1.
///
/// `checked` has the numbers of the dimensions of which it is not proved that the indices are in
/// range: these are checked when the program runs, which ends it where they are not. `at` is the
/// position of the access in the source, for the message. See [`accesses`](crate::accesses).
pub(crate) struct Subscripts<'b> {
    /// The op.
    pub(crate) op: OpRef<'b>,
    /// The tensor whose elements are meant.
    pub(crate) tensor: ValueRef<'b>,
    /// The number of operands before the numbers, which are the last ones.
    pub(crate) first_number: usize,
    /// The action of the op on the elements, for messages.
    pub(crate) doing: &'static str,
    pub(crate) kinds: Option<Vec<i64>>,
    pub(crate) places: Option<AffineMap>,
    pub(crate) counts: Option<Vec<i64>>,
    pub(crate) lengths: Option<AffineMap>,
    /// None if all are 1.
    pub(crate) steps: Vec<i64>,
    pub(crate) checked: Vec<i64>,
    pub(crate) at: Option<String>,
}

/// Subscripts whose places are known as functions of loop variables.
pub(crate) struct ResolvedSubscripts {
    pub(crate) variables: Vec<ValueId>,
    pub(crate) places: AffineMap,
    pub(crate) counts: Vec<i64>,
    /// None if no count depends on sizes that a caller decides.
    pub(crate) lengths: Option<AffineMap>,
    /// None if all are 1.
    pub(crate) steps: Option<Vec<i64>>,
}

/// Subscripts some of which are computed when the program runs: the attributes and the last
/// operands of the op that takes the place of the one with the subscripts.
pub(crate) struct ComputedSubscripts {
    pub(crate) firsts: Vec<i64>,
    pub(crate) counts: Vec<i64>,
    /// None if all are 1.
    pub(crate) steps: Option<Vec<i64>>,
    pub(crate) indices: Vec<ValueId>,
    pub(crate) at: String,
}

/// The parts of dimensions that subscripts take, and the tensors of indices among them.
type PartsWithIndices = (Vec<Part>, Vec<Arc<Tensor>>);

/// Builds an op with computed subscripts.
pub(crate) type BuildComputed = Box<dyn FnOnce(&mut Body) -> OpId>;

/// Ops with subscripts: a slice takes the elements that they mean, an insertion replaces them.
#[op_interface]
pub(crate) trait Subscripted {
    /// The subscripts.
    fn subscripts(op: View<'_, Self>) -> Subscripts<'_>;

    /// Gives the op subscripts whose places are known.
    fn with_places(op: View<'_, Self>, resolved: ResolvedSubscripts) -> OpEdit;

    /// Builds the op in place of this one whose subscripts are computed when the program runs.
    fn build_computed(op: View<'_, Self>, computed: ComputedSubscripts) -> BuildComputed;

    /// Says which dimensions are checked at run time, and the place in the source for messages, if
    /// there are any.
    fn with_checks(op: View<'_, Self>, checked: Option<Vec<i64>>, at: Option<String>) -> OpEdit;
}

/// Implements [`Subscripted`] for an op; `$tensor` is the operand whose elements are meant, and
/// `$build` builds the op with computed subscripts before this one.
macro_rules! subscripted {
    ($op:ty, $view:ident, $tensor:ident, $first_number:literal, $doing:literal, $build:expr) => {
        impl $crate::ops::subscripts::Subscripted for $op {
            fn subscripts(
                op: ::mlir_lite::ir::View<'_, Self>,
            ) -> $crate::ops::subscripts::Subscripts<'_> {
                $crate::ops::subscripts::Subscripts {
                    op: op.op(),
                    tensor: op.$tensor(),
                    first_number: $first_number,
                    doing: $doing,
                    kinds: op.kinds(),
                    places: op.places(),
                    counts: op.counts(),
                    lengths: op.lengths(),
                    steps: op.steps().unwrap_or_default(),
                    checked: op.checked().unwrap_or_default(),
                    at: op.at(),
                }
            }

            fn with_places(
                op: ::mlir_lite::ir::View<'_, Self>,
                resolved: $crate::ops::subscripts::ResolvedSubscripts,
            ) -> OpEdit {
                let this = op.handle();
                OpEdit::new(move |body| {
                    this.set_numbers(body, &resolved.variables);
                    this.set_places(body, resolved.places);
                    this.set_counts(body, resolved.counts);
                    if let Some(lengths) = resolved.lengths {
                        this.set_lengths(body, lengths);
                    }
                    if let Some(steps) = resolved.steps {
                        this.set_steps(body, steps);
                    }
                    this.remove_kinds(body);
                })
            }

            fn build_computed(
                op: ::mlir_lite::ir::View<'_, Self>,
                computed: $crate::ops::subscripts::ComputedSubscripts,
            ) -> $crate::ops::subscripts::BuildComputed {
                let this = op.handle();
                Box::new(move |body| $build(this, body, computed))
            }

            fn with_checks(
                op: ::mlir_lite::ir::View<'_, Self>,
                checked: Option<Vec<i64>>,
                at: Option<String>,
            ) -> OpEdit {
                let this = op.handle();
                OpEdit::new(move |body| {
                    match checked {
                        Some(checked) => this.set_checked(body, checked),
                        None => this.remove_checked(body),
                    }
                    match at {
                        Some(at) => this.set_at(body, at),
                        None => this.remove_at(body),
                    }
                })
            }
        }

        impl $crate::ops::numbers::ResolveOperands for $op {
            fn first_number(_: ::mlir_lite::ir::View<'_, Self>) -> usize {
                $first_number
            }

            fn resolve(
                op: ::mlir_lite::ir::View<'_, Self>,
            ) -> Result<$crate::ops::numbers::Resolution, Box<Diagnostic>> {
                let subscripts = <Self as $crate::ops::subscripts::Subscripted>::subscripts(op);
                Ok(match subscripts.resolved()? {
                    Some(resolved) => $crate::ops::numbers::Resolution::Edit(
                        <Self as $crate::ops::subscripts::Subscripted>::with_places(op, resolved),
                    ),
                    None => $crate::ops::numbers::Resolution::Done,
                })
            }
        }

        impl MemoryEffectOpInterface for $op {
            fn effects(op: ::mlir_lite::ir::View<'_, Self>) -> SmallVec<[Effect; 2]> {
                <Self as $crate::ops::subscripts::Subscripted>::subscripts(op).effects()
            }
        }
    };
}
pub(crate) use subscripted;

impl<'b> Subscripts<'b> {
    /// The unresolved subscripts of a tensor of `rank` dimensions with their numbers; none if there
    /// are not as many as they need.
    fn list<N>(
        &self,
        rank: usize,
        numbers: impl IntoIterator<Item = N>,
    ) -> Option<Vec<Subscript<N>>> {
        let mut numbers = numbers.into_iter();
        let kinds = self.kinds.as_ref()?;
        let kinds: Vec<Kind> = kinds.iter().map(|&kind| Kind::of(kind)).collect::<Option<_>>()?;
        let written = kinds.iter().filter(|kind| **kind != Kind::Rest).count();
        let left = rank.saturating_sub(written);
        let each = kinds.into_iter().flat_map(|kind| match kind {
            Kind::Rest => std::iter::repeat_n(Kind::All, left),
            kind => std::iter::repeat_n(kind, 1),
        });
        let subscripts: Vec<_> = each
            .map(|kind| Subscript {
                kind,
                numbers: numbers.by_ref().take(kind.numbers()).collect(),
            })
            .collect();
        subscripts
            .iter()
            .all(|subscript| subscript.numbers.len() == subscript.kind.numbers())
            .then_some(subscripts)
    }

    /// The numbers, or the values that they depend on.
    pub(crate) fn variables(&self) -> Vec<ValueId> {
        self.operands().map(|operand| self.op.operand(operand)).collect()
    }

    /// The numbers of the operands that are numbers.
    fn operands(&self) -> Range<usize> {
        self.first_number..self.op.num_operands()
    }

    /// Checks that the op has the attributes and as many operands as it needs.
    pub(crate) fn verify(&self, diagnostics: &mut Diagnostics) {
        let numbers = self.operands().len();
        let fits = match (self.places, &self.counts) {
            (Some(map), Some(counts)) => {
                let data = map.data(self.op.context());
                data.dims as usize == numbers
                    && data.results.len() == counts.len()
                    && [0, counts.len()].contains(&self.steps.len())
            }
            _ => self.list(0, 0..numbers).is_some_and(|list| {
                list.iter().map(|subscript| subscript.numbers.len()).sum::<usize>() == numbers
            }),
        };
        if !fits {
            diagnostics
                .error(self.op.op_error("expects subscripts with as many numbers as they have"));
        }
        let dimensions = self.counts.as_ref().map_or(0, |counts| counts.len() as i64);
        if self.checked.iter().any(|dimension| !(0..dimensions).contains(dimension)) {
            diagnostics.error(self.op.op_error("expects 'checked' to have numbers of dimensions"));
        }
    }

    /// A check may end the program. Unresolved subscripts may get one.
    pub(crate) fn effects(&self) -> SmallVec<[Effect; 2]> {
        match self.places.is_some() && self.checked.is_empty() {
            true => SmallVec::new(),
            false => SmallVec::from_elem(Effect::of(EffectKind::Write, Resource::MEMORY), 1),
        }
    }

    /// The elements that are meant, as functions of loop variables; none if they are resolved
    /// already, or if the length of a range depends on loops: see [`parts`](Self::parts).
    ///
    /// # Errors
    /// If they are not known, or wrong.
    pub(crate) fn resolved(&self) -> Result<Option<ResolvedSubscripts>, Box<Diagnostic>> {
        if self.places.is_some() {
            return Ok(None);
        }
        let parts = self.parts()?;
        let counts = parts.iter().map(LinearPart::count).collect::<Option<Vec<i64>>>();
        let Some(counts) = counts else { return Ok(None) };
        let ctx = self.op.context();
        let lengths = counts.contains(&SYMBOLIC).then(|| {
            let length = |part: &LinearPart| match part.length {
                Length::Symbolic(size) => size.expression(ctx),
                _ => ctx.affine_constant(0),
            };
            let lengths: Vec<AffineExpr> = parts.iter().map(length).collect();
            map_of_sizes(ctx, &lengths)
        });
        let steps = steps_of(parts.iter().map(|part| part.step));
        let places: Vec<Linear> = parts.into_iter().map(|part| part.first).collect();
        let (places, variables) = Linear::map_of(ctx, &places);
        Ok(Some(ResolvedSubscripts { variables, places, counts, lengths, steps }))
    }

    /// Whether a single index is a tensor of indices, or is not known at compile time.
    fn is_computed(&self, number: usize) -> bool {
        let value = self.op.operand(number);
        let body = self.op.body();
        match body.ty(value).shape(self.op.context()) {
            Some([]) => {
                let known = numbers::index(body, value);
                !matches!(known, Ok(_) | Err(Unknown::Fraction | Unknown::TooLarge))
            }
            shape => shape.is_some(),
        }
    }

    /// The subscripts if one of the single indices is a tensor of indices, or is not known at
    /// compile time; else none.
    ///
    /// # Errors
    /// If a range beside it is not known.
    pub(crate) fn computed(&self) -> Result<Option<ComputedSubscripts>, Box<Diagnostic>> {
        if self.places.is_some() {
            return Ok(None);
        }
        let sizes = known_shape(self.tensor);
        let Some(subscripts) = self.list(sizes.len(), self.operands()) else { return Ok(None) };
        let is_computed = |subscript: &Subscript<usize>| {
            subscript.kind == Kind::At && self.is_computed(subscript.numbers[0])
        };
        if subscripts.len() > sizes.len() || !subscripts.iter().any(is_computed) {
            return Ok(None);
        }
        if sizes.contains(&DYNAMIC) {
            return Err(needs_known_sizes(self.op));
        }
        let (mut firsts, mut counts, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        let mut steps = Vec::new();
        for (subscript, &size) in subscripts.iter().zip(sizes) {
            let Steps { first, count, step } = match self.constants(subscript)? {
                Some(numbers) => {
                    let constant = Subscript { kind: subscript.kind, numbers };
                    let place = self.written_place(subscript);
                    taken(size, &constant)
                        .map_err(|message| self.not_in_the_tensor(place, &message))?
                }
                None => {
                    indices.push(self.op.operand(subscript.numbers[0]));
                    Steps { first: 0, count: INDICES, step: 1 }
                }
            };
            firsts.push(first);
            counts.push(count);
            steps.push(step);
        }
        let steps = steps_of(steps);
        Ok(Some(ComputedSubscripts { firsts, counts, steps, indices, at: self.place_in_source() }))
    }

    /// The numbers of a subscript beside a tensor of indices; none if it is one, or an index that
    /// depends on a loop.
    fn constants(&self, subscript: &Subscript<usize>) -> Result<Option<Vec<i64>>, Box<Diagnostic>> {
        let is_single = subscript.kind == Kind::At;
        if is_single && self.is_computed(subscript.numbers[0]) {
            return Ok(None);
        }
        let mut numbers = Vec::new();
        for &index in &subscript.numbers {
            let number = numbers::index(self.op.body(), self.op.operand(index));
            let number =
                number.map_err(|unknown| not_known(self.op, "an index", &[(index, unknown)]))?;
            match number.terms.is_empty() {
                true => numbers.push(number.constant),
                false if is_single => return Ok(None),
                false => {
                    let place = self.written_place(subscript);
                    let error = self.wrong(place, "a range beside indices depends on a loop");
                    return Err(Box::new(error.with_label("take the range first, then elements")));
                }
            }
        }
        Ok(Some(numbers))
    }

    fn written_place(&self, subscript: &Subscript<usize>) -> Option<Position> {
        let first = *subscript.numbers.first()?;
        written_span(self.op, first..first + subscript.numbers.len())
    }

    /// The parts that subscripts take, computed from the op's operands, which are not resolved.
    ///
    /// # Errors
    /// If it is not known, or wrong.
    pub(crate) fn parts(&self) -> Result<Vec<LinearPart>, Box<Diagnostic>> {
        let op = self.op;
        let sizes = known_shape(self.tensor);
        let mut numbers = Vec::with_capacity(self.operands().len());
        for index in self.operands() {
            let number = numbers::index(op.body(), op.operand(index));
            numbers.push(number.map_err(|unknown| not_known(op, "an index", &[(index, unknown)]))?);
        }
        let Some(subscripts) = self.list(sizes.len(), numbers) else {
            return Err(Box::new(self.wrong(None, "the op is malformed")));
        };
        if subscripts.len() > sizes.len() {
            let (found, rank) = (subscripts.len(), sizes.len());
            return Err(Box::new(
                self.wrong(None, &too_many(found, rank))
                    .with_label("more subscripts than dimensions"),
            ));
        }
        let mut parts = Vec::with_capacity(subscripts.len());
        let mut first = self.first_number;
        for (subscript, size) in subscripts.iter().zip(known_sizes(self.tensor)) {
            let own = first..first + subscript.numbers.len();
            first = own.end;
            let taken = match size {
                Size::Known(size) => linear_taken(size, subscript),
                Size::Symbolic(_) => symbolic_taken(op.context(), size, subscript),
            };
            parts.push(
                taken.map_err(|message| self.not_in_the_tensor(written_span(op, own), &message))?,
            );
        }
        Ok(parts)
    }

    /// Where the subscript of a dimension is written, before it is resolved; else the op.
    pub(crate) fn place_of_subscript(&self, dimension: usize) -> Position {
        let subscripts = self.list(known_shape(self.tensor).len(), self.operands());
        let written = subscripts.and_then(|list| self.written_place(list.get(dimension)?));
        written.unwrap_or_else(|| self.op.location().to_position(self.op.context()))
    }

    /// The error for a slice, at one of its subscripts or, if that is not known, at the slice.
    fn wrong(&self, place: Option<Position>, message: &str) -> Diagnostic {
        let shape = shown_sizes(self.op, &known_sizes(self.tensor));
        let doing = self.doing;
        let error = self.op.error(format!("cannot {doing} elements of shape {shape}: {message}"));
        let mut error = error.with_code(Code::IndexOutOfRange.text());
        if let Some(position) = place {
            error.position = position;
        }
        error
    }

    fn not_in_the_tensor(&self, place: Option<Position>, message: &str) -> Box<Diagnostic> {
        let help = "indices are counted from 0, and a range ends before its second number";
        Box::new(self.wrong(place, message).with_label("not in the tensor").with_help(help))
    }

    /// The elements of each dimension with a subscript among which those are that it takes: all
    /// from the least index to the last one. None if shapes are not inferred.
    pub(crate) fn accesses(&self) -> Option<Vec<Taken<AffineExpr>>> {
        let ctx = self.op.context();
        let sizes = sizes_of(ctx, self.tensor.ty())?;
        let taken = self.places?.results(ctx).iter().zip(self.counts.clone()?).zip(sizes);
        let access = |(dimension, ((&place, count), size)): (usize, ((&AffineExpr, i64), Size))| {
            if let Some(length) = self.length(dimension).filter(|_| count == SYMBOLIC) {
                // All are in range if the first is in a dimension that is shorter by the others.
                let others = ctx.affine_sub(length, ctx.affine_constant(1));
                let rest = ctx.affine_sub(size.expression(ctx), others);
                return (place, SINGLE, Size::of(ctx, rest));
            }
            let (back, count) = hull(count, step_at(&self.steps, dimension));
            (ctx.affine_add(place, ctx.affine_constant(-back)), count, size)
        };
        Some(taken.enumerate().map(access).collect())
    }

    /// The number of elements of a subscript, if it depends on sizes that a caller decides.
    fn length(&self, subscript: usize) -> Option<AffineExpr> {
        self.lengths?.results(self.op.context()).get(subscript).copied()
    }

    /// The sizes of the elements that are meant, which are resolved.
    pub(crate) fn sizes(&self) -> Sizes {
        let (ctx, sizes) = (self.op.context(), known_sizes(self.tensor));
        let counts = self.counts.iter().flatten().enumerate();
        let taken = counts.filter_map(|(subscript, count)| match *count {
            SYMBOLIC => self.length(subscript).map(|length| Size::of(ctx, length)),
            count if is_dropped(count) => None,
            count => Some(Size::Known(count)),
        });
        let rest = self.counts.as_ref().map_or(0, Vec::len);
        taken.chain(sizes.iter().copied().skip(rest)).collect()
    }

    /// The conditions of ranges whose length depends on sizes that a caller decides: there are
    /// elements in them, and none is outside of the tensor.
    pub(crate) fn required(&self) -> Vec<Condition> {
        let (ctx, sizes, one) = (self.op.context(), known_sizes(self.tensor), Size::Known(1));
        let mut required = Vec::new();
        let places = self.places.map(|places| places.results(ctx)).unwrap_or_default();
        let subscripts = places.iter().zip(self.counts.iter().flatten()).zip(sizes).enumerate();
        for (subscript, ((&place, count), size)) in subscripts {
            let Some(length) = self.length(subscript).filter(|_| *count == SYMBOLIC) else {
                continue;
            };
            let after = ctx.affine_sub(size.expression(ctx), ctx.affine_add(place, length));
            let [after, place] =
                [after, place].map(|number| ctx.affine_add(number, ctx.affine_constant(1)));
            let positive = [length, after, place].map(|number| Size::of(ctx, number));
            let open = positive.into_iter().filter(|size| !is_at_least(ctx, *size, one));
            required.extend(open.map(Condition::AtLeastOne));
        }
        required
    }

    /// The error for indices that are out of range in this dimension, of `size`, in some iteration
    /// of the loops.
    pub(crate) fn out_of_range(
        &self,
        dimension: usize,
        [least, last]: [i128; 2],
        size: i64,
    ) -> Box<Diagnostic> {
        self.not_in_the_tensor(
            self.subscript_of(dimension),
            &format!(
                "in the loop, indices from {least} to {last} are not in a dimension of size {size}"
            ),
        )
    }

    /// The position of the subscript of a dimension. The numbers are not operands any more, but the
    /// location of the op still has their positions; they can be assigned to subscripts unless
    /// there are ranges on both sides.
    fn subscript_of(&self, dimension: usize) -> Option<Position> {
        let (op, counts) = (self.op, self.counts.as_ref()?);
        let (before, after) = (&counts[..dimension], counts.get(dimension + 1..)?);
        let is_element = |count: &i64| is_dropped(*count);
        // An assigned value is written, too; the tensor is not.
        let total = written_operands(op).checked_sub(self.first_number - 1)?;
        let last = total.checked_sub(1)?;
        let own = match (before.iter().all(is_element), after.iter().all(is_element)) {
            (true, true) => dimension..total.checked_sub(after.len())?,
            (true, false) if is_element(&counts[dimension]) => dimension..dimension + 1,
            (false, true) if is_element(&counts[dimension]) => {
                let end = total.checked_sub(after.len())?;
                end.checked_sub(1)?..end
            }
            _ => return None,
        };
        spanned(op, own.map(|number| written_from_last(op, last.checked_sub(number)?)))
    }

    /// The source location of the slice.
    pub(crate) fn place_in_source(&self) -> String {
        self.at.clone().unwrap_or_else(|| place_text(self.op.context(), self.op.location()))
    }

    /// The elements that are meant, if the numbers are those of these tensors.
    ///
    /// # Errors
    /// If the numbers mean none.
    pub(crate) fn selection(
        &self,
        sizes: &[i64],
        numbers: &[Arc<Tensor>],
    ) -> Result<Selection, Failure> {
        let at = || self.place_in_source();
        if let Some(parts) = self.parts_with_indices(sizes, numbers) {
            let (parts, indices) = parts.map_err(Failure::Shape)?;
            return Selection::of(sizes, parts, &indices, at);
        }
        let taken = self.taken(sizes, numbers).map_err(Failure::Shape)?;
        for (Steps { first, count, step }, size) in taken.iter().zip(sizes) {
            let (back, count) = hull(*count, *step);
            let (first, size) = (*first - back, *size);
            if !OutOfRange::is_in_range(first, count, size) {
                return Err(Failure::OutOfRange(OutOfRange { at: at(), first, count, size }));
            }
        }
        let part = |steps: &Steps| match steps.count {
            ..0 => Part::Single(steps.first),
            _ => Part::Range(*steps),
        };
        Selection::of(sizes, taken.iter().map(part).collect(), &[], at)
    }

    /// The parts of dimensions that are taken; the numbers are known.
    fn taken(&self, sizes: &[i64], numbers: &[Arc<Tensor>]) -> Result<Vec<Steps>, String> {
        if numbers.iter().any(|number| number.len() != 1) {
            return Err("an index must be one number".to_owned());
        }
        let numbers = whole_numbers(numbers.iter().flat_map(|number| number.elements.to_f64s()))?;
        if let Some(map) = self.places {
            let counts = self.counts.as_ref().ok_or("the op is malformed")?;
            let ctx = self.op.context();
            // The sizes that are symbols come after the variables.
            let (numbers, symbols) = numbers
                .split_at_checked(map.data(ctx).dims as usize)
                .ok_or("the op is malformed")?;
            let length = |dimension| self.length(dimension)?.evaluate(ctx, &[], symbols);
            if counts.len() > sizes.len() {
                return Err(too_many(counts.len(), sizes.len()));
            }
            let places = map.results(ctx).iter().zip(counts).enumerate();
            let taken = places.map(|(dimension, (place, &count))| {
                let first = place.evaluate(ctx, numbers, symbols);
                let first = first.ok_or("an index cannot be computed")?;
                let count = match count {
                    SYMBOLIC => length(dimension).ok_or("a length cannot be computed")?,
                    count => count,
                };
                Ok(Steps { first, count, step: step_at(&self.steps, dimension) })
            });
            return taken.collect();
        }
        let subscripts = self.list(sizes.len(), numbers).ok_or("the op is malformed")?;
        if subscripts.len() > sizes.len() {
            let (found, rank) = (subscripts.len(), sizes.len());
            return Err(too_many(found, rank));
        }
        subscripts.iter().zip(sizes).map(|(subscript, &size)| taken(size, subscript)).collect()
    }

    /// The parts that unresolved subscripts take, if there are tensors of indices among them, which
    /// are the second part; else none.
    fn parts_with_indices(
        &self,
        sizes: &[i64],
        numbers: &[Arc<Tensor>],
    ) -> Option<Result<PartsWithIndices, String>> {
        let has_tensors = numbers.iter().any(|number| !number.shape.is_empty());
        if self.places.is_some() || !has_tensors {
            return None;
        }
        let subscripts = self.list(sizes.len(), numbers)?;
        let is_tensor =
            |s: &Subscript<&Arc<Tensor>>| s.kind == Kind::At && !s.numbers[0].shape.is_empty();
        if subscripts.len() > sizes.len() || !subscripts.iter().any(is_tensor) {
            return None;
        }
        let (mut parts, mut indices) = (Vec::new(), Vec::new());
        for (subscript, &size) in subscripts.iter().zip(sizes) {
            if subscript.kind == Kind::At {
                parts.push(Part::Indices(indices.len()));
                indices.push(subscript.numbers[0].clone());
                continue;
            }
            let numbers = whole_numbers(
                subscript.numbers.iter().flat_map(|number| number.elements.to_f64s()),
            );
            let constant = |numbers| Subscript { kind: subscript.kind, numbers };
            let numbers = numbers.map_err(String::from);
            match numbers.and_then(|numbers| taken(size, &constant(numbers))) {
                Ok(steps) => parts.push(Part::Range(steps)),
                Err(message) => return Some(Err(message)),
            }
        }
        Some(Ok((parts, indices)))
    }
}

/// The elements of a dimension that resolved subscripts take: the first index, the count (-1 for a
/// single one, whose dimension is dropped), and the size of the dimension.
pub(crate) type Taken<P> = (P, i64, Size);

/// The sizes of a selected part of a tensor. Those that a caller decides are
/// [`DYNAMIC`](mlir_lite::types::DYNAMIC).
pub(crate) fn result_shape(input: &[i64], counts: &[i64]) -> Vec<i64> {
    let taken = counts.iter().filter(|count| !is_dropped(**count));
    let taken = taken.map(|count| if *count == SYMBOLIC { DYNAMIC } else { *count });
    taken.chain(input.iter().copied().skip(counts.len())).collect()
}

/// The span from the first of these operands to the last one.
fn written_span(op: OpRef<'_>, operands: Range<usize>) -> Option<Position> {
    spanned(op, operands.map(|operand| Some(place_of(op, operand))))
}

/// The span from the first of these positions to the last one, if there are any and all are known.
fn spanned(op: OpRef<'_>, places: impl Iterator<Item = Option<Location>>) -> Option<Position> {
    let places: Vec<Location> = places.collect::<Option<_>>()?;
    match (places.first()?.to_position(op.context()), places.last()?.to_position(op.context())) {
        (Position::Span(first), Position::Span(last)) => Some(Position::Span(first.to(last))),
        (Position::Unknown, _) => None,
        (first, _) => Some(first),
    }
}

/// Replaces an op with unresolved subscripts some of which are computed when the program runs;
/// returns the op in its place, if there is one.
///
/// # Errors
/// If a range beside a computed index is not known.
pub(crate) fn replaced_by_computed(
    body: &mut Body,
    op: OpId,
) -> Result<Option<OpId>, Box<Diagnostic>> {
    let build = body.op(op).ask::<dyn Subscripted, _>(|op| {
        let computed = op.subscripts().computed();
        computed.map(|computed| computed.map(|computed| op.build_computed(computed)))
    });
    let Some(build) = build.transpose()?.flatten() else { return Ok(None) };
    let new = build(body);
    let (old_results, new_results) = (body.results(op), body.results(new));
    let results: Vec<_> = old_results.zip(new_results).collect();
    for (old_result, new_result) in results {
        body.replace_all_uses(old_result, new_result);
    }
    body.erase_op(op);
    Ok(Some(new))
}
/// The message for more subscripts than dimensions.
fn too_many(found: usize, rank: usize) -> String {
    let are =
        if found == 1 { "is 1 subscript".to_owned() } else { format!("are {found} subscripts") };
    match rank {
        0 => format!("there {are} for a number"),
        _ => format!("there {are} for a tensor of rank {rank}"),
    }
}
