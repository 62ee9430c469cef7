//! `toy.gather`: elements of a tensor at computed indices.
//!
//! A subscript that is a tensor of indices takes an element for each of them: `w[u]`. So does one
//! whose number is not known at compile time. Several of them are broadcast to each other, and what
//! they take is where the first of them is, or in front if there is a range between them, as in
//! NumPy. Each index is checked when the program runs.

use mlir_lite::dialects::affine::{self, build_loop_nest};
use mlir_lite::dialects::standard::{self, AddIOp, LoadOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use std::ops::Range;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::checked_number::CheckedNumberOp;
use crate::lowering::{Lower, Lowered, Rewriter, allocate, broadcast_map, load, shape, target};
use crate::out_of_range::OutOfRange;
use crate::shape::{InferShape, known_shape, shown};
use crate::tensor::{Compute, Tensor, broadcast_shape, repeated};

/// Takes elements of a tensor at indices that are computed.
///
/// There is a number in `firsts` and in `counts` for each subscript: the first index and the number
/// of elements of a range, a single index with the count -1, or the count -2 for the next one of
/// `indices`. `at` is the place of the access in the source.
#[op(
    name = "toy.gather",
    interfaces(InferShape, Compute, MemoryEffectOpInterface), hooks(InterpretOp),
    assembly = custom,
    verify
)]
pub struct GatherOp {
    #[operand]
    input: F64Tensor,
    #[operand]
    indices: Variadic<F64Tensor>,
    #[attr(typed)]
    firsts: DenseI64ArrayAttr,
    #[attr(typed)]
    counts: DenseI64ArrayAttr,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: F64Tensor,
}

/// The count of a single index.
pub(crate) const SINGLE: i64 = -1;
/// The count of a tensor of indices.
pub(crate) const INDICES: i64 = -2;

usual_assembly!(GatherOp);

impl VerifyOp for GatherOp {
    fn verify(op: GatherOpRef<'_>, diagnostics: &mut Diagnostics) {
        let counts = op.counts();
        let tensors = counts.iter().filter(|count| **count == INDICES).count();
        if op.firsts().len() != counts.len() || tensors != op.indices().len() {
            diagnostics.error(op.op().op_error("expects an index for each subscript"));
        }
    }
}

impl MemoryEffectOpInterface for GatherOpRef<'_> {
    /// A check may end the program.
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_elem(Effect { kind: EffectKind::Write, value: None }, 1)
    }
}

/// What a subscript takes of a dimension.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// So many elements from the first one on.
    Range(i64, i64),
    /// A single element.
    Single(i64),
    /// One for each index in the tensor of this number.
    Indices(usize),
}

fn parts(firsts: &[i64], counts: &[i64]) -> Vec<Part> {
    let mut next = 0;
    let part = |(&first, &count): (&i64, &i64)| match count {
        INDICES => {
            next += 1;
            Part::Indices(next - 1)
        }
        SINGLE => Part::Single(first),
        _ => Part::Range(first, count),
    };
    firsts.iter().zip(counts).map(part).collect()
}

/// Where the dimensions of a result come from.
struct Layout {
    shape: Vec<i64>,
    /// The dimensions of the result that the indices have.
    of_indices: Range<usize>,
    /// For each dimension of the input, the dimension of the result that a range has.
    ranges: Vec<Option<usize>>,
    parts: Vec<Part>,
}

impl Layout {
    /// The layout for an input of these sizes, and indices of these shapes.
    fn of(sizes: &[i64], mut parts: Vec<Part>, indices: &[&[i64]]) -> Result<Self, String> {
        let common = broadcast_shape(indices.iter().copied()).ok_or_else(|| {
            let all: Vec<_> = indices.iter().map(|shape| shown(shape)).collect();
            format!("indices {} do not fit", all.join(" and "))
        })?;
        if parts.len() > sizes.len() {
            return Err("there are more subscripts than dimensions".to_owned());
        }
        parts.extend(sizes[parts.len()..].iter().map(|size| Part::Range(0, *size)));
        let is_range = |part: &Part| matches!(part, Part::Range(..));
        let first = parts.iter().position(|part| !is_range(part)).unwrap_or(0);
        let last = parts.iter().rposition(|part| !is_range(part)).unwrap_or(0);
        let before = match parts[first..=last].iter().any(is_range) {
            true => 0,
            false => first,
        };
        let of_indices = before..before + common.len();
        let (mut shape, mut ranges) = (Vec::new(), Vec::new());
        if before == 0 {
            shape.extend(&common);
        }
        for part in &parts {
            ranges.push(match part {
                Part::Range(_, count) => {
                    shape.push(*count);
                    Some(shape.len() - 1)
                }
                _ => None,
            });
            if before > 0 && shape.len() == before {
                shape.extend(&common);
            }
        }
        Ok(Self { shape, of_indices, ranges, parts })
    }
}

/// Why elements cannot be taken.
pub(crate) enum Failure {
    OutOfRange(OutOfRange),
    Shape(String),
}

/// The elements at parts of a tensor.
pub(crate) fn gather(
    input: &Tensor,
    parts: Vec<Part>,
    indices: &[Tensor],
    at: impl Fn() -> String,
) -> Result<Tensor, Failure> {
    let shapes: Vec<&[i64]> = indices.iter().map(|tensor| &tensor.shape[..]).collect();
    let layout = Layout::of(&input.shape, parts, &shapes).map_err(Failure::Shape)?;
    let common = &layout.shape[layout.of_indices.clone()];
    let count = common.iter().product::<i64>() as usize;
    // For each tensor of indices, those of the result.
    let mut found: Vec<Vec<i64>> = vec![Vec::with_capacity(count); indices.len()];
    for number in 0..count {
        for (part, &size) in layout.parts.iter().zip(&input.shape) {
            let Part::Indices(tensor) = *part else { continue };
            let value = indices[tensor].values[repeated(&indices[tensor].shape, common, number)];
            let index = OutOfRange::index_of(value, size, &at).map_err(Failure::OutOfRange)?;
            found[tensor].push(index);
        }
    }
    Ok(Tensor::build(&layout.shape, |number| {
        let mut place = vec![0; layout.shape.len()];
        let mut rest = number as i64;
        for (place, size) in place.iter_mut().zip(&layout.shape).rev() {
            *place = rest % size;
            rest /= size;
        }
        let of_indices = place[layout.of_indices.clone()].iter().zip(common);
        let common = of_indices.fold(0, |number, (place, size)| number * size + place);
        let mut index = 0;
        for ((part, range), size) in layout.parts.iter().zip(&layout.ranges).zip(&input.shape) {
            let own = match *part {
                Part::Range(first, _) => first + range.map_or(0, |dimension| place[dimension]),
                Part::Single(own) => own,
                Part::Indices(tensor) => found[tensor][common as usize],
            };
            index = index * size + own;
        }
        input.values[index as usize]
    }))
}

impl GatherOpRef<'_> {
    fn parts(self) -> Vec<Part> {
        parts(&self.firsts(), &self.counts())
    }
}

impl InferShape for GatherOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let sizes = known_shape(self.input());
        let indices: Vec<&[i64]> = self.indices().into_iter().map(known_shape).collect();
        match Layout::of(sizes, self.parts(), &indices) {
            Ok(layout) => Ok(self.context().tensor_type(&layout.shape, Type::F64)),
            Err(message) => Err(Box::new(
                self.op()
                    .error(format!("cannot take elements of shape {}: {message}", shown(sizes)))
                    .with_code(Code::ShapeMismatch.text())
                    .with_label("shapes do not match")
                    .with_note("from the last dimension on, sizes must be equal or one of them 1"),
            )),
        }
    }
}

impl Compute for GatherOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        let (input, indices) = inputs.split_first().ok_or("the tensor is missing")?;
        gather(input, self.parts(), indices, || self.at()).map_err(|failure| match failure {
            Failure::OutOfRange(wrong) => wrong.line(),
            Failure::Shape(message) => message,
        })
    }
}

impl InterpretOp for GatherOp {
    fn interpret<'b>(op: GatherOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs =
            op.op().operands().map(|operand| Tensor::of_elements(m.get(operand).as_elements()?));
        let inputs = inputs.collect::<Result<Vec<_>, Trap>>()?;
        let (input, indices) = inputs.split_first().ok_or_else(Trap::malformed)?;
        match gather(input, op.parts(), indices, || op.at()) {
            Ok(result) => m.give(op.result(), result.into_value()),
            Err(Failure::OutOfRange(wrong)) => Err(Trap::reported(wrong.diagnostic())),
            Err(Failure::Shape(message)) => Err(Trap::new(message)),
        }
    }
}

impl Lower for GatherOp {
    /// The loops over the indices and what is before them enclose the checks, and these the loops
    /// over what is after them.
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let (location, ty) = target(rewriter.body(), self.id())?;
        let (body, ctx) = (rewriter.body(), rewriter.context().clone());
        let (input, indices) = (operands.input(), operands.indices().to_vec());
        if std::iter::once(&input).chain(&indices).any(|value| !body.ty(*value).is_memref(&ctx)) {
            return Err("an operand is not a result of an op that was lowered".into());
        }
        let (sizes, at) = (shape(body, input).to_vec(), self.at(body));
        let shapes: Vec<&[i64]> = indices.iter().map(|value| shape(body, *value)).collect();
        let layout = Layout::of(&sizes, self.on(body).parts(), &shapes)?;
        let common = &layout.shape[layout.of_indices.clone()];
        let maps: Vec<_> = shapes.iter().map(|shape| broadcast_map(&ctx, shape, common)).collect();
        let result = allocate(rewriter, location, ty)?;
        let (outer, inner) = layout.shape.split_at(layout.of_indices.end);
        build_loop_nest(rewriter, location, outer, |b, outer_ivs| {
            let of_indices = &outer_ivs[layout.of_indices.clone()];
            let mut found = Vec::with_capacity(sizes.len());
            for (part, &size) in layout.parts.iter().zip(&sizes) {
                found.push(match *part {
                    Part::Indices(tensor) => {
                        let number = load(b, location, indices[tensor], maps[tensor], of_indices);
                        let check = CheckedNumberOp::build(b, location, number, size, at.clone());
                        Some(check.result(b.body()))
                    }
                    Part::Single(index) => {
                        Some(standard::ConstantOp::index(b, location, index).result(b.body()))
                    }
                    Part::Range(..) => None,
                });
            }
            build_loop_nest(b, location, inner, |b, inner_ivs| {
                let ivs: Vec<ValueId> = outer_ivs.iter().chain(inner_ivs).copied().collect();
                let mut places = Vec::with_capacity(sizes.len());
                for ((part, range), found) in layout.parts.iter().zip(&layout.ranges).zip(&found) {
                    let step = range.map(|dimension| ivs[dimension]);
                    places.extend(match (part, step) {
                        (Part::Range(first, _), Some(step)) if *first != 0 => {
                            let first = standard::ConstantOp::index(b, location, *first);
                            let first = first.result(b.body());
                            Some(AddIOp::build(b, location, first, step).result(b.body()))
                        }
                        _ => step.or(*found),
                    });
                }
                // Not an affine access: no pass that moves those may move this before its check.
                let value = LoadOp::build_inferred(b, location, input, &places).result(b.body());
                affine::StoreOp::at(b, location, value, result, &ivs);
            });
        });
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_where_the_first_of_them_is() {
        let shape = |parts: &[Part], indices: &[&[i64]]| {
            Layout::of(&[2, 3, 4], parts.to_vec(), indices).map(|layout| layout.shape)
        };
        let (all, own) = (Part::Range(0, 3), Part::Indices(0));
        assert_eq!(shape(&[own], &[&[5]]), Ok(vec![5, 3, 4]));
        assert_eq!(shape(&[Part::Range(0, 2), own], &[&[5, 6]]), Ok(vec![2, 5, 6, 4]));
        assert_eq!(shape(&[own, Part::Indices(1)], &[&[5, 1], &[6]]), Ok(vec![5, 6, 4]));
        assert_eq!(shape(&[own, all, Part::Single(1)], &[&[5]]), Ok(vec![5, 3]));
        assert_eq!(shape(&[Part::Single(1), own], &[&[]]), Ok(vec![4]));
        assert!(shape(&[own, Part::Indices(1)], &[&[2], &[3]]).is_err());
    }
}
