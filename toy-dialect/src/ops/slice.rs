//! `toy.slice`: elements of a tensor by their indices.
//!
//! A subscript takes one element of a dimension, which is dropped then, or those from one index up
//! to another. The indices are known at compile time, as functions of loop variables: an index may
//! be `2 * i + 1`. The number of elements of a range is known: `a[i : i + 2]` has two elements.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::affine::ApplyOp;
use mlir_lite::dialects::standard::{AddIOp, LoadOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Diagnostic, Position};
use std::ops::Range;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::checked_index::CheckedIndexOp;
use super::gather::{Failure, GatherOp, INDICES, Part, gather};
use crate::lowering::{Lower, Lowered, Rewriter, fill, load, shape, target};
use crate::numbers::{Linear, ResolveOperands, Unknown, linear, not_known, whole_numbers};
use crate::out_of_range::{OutOfRange, place_text};
use crate::shape::{InferShape, known_shape, shown};
use crate::tensor::{Compute, Tensor};
use crate::uses::{place_of, written_from_last, written_operands};

/// Takes elements of a tensor.
///
/// At first the operands after the tensor are the numbers in the subscripts, and `kinds` says what
/// each subscript is, by the numbers of [`Kind`]. Shape inference finds the variables of loops that
/// places depend on, which are the operands then, the map `places` of them that gives the first
/// place of each subscript, and in `counts` how many elements it takes: -1 for one whose dimension
/// is erased.
///
/// `checked` has the numbers of the dimensions of which it is not proved that the places are in
/// them: these are checked when the program runs, which ends it where they are not. `at` is the
/// place of the slice in the source, for what is said then. See [`accesses`](crate::accesses).
#[op(
    name = "toy.slice",
    interfaces(InferShape, Compute, ResolveOperands, MemoryEffectOpInterface), hooks(InterpretOp),
    assembly = custom,
    verify
)]
pub struct SliceOp {
    #[operand]
    input: F64Tensor,
    #[operand]
    numbers: Variadic<AnyTypeOf<(F64Tensor, Index)>>,
    #[attr(typed)]
    kinds: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    places: Optional<AffineMapAttr>,
    #[attr(typed)]
    counts: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    checked: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    at: Optional<StrAttr>,
    #[result]
    result: F64Tensor,
}

/// The kind of a subscript, which determines its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `i`
    At = 0,
    /// `:`
    All = 1,
    /// `from:`
    From = 2,
    /// `:to`
    To = 3,
    /// `from:to`
    FromTo = 4,
}

impl Kind {
    fn of(number: i64) -> Option<Self> {
        [Self::At, Self::All, Self::From, Self::To, Self::FromTo]
            .into_iter()
            .find(|kind| *kind as i64 == number)
    }

    fn numbers(self) -> usize {
        match self {
            Self::All => 0,
            Self::At | Self::From | Self::To => 1,
            Self::FromTo => 2,
        }
    }
}

/// A subscript with its numbers.
struct Subscript<N> {
    kind: Kind,
    numbers: Vec<N>,
}

/// The subscripts of an unresolved slice, with their numbers; returns none if there are not as many
/// as they need.
fn subscripts<N>(
    op: SliceOpRef<'_>,
    numbers: impl IntoIterator<Item = N>,
) -> Option<Vec<Subscript<N>>> {
    let mut numbers = numbers.into_iter();
    let subscripts = op.kinds()?.into_iter().map(|kind| {
        let kind = Kind::of(kind)?;
        Some(Subscript { kind, numbers: numbers.by_ref().take(kind.numbers()).collect() })
    });
    let subscripts: Vec<_> = subscripts.collect::<Option<_>>()?;
    subscripts
        .iter()
        .all(|subscript| subscript.numbers.len() == subscript.kind.numbers())
        .then_some(subscripts)
}

usual_assembly!(SliceOp);

impl VerifyOp for SliceOp {
    fn verify(op: SliceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let numbers = op.numbers().len();
        let counts = op.counts();
        let fits = match (op.places(), &counts) {
            (Some(map), Some(counts)) => {
                let data = map.data(op.context());
                data.dims as usize == numbers
                    && data.symbols == 0
                    && data.results.len() == counts.len()
            }
            _ => subscripts(op, 0..numbers).is_some_and(|list| {
                list.iter().map(|subscript| subscript.numbers.len()).sum::<usize>() == numbers
            }),
        };
        if !fits {
            diagnostics
                .error(op.op().op_error("expects subscripts with as many numbers as they have"));
        }
        let checked = op.checked().unwrap_or_default();
        let dimensions = counts.map_or(0, |counts| counts.len() as i64);
        if checked.iter().any(|dimension| !(0..dimensions).contains(dimension)) {
            diagnostics.error(op.op().op_error("expects 'checked' to have numbers of dimensions"));
        }
    }
}

/// The first index and the number of elements that a subscript with constant numbers takes of a
/// dimension.
fn taken(size: i64, subscript: &Subscript<i64>) -> Result<(i64, i64), String> {
    let from_start = |number: i64| if number < 0 { number + size } else { number };
    let (from, to) = match (subscript.kind, &subscript.numbers[..]) {
        (Kind::At, &[at]) => {
            let place = from_start(at);
            if !(0..size).contains(&place) {
                return Err(format!("there is no element {at} in a dimension of size {size}"));
            }
            return Ok((place, -1));
        }
        (Kind::From, &[from]) => (from_start(from), size),
        (Kind::To, &[to]) => (0, from_start(to)),
        (Kind::FromTo, &[from, to]) => (from_start(from), from_start(to)),
        _ => (0, size),
    };
    if from < 0 || to > size {
        return Err(format!("the range {from}:{to} is not in a dimension of size {size}"));
    }
    if to <= from {
        return Err(format!("the range {from}:{to} is empty"));
    }
    Ok((from, to - from))
}

impl ResolveOperands for SliceOpRef<'_> {
    fn resolve(&self) -> Result<Option<OpEdit>, Box<Diagnostic>> {
        let ctx = self.context().clone();
        if self.places_attr().is_some() {
            return Ok(None);
        }
        let (places, counts) = self.linear_indices()?;
        let mut variables: Vec<ValueId> = Vec::new();
        for (variable, _) in places.iter().flat_map(|place| &place.terms) {
            if !variables.contains(variable) {
                variables.push(*variable);
            }
        }
        let expression = |place: &Linear| {
            place.terms.iter().fold(
                ctx.affine_constant(place.constant),
                |sum, (variable, factor)| {
                    let index = variables.iter().position(|other| other == variable);
                    let index = index.expect("the variables of all places were collected") as u32;
                    let term = ctx.affine_mul(ctx.affine_dim(index), ctx.affine_constant(*factor));
                    ctx.affine_add(sum, term)
                },
            )
        };
        let expressions: Vec<AffineExpr> = places.iter().map(expression).collect();
        let map = ctx.affine_map(variables.len() as u32, 0, &expressions);
        let this = self.handle();
        Ok(Some(OpEdit::new(move |body| {
            this.set_numbers(body, &variables);
            this.set_places(body, map);
            this.set_counts(body, counts);
            this.remove_kinds(body);
        })))
    }
}

impl SliceOp {
    /// Replaces an unresolved slice by a [`GatherOp`], if one of its single indices is a tensor of
    /// indices, or is not known at compile time; returns that.
    ///
    /// # Errors
    /// If a range beside it is not known.
    pub(crate) fn replaced_by_gather(
        self,
        body: &mut Body,
    ) -> Result<Option<OpId>, Box<Diagnostic>> {
        let Some(gathered) = self.on(body).gathered()? else { return Ok(None) };
        let Gathered { firsts, counts, indices } = gathered;
        let (location, input) = (body.location(self.id()), self.input(body));
        let at = self.on(body).place_in_source();
        let tensor = body.context().unranked_tensor_type(Type::F64);
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(self.id()));
        let gather =
            GatherOp::build(&mut builder, location, input, &indices, firsts, counts, at, tensor);
        let (old, new) = (self.result(body), gather.result(body));
        body.replace_all_uses(old, new);
        body.erase_op(self.id());
        Ok(Some(gather.id()))
    }
}

/// The attributes and the operands of a [`GatherOp`].
struct Gathered {
    firsts: Vec<i64>,
    counts: Vec<i64>,
    indices: Vec<ValueId>,
}

impl SliceOpRef<'_> {
    /// Whether a single index is a tensor of indices, or is not known at compile time.
    fn is_computed(self, number: usize) -> bool {
        let value = self.op().operand(number);
        let body = self.op().body();
        match body.ty(value).static_shape(self.context()) {
            Some([]) => !matches!(linear(body, value), Ok(_) | Err(Unknown::Fraction)),
            shape => shape.is_some(),
        }
    }

    /// What a [`GatherOp`] in place of this one takes; none if the slice stays.
    fn gathered(self) -> Result<Option<Gathered>, Box<Diagnostic>> {
        let operands = Self::FIRST_NUMBER..self.op().num_operands();
        if self.places_attr().is_some() {
            return Ok(None);
        }
        let sizes = known_shape(self.input());
        let Some(subscripts) = subscripts(self, operands) else { return Ok(None) };
        let is_gathered = |subscript: &Subscript<usize>| {
            subscript.kind == Kind::At && self.is_computed(subscript.numbers[0])
        };
        if subscripts.len() > sizes.len() || !subscripts.iter().any(is_gathered) {
            return Ok(None);
        }
        let mut gathered = Gathered { firsts: Vec::new(), counts: Vec::new(), indices: Vec::new() };
        for (subscript, &size) in subscripts.iter().zip(sizes) {
            let (first, count) = match self.constants(subscript)? {
                Some(numbers) => {
                    let constant = Subscript { kind: subscript.kind, numbers };
                    let place = self.written_place(subscript);
                    taken(size, &constant).map_err(|message| self.wrong_index(place, &message))?
                }
                None => {
                    gathered.indices.push(self.op().operand(subscript.numbers[0]));
                    (0, INDICES)
                }
            };
            gathered.firsts.push(first);
            gathered.counts.push(count);
        }
        Ok(Some(gathered))
    }

    /// The numbers of a subscript beside a tensor of indices; none if it is one, or an index that
    /// depends on a loop.
    fn constants(self, subscript: &Subscript<usize>) -> Result<Option<Vec<i64>>, Box<Diagnostic>> {
        let is_single = subscript.kind == Kind::At;
        if is_single && self.is_computed(subscript.numbers[0]) {
            return Ok(None);
        }
        let mut numbers = Vec::new();
        for &index in &subscript.numbers {
            let number = linear(self.op().body(), self.op().operand(index));
            let number =
                number.map_err(|unknown| not_known(self.op(), "an index", &[(index, unknown)]))?;
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

    fn written_place(self, subscript: &Subscript<usize>) -> Option<Position> {
        let first = *subscript.numbers.first()?;
        written_span(self.op(), first..first + subscript.numbers.len())
    }

    /// The first index and the number of elements that each subscript takes, computed from the op's
    /// operands.
    fn linear_indices(self) -> Result<(Vec<Linear>, Vec<i64>), Box<Diagnostic>> {
        let op = self.op();
        let sizes = known_shape(self.input());
        let mut numbers = Vec::with_capacity(self.numbers().len());
        for (index, number) in (Self::FIRST_NUMBER..).zip(self.numbers()) {
            let number = linear(op.body(), number.id());
            numbers.push(number.map_err(|unknown| not_known(op, "an index", &[(index, unknown)]))?);
        }
        let Some(subscripts) = subscripts(self, numbers) else {
            return Err(Box::new(self.wrong(None, "the op is malformed")));
        };
        if subscripts.len() > sizes.len() {
            let (found, rank) = (subscripts.len(), sizes.len());
            let message = format!("there are {found} subscripts for a tensor of rank {rank}");
            return Err(Box::new(
                self.wrong(None, &message).with_label("more subscripts than dimensions"),
            ));
        }
        let (mut places, mut counts) = (Vec::new(), Vec::new());
        let mut first = Self::FIRST_NUMBER;
        for (subscript, &size) in subscripts.iter().zip(sizes) {
            let own = first..first + subscript.numbers.len();
            first = own.end;
            let taken = linear_taken(size, subscript);
            let (place, count) =
                taken.map_err(|message| self.wrong_index(written_span(op, own), &message))?;
            places.push(place);
            counts.push(count);
        }
        Ok((places, counts))
    }

    /// The error for a subscript that `linear_taken` has found to be wrong.
    fn wrong_index(self, place: Option<Position>, message: &str) -> Box<Diagnostic> {
        if message != VARYING {
            return self.not_in_the_tensor(place, message);
        }
        let help = "a shape is the same in all iterations, as that of `a[i : i + 2]` is; `select` \
            leaves out what is \
                    not wanted";
        Box::new(
            self.wrong(place, message)
                .with_label("of another shape in each iteration")
                .with_help(help),
        )
    }

    /// The error for a slice, at one of its subscripts or, if that is not known, at the slice.
    fn wrong(self, place: Option<Position>, message: &str) -> Diagnostic {
        let shape = shown(known_shape(self.input()));
        let error = self.op().error(format!("cannot take elements of shape {shape}: {message}"));
        let error = error.with_code(Code::WrongPlace.text());
        match place {
            Some(position) => Diagnostic { position, ..error },
            None => error,
        }
    }

    fn not_in_the_tensor(self, place: Option<Position>, message: &str) -> Box<Diagnostic> {
        let help = "indices are counted from 0, and a range ends before its second number";
        Box::new(self.wrong(place, message).with_label("not in the tensor").with_help(help))
    }
}

/// The error for a range whose number of elements varies between iterations.
const VARYING: &str = "the number of elements in a range depends on the iteration of a loop";

/// The first index and the number of elements that a subscript takes of a dimension, in all
/// iterations of the loops. Whether the indices are in range is only known when the bounds of all
/// loops are: see [`accesses`](crate::accesses).
fn linear_taken(size: i64, subscript: &Subscript<Linear>) -> Result<(Linear, i64), String> {
    if subscript.numbers.iter().all(|number| number.terms.is_empty()) {
        let numbers = subscript.numbers.iter().map(|number| number.constant).collect();
        let (place, count) = taken(size, &Subscript { kind: subscript.kind, numbers })?;
        return Ok((Linear::constant(place), count));
    }
    let (from, to) = match (subscript.kind, &subscript.numbers[..]) {
        (Kind::At, [at]) => {
            (at.clone(), at.clone().plus(&Linear::constant(1), 1).ok_or("a number is too large")?)
        }
        (Kind::From, [from]) => (from.clone(), Linear::constant(size)),
        (Kind::To, [to]) => (Linear::constant(0), to.clone()),
        (Kind::FromTo, [from, to]) => (from.clone(), to.clone()),
        _ => (Linear::constant(0), Linear::constant(size)),
    };
    let length = to.clone().plus(&from, -1).ok_or("a number is too large")?;
    if !length.terms.is_empty() {
        return Err(VARYING.to_owned());
    }
    match (subscript.kind, length.constant) {
        (Kind::At, _) => Ok((from, -1)),
        (_, count @ 1..) => Ok((from, count)),
        _ => Err("a range is empty".to_owned()),
    }
}

fn result_shape(input: &[i64], counts: &[i64]) -> Vec<i64> {
    let taken = counts.iter().copied().filter(|count| *count >= 0);
    taken.chain(input.iter().copied().skip(counts.len())).collect()
}

impl InferShape for SliceOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        // The compile-time operands are resolved before.
        let counts = self.counts().unwrap_or_default();
        Ok(self.context().tensor_type(&result_shape(known_shape(self.input()), &counts), Type::F64))
    }
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

/// The elements of a dimension that a resolved slice takes: the first index, the count (-1 for a
/// single one, whose dimension is dropped), and the size of the dimension.
pub(crate) type Taken<P> = (P, i64, i64);

impl SliceOpRef<'_> {
    /// The number of operands before the numbers: the tensor.
    const FIRST_NUMBER: usize = 1;

    /// The elements that it takes of each dimension with a subscript; none if shapes are not
    /// inferred.
    pub(crate) fn accesses(self) -> Option<Vec<Taken<AffineExpr>>> {
        let ctx = self.context();
        let sizes = self.input().ty().static_shape(ctx)?;
        let taken = self.places()?.results(ctx).iter().zip(self.counts()?).zip(sizes);
        Some(taken.map(|((&place, count), &size)| (place, count, size)).collect())
    }

    /// The error for indices that are out of range in this dimension, of `size`, in some iteration
    /// of the loops.
    pub(crate) fn out_of_range(
        self,
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
    fn subscript_of(self, dimension: usize) -> Option<Position> {
        let (op, counts) = (self.op(), self.counts()?);
        let (before, after) = (&counts[..dimension], counts.get(dimension + 1..)?);
        let is_element = |count: &i64| *count < 0;
        let total = written_operands(op);
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
    pub(crate) fn place_in_source(self) -> String {
        self.at().unwrap_or_else(|| place_text(self.context(), self.op().location()))
    }
}

impl MemoryEffectOpInterface for SliceOpRef<'_> {
    /// A check may end the program. An unresolved slice may get one.
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        match (self.places_attr(), self.checked_attr()) {
            (Some(_), None) => SmallVec::new(),
            _ => SmallVec::from_elem(Effect { kind: EffectKind::Write, value: None }, 1),
        }
    }
}

/// The elements that a slice takes of its input; its numbers are known.
fn computed(op: SliceOpRef<'_>, inputs: &[Tensor]) -> Result<Vec<Taken<i64>>, String> {
    let (input, numbers) = inputs.split_first().ok_or("the tensor is missing")?;
    if numbers.iter().any(|number| number.len() != 1) {
        return Err("an index must be one number".to_owned());
    }
    let numbers = whole_numbers(numbers.iter().flat_map(|number| &number.values))?;
    if let Some(map) = op.places() {
        let counts = op.counts().ok_or("the op is malformed")?;
        let places = map.results(op.context()).iter().zip(counts).zip(&input.shape);
        let taken = places.map(|((place, count), &size)| {
            let place =
                place.evaluate(op.context(), &numbers, &[]).ok_or("an index cannot be computed")?;
            Ok((place, count, size))
        });
        return taken.collect();
    }
    let subscripts = subscripts(op, numbers).ok_or("the op is malformed")?;
    if subscripts.len() > input.shape.len() {
        let (found, rank) = (subscripts.len(), input.shape.len());
        return Err(format!("there are {found} subscripts for a tensor of rank {rank}"));
    }
    let taken = subscripts.iter().zip(&input.shape).map(|(subscript, &size)| {
        let (place, count) = taken(size, subscript)?;
        Ok((place, count, size))
    });
    taken.collect()
}

/// The first access that is out of range.
fn first_out_of_range(op: SliceOpRef<'_>, taken: &[Taken<i64>]) -> Option<OutOfRange> {
    let &(first, count, size) = taken
        .iter()
        .find(|(first, count, size)| !OutOfRange::is_in_range(*first, *count, *size))?;
    Some(OutOfRange { at: op.place_in_source(), first, count, size })
}

/// The elements that an unresolved slice takes at tensors of indices; none if it has none.
fn gathered(op: SliceOpRef<'_>, inputs: &[Tensor]) -> Option<Result<Tensor, Failure>> {
    let (input, numbers) = inputs.split_first()?;
    let has_tensors = numbers.iter().any(|number| !number.shape.is_empty());
    if op.places_attr().is_some() || !has_tensors {
        return None;
    }
    let subscripts = subscripts(op, numbers)?;
    let is_tensor = |s: &Subscript<&Tensor>| s.kind == Kind::At && !s.numbers[0].shape.is_empty();
    if subscripts.len() > input.shape.len() || !subscripts.iter().any(is_tensor) {
        return None;
    }
    let (mut parts, mut indices) = (Vec::new(), Vec::new());
    for (subscript, &size) in subscripts.iter().zip(&input.shape) {
        if subscript.kind == Kind::At {
            parts.push(Part::Indices(indices.len()));
            indices.push(subscript.numbers[0].clone());
            continue;
        }
        let numbers = whole_numbers(subscript.numbers.iter().flat_map(|number| &number.values));
        let constant = |numbers| Subscript { kind: subscript.kind, numbers };
        match numbers.and_then(|numbers| taken(size, &constant(numbers))) {
            Ok((first, count)) => parts.push(Part::Range(first, count)),
            Err(message) => return Some(Err(Failure::Shape(message))),
        }
    }
    Some(gather(input, parts, &indices, || op.place_in_source()))
}

impl InterpretOp for SliceOp {
    fn interpret<'b>(op: SliceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs =
            op.op().operands().map(|operand| Tensor::of_elements(m.get(operand).as_elements()?));
        let inputs = inputs.collect::<Result<Vec<_>, Trap>>()?;
        match gathered(op, &inputs) {
            None => {}
            Some(Ok(result)) => return m.give(op.result(), result.into_value()),
            Some(Err(Failure::OutOfRange(wrong))) => {
                return Err(Trap::reported(wrong.diagnostic()));
            }
            Some(Err(Failure::Shape(message))) => return Err(Trap::new(message)),
        }
        let taken = computed(op, &inputs).map_err(Trap::new)?;
        if let Some(wrong) = first_out_of_range(op, &taken) {
            return Err(Trap::reported(wrong.diagnostic()));
        }
        let result = op.compute(&inputs).map_err(Trap::new)?;
        m.give(op.result(), result.into_value())
    }
}

impl Compute for SliceOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        let input = inputs.first().ok_or("the tensor is missing")?;
        if let Some(gathered) = gathered(*self, inputs) {
            return gathered.map_err(|failure| match failure {
                Failure::OutOfRange(wrong) => wrong.line(),
                Failure::Shape(message) => message,
            });
        }
        let taken = computed(*self, inputs)?;
        if let Some(wrong) = first_out_of_range(*self, &taken) {
            return Err(wrong.line());
        }
        let (places, counts): (Vec<i64>, Vec<i64>) =
            taken.into_iter().map(|(place, count, _)| (place, count)).unzip();
        let shape = result_shape(&input.shape, &counts);
        // Maps dimensions of the result to dimensions of the input.
        let mut steps = Vec::new();
        let (mut stride, mut start) = (input.len() as i64, 0);
        for (dimension, &size) in input.shape.iter().enumerate() {
            stride /= size;
            start += places.get(dimension).copied().unwrap_or(0) * stride;
            if counts.get(dimension).is_none_or(|count| *count >= 0) {
                steps.push(stride);
            }
        }
        Ok(Tensor::build(&shape, |number| {
            let (mut number, mut index) = (number as i64, start);
            for (&size, &step) in shape.iter().zip(&steps).rev() {
                index += number % size * step;
                number /= size;
            }
            input.values[index as usize]
        }))
    }
}

impl Lower for SliceOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let body = rewriter.body();
        let (location, ty) = target(body, self.id())?;
        let (input, variables) = (operands.input(), operands.numbers());
        if variables.iter().any(|variable| body.ty(*variable) != Type::INDEX) {
            return Err("an index depends on something other than a loop variable".into());
        }
        let slice = Lowering {
            location,
            input,
            variables,
            places: self.places(body).ok_or("indices are missing")?,
            counts: self.counts(body).ok_or("counts are missing")?,
            sizes: shape(body, input).to_vec(),
        };
        match self.checked(body).unwrap_or_default() {
            checked if checked.is_empty() => slice.lower_proved(ty, rewriter),
            checked => {
                let at = self.on(body).place_in_source();
                slice.lower_checked(ty, &checked, &at, rewriter)
            }
        }
    }
}

/// The state of lowering a slice to loops.
struct Lowering<'v> {
    location: Location,
    input: ValueId,
    /// What places depend on.
    variables: &'v [ValueId],
    places: AffineMap,
    counts: Vec<i64>,
    /// Those of the input.
    sizes: Vec<i64>,
}

impl Lowering<'_> {
    /// Whether the result has this dimension of the input.
    fn keeps(&self, dimension: usize) -> bool {
        self.counts.get(dimension).is_none_or(|count| *count >= 0)
    }

    /// Indices that are proved to be in range become affine accesses, whose subscripts depend on
    /// the variables and on the loops over the result.
    fn lower_proved(&self, ty: Type, rewriter: &mut Rewriter<'_>) -> Lowered {
        let ctx = rewriter.context().clone();
        let mut next = self.variables.len() as u32;
        let mut subscripts = Vec::with_capacity(self.sizes.len());
        for dimension in 0..self.sizes.len() {
            let place = self.places.results(&ctx).get(dimension).copied();
            let step = self.keeps(dimension).then(|| {
                next += 1;
                ctx.affine_dim(next - 1)
            });
            subscripts.push(match (place, step) {
                (Some(place), Some(step)) => ctx.affine_add(place, step),
                (Some(place), None) => place,
                (None, step) => step.ok_or("the op is malformed")?,
            });
        }
        let map = ctx.affine_map(next, 0, &subscripts);
        fill(rewriter, self.location, ty, |b, ivs| {
            let all: Vec<ValueId> = self.variables.iter().chain(ivs).copied().collect();
            load(b, self.location, self.input, map, &all)
        })
    }

    /// Indices; those in the dimensions `checked` are checked before the loops.
    fn lower_checked(
        &self,
        ty: Type,
        checked: &[i64],
        at: &str,
        rewriter: &mut Rewriter<'_>,
    ) -> Lowered {
        let firsts = self.checked_indices(checked, at, rewriter);
        fill(rewriter, self.location, ty, |b, ivs| {
            let mut steps = ivs.iter().copied();
            let mut indices = Vec::with_capacity(self.sizes.len());
            for dimension in 0..self.sizes.len() {
                let step = if self.keeps(dimension) { steps.next() } else { None };
                indices.extend(match (firsts.get(dimension).copied(), step) {
                    (Some(first), Some(step)) => {
                        Some(AddIOp::build(b, self.location, first, step).result(b.body()))
                    }
                    (first, step) => first.or(step),
                });
            }
            // Not an affine access: no pass that moves those may move this before its check.
            LoadOp::build_inferred(b, self.location, self.input, &indices).result(b.body())
        })
    }

    /// The first index of each subscript, checked where necessary.
    fn checked_indices(
        &self,
        checked: &[i64],
        at: &str,
        rewriter: &mut Rewriter<'_>,
    ) -> Vec<ValueId> {
        let ctx = rewriter.context().clone();
        let dims = self.variables.len() as u32;
        let mut firsts = Vec::with_capacity(self.sizes.len());
        let places = self.places.results(&ctx).iter().zip(&self.counts).zip(&self.sizes);
        for (dimension, ((&place, &count), &size)) in (0..).zip(places) {
            let map = ctx.affine_map_attr(ctx.affine_map(dims, 0, &[place]));
            let index = ApplyOp::build(rewriter, self.location, self.variables, map);
            let index = index.result(rewriter.body());
            firsts.push(match checked.contains(&dimension) {
                true => {
                    let count = Some(count).filter(|count| *count >= 0);
                    CheckedIndexOp::of(rewriter, self.location, index, size, count, at)
                }
                false => index,
            });
        }
        firsts
    }
}
