//! `toy.slice`: elements of a tensor by their places.
//!
//! A subscript takes one element of a dimension, which is gone then, or those from one place up to another. The places are
//! numbers, known when a function is compiled but for the variables of loops: a place may be `2 * i + 1`. What a range
//! holds is known: `a[i : i + 2]` has two elements.

use mlir_lite::affine::AffineExpr;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use crate::lowering::{Lower, Lowered, Rewriter, fill, load, shape, target};
use crate::numbers::{Linear, ResolvesNumbers, linear, not_known};
use crate::shapes::{InferShape, operand_shape, shown};
use crate::tensor::{Compute, Tensor};

/// Takes elements of a tensor.
///
/// At first the operands behind the tensor are the numbers in the subscripts, and `kinds` says what each subscript is, by
/// the numbers of [`Kind`]. Shape inference finds the variables of loops that places depend on, which are the operands
/// then, the map `places` of them that gives the first place of each subscript, and in `counts` how many elements it
/// takes: -1 for one whose dimension is gone.
#[op(name = "toy.slice", traits(Pure), interfaces(InferShape, Compute, ResolvesNumbers), assembly = custom, verify)]
pub struct SliceOp {
    #[operand]
    input: F64Tensor,
    #[operand]
    numbers: Variadic<AnyTypeOf<(F64Tensor, Index)>>,
    #[attr]
    kinds: Optional<DenseI64ArrayAttr>,
    #[attr]
    places: Optional<AffineMapAttr>,
    #[attr]
    counts: Optional<DenseI64ArrayAttr>,
    #[result]
    result: F64Tensor,
}

/// What a subscript is: which numbers it has.
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

fn integers(op: OpRef<'_>, name: &str) -> Option<Vec<i64>> {
    op.attr_named(name)?.as_i64_array(op.context())
}

fn subscripts<N>(op: OpRef<'_>, numbers: impl IntoIterator<Item = N>) -> Option<Vec<Subscript<N>>> {
    let mut numbers = numbers.into_iter();
    let kinds = integers(op, "kinds")?;
    let subscripts = kinds.into_iter().map(|kind| {
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
    fn verify(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        let numbers = op.num_operands() - 1;
        let map = op.attr_named("places").and_then(|map| map.as_affine_map(op.context()));
        let fits = match (map, integers(op, "counts")) {
            (Some(map), Some(counts)) => {
                let data = map.data(op.context());
                data.dims as usize == numbers && data.symbols == 0 && data.results.len() == counts.len()
            }
            _ => subscripts(op, 0..numbers).is_some_and(|list| {
                list.iter().map(|subscript| subscript.numbers.len()).sum::<usize>() == numbers
            }),
        };
        if !fits {
            diagnostics.error(op.op_error("expects subscripts with as many numbers as they have"));
        }
    }
}

/// The first place and the number of elements that a subscript with constant numbers takes of a dimension.
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

impl ResolvesNumbers for SliceOp {
    fn resolve(&self, body: &mut Body, id: OpId) -> Result<(), Box<Diagnostic>> {
        let op = body.op(id);
        let ctx = op.context().clone();
        if op.attr_named("places").is_some() {
            return Ok(());
        }
        let sizes = operand_shape(op, 0);
        let mut numbers = Vec::new();
        for operand in op.operands().skip(1) {
            let place = body.defining_op(operand).map_or(op.location(), |id| body.location(id));
            numbers.push(linear(body, operand).map_err(|unknown| not_known(op, "an index", place, unknown))?);
        }
        let wrong = |message: String| {
            let message = format!("cannot take elements of shape {}: {message}", shown(sizes));
            Box::new(op.error(message).with_code(Code::WrongPlace.text()))
        };
        let wrong_place = |message: String| {
            let (label, help) = if message == VARYING {
                (
                    "of another shape in each round",
                    "a shape is the same in all rounds, as that of `a[i : i + 2]` is; `select` leaves out what is not wanted",
                )
            } else {
                ("not in the tensor", "places are counted from 0, and a range ends before its second number")
            };
            Box::new(wrong(message).with_label(label).with_help(help))
        };
        let Some(subscripts) = subscripts(op, numbers) else {
            return Err(wrong("the op is malformed".to_owned()));
        };
        if subscripts.len() > sizes.len() {
            let (found, rank) = (subscripts.len(), sizes.len());
            let message = format!("there are {found} subscripts for a tensor of rank {rank}");
            return Err(Box::new(wrong(message).with_label("more places than dimensions")));
        }
        let (mut places, mut counts) = (Vec::new(), Vec::new());
        for (subscript, &size) in subscripts.iter().zip(sizes) {
            let (place, count) = linear_taken(body, size, subscript).map_err(wrong_place)?;
            places.push(place);
            counts.push(count);
        }
        let mut variables: Vec<ValueId> = Vec::new();
        for (variable, _) in places.iter().flat_map(|place| &place.terms) {
            if !variables.contains(variable) {
                variables.push(*variable);
            }
        }
        let expression = |place: &Linear| {
            place.terms.iter().fold(ctx.affine_constant(place.constant), |sum, (variable, factor)| {
                let index = variables.iter().position(|other| other == variable).unwrap_or(0);
                let term = ctx.affine_mul(ctx.affine_dim(index as u32), ctx.affine_constant(*factor));
                ctx.affine_add(sum, term)
            })
        };
        let expressions: Vec<AffineExpr> = places.iter().map(expression).collect();
        let map = ctx.affine_map(variables.len() as u32, 0, &expressions);
        let operands: Vec<ValueId> =
            std::iter::once(op.operand(0)).chain(variables.iter().copied()).collect();
        body.set_operands(id, &operands);
        body.set_attr(id, ctx.ident("places"), ctx.affine_map_attr(map));
        body.set_attr(id, ctx.ident("counts"), ctx.i64_array_attr(&counts));
        body.remove_attr(id, ctx.ident("kinds"));
        Ok(())
    }
}

/// What is wrong with a range that takes another number of elements in each round.
const VARYING: &str = "the number of elements in a range depends on the round of a loop";

/// The first place and the number of elements that a subscript takes of a dimension, in all rounds of the loops.
fn linear_taken(body: &Body, size: i64, subscript: &Subscript<Linear>) -> Result<(Linear, i64), String> {
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
    if let (Some((least, _)), Some((_, end))) = (from.range(body), to.range(body))
        && (least < 0 || end > i128::from(size))
    {
        let last = end - 1;
        return Err(format!(
            "in the loop, places from {least} to {last} are not in a dimension of size {size}"
        ));
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

impl InferShape for SliceOp {
    fn infer_type(&self, op: OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let counts = integers(op, "counts").unwrap_or_default();
        Ok(op.context().tensor_type(&result_shape(operand_shape(op, 0), &counts), Type::F64))
    }
}

impl Compute for SliceOp {
    fn compute(&self, op: OpRef<'_>, inputs: &[Tensor]) -> Result<Tensor, String> {
        let (input, numbers) = inputs.split_first().ok_or("the tensor is missing")?;
        let numbers: Vec<i64> =
            numbers.iter().flat_map(|number| &number.values).map(|value| *value as i64).collect();
        let map = op.attr_named("places").and_then(|map| map.as_affine_map(op.context()));
        let (places, counts) = match (map, integers(op, "counts")) {
            (Some(map), Some(counts)) => {
                let results = map.results(op.context());
                let places = results.iter().map(|place| place.evaluate(op.context(), &numbers, &[]));
                (places.collect::<Option<Vec<i64>>>().ok_or("a place cannot be computed")?, counts)
            }
            _ => {
                let subscripts = subscripts(op, numbers).ok_or("the op is malformed")?;
                if subscripts.len() > input.shape.len() {
                    let (found, rank) = (subscripts.len(), input.shape.len());
                    return Err(format!("there are {found} subscripts for a tensor of rank {rank}"));
                }
                let taken =
                    subscripts.iter().zip(&input.shape).map(|(subscript, &size)| taken(size, subscript));
                taken.collect::<Result<Vec<_>, _>>()?.into_iter().unzip()
            }
        };
        let shape = result_shape(&input.shape, &counts);
        // Which dimension of the result steps through which of the input.
        let mut steps = Vec::new();
        let (mut stride, mut start) = (input.len() as i64, 0);
        for (dimension, &size) in input.shape.iter().enumerate() {
            stride /= size;
            start += places.get(dimension).copied().unwrap_or(0) * stride;
            if counts.get(dimension).is_none_or(|count| *count >= 0) {
                steps.push(stride);
            }
        }
        let mut missing = false;
        let result = Tensor::build(&shape, |number| {
            let (mut number, mut index) = (number as i64, start);
            for (&size, &step) in shape.iter().zip(&steps).rev() {
                index += number % size * step;
                number /= size;
            }
            let element = usize::try_from(index).ok().and_then(|index| input.values.get(index));
            missing |= element.is_none();
            element.copied().unwrap_or(f64::NAN)
        });
        if missing { Err("a place is not in the tensor".to_owned()) } else { Ok(result) }
    }
}

impl Lower for SliceOp {
    fn lower(self, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
        let body = rewriter.body();
        let (location, ty) = target(body, self.id())?;
        let ctx = body.context().clone();
        let op = body.op(self.id());
        let places =
            op.attr_named("places").and_then(|map| map.as_affine_map(&ctx)).ok_or("places are missing")?;
        let counts = integers(op, "counts").ok_or("counts are missing")?;
        let (&input, variables) = operands.split_first().ok_or("the tensor is missing")?;
        let rank = shape(body, input).len();
        let dims = variables.len() as u32;
        let mut next = dims;
        let mut subscripts = Vec::with_capacity(rank);
        for dimension in 0..rank {
            let place = places.results(&ctx).get(dimension).copied();
            let step = counts.get(dimension).is_none_or(|count| *count >= 0).then(|| {
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
        let variables = variables.to_vec();
        fill(rewriter, location, ty, |b, ivs| {
            let all: Vec<ValueId> = variables.iter().chain(ivs).copied().collect();
            load(b, location, input, map, &all)
        })
    }
}
