//! The common part of functions whose elements are elements of their arguments at other places, or
//! 0: `pad`, `roll`, `stack`, `diag`, and `transpose` with axes.
//!
//! Such an op has a [`Plan`]: boxes that cover the result, and for each the map from its indices to
//! those of an argument. The shape of the result, the evaluation and the lowering follow from it.

use crate::tensor::count_of;
use crate::tensor::element_list::for_elements;
use crate::tensor::element_list::listed;
use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::rewrite::MatchFailure;

use super::elementwise::*;
use crate::loop_builder::{allocate, are_in_memory, shape, target};
use crate::ops::numbers::{CompileTimeOperands, known_numbers, numbers};
use crate::tensor::shape::{known_shape, place};

/// Where the elements of a result come from.
pub(super) struct Plan {
    pub(super) shape: Vec<i64>,
    /// In the order in which they are written.
    pub(super) pieces: Vec<Piece>,
}

/// A box of elements.
pub(super) struct Piece {
    /// The extents of the box, for each of its indices.
    pub(super) sizes: Vec<i64>,
    /// From its indices to those of the result.
    pub(super) into: AffineMap,
    /// An argument, and from the indices to those of the argument; none for zeros.
    pub(super) from: Option<(usize, AffineMap)>,
}

/// Why there is no plan.
pub(super) enum Wrong {
    /// A number does not fit.
    Number(String),
    /// The shapes do not fit.
    Shape(String),
}

/// Ops with a plan. [`rearranging!`](macro@rearranging) implements for them what follows from it.
pub(super) trait Rearranging: OpDefinition {
    /// The plan for arguments of these shapes.
    fn plan(ctx: &Context, shapes: &[&[i64]], numbers: &[i64]) -> Result<Plan, Wrong>;
}

impl Wrong {
    pub(super) fn message(self) -> String {
        match self {
            Self::Number(message) | Self::Shape(message) => message,
        }
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Self::Number(message)
    }
}

/// A map of `rank` indices: each index plus a number.
pub(super) fn shifted(ctx: &Context, starts: &[i64]) -> AffineMap {
    let indices: Vec<AffineExpr> = (0..)
        .zip(starts)
        .map(|(index, &start)| match start {
            0 => ctx.affine_dim(index),
            _ => ctx.affine_add(ctx.affine_dim(index), ctx.affine_constant(start)),
        })
        .collect();
    ctx.affine_map(starts.len() as u32, 0, &indices)
}

/// The dimension that a number means, which may be counted from the last one back.
pub(super) fn axis(what: &str, rank: usize, number: i64) -> Result<usize, Wrong> {
    place(rank, number).ok_or_else(|| {
        Wrong::Number(format!(
            "{what}: there is no dimension {number} in a tensor of {rank} dimensions"
        ))
    })
}

/// How many operands of an op are arguments, before the numbers.
fn arguments(op: OpRef<'_>) -> usize {
    op.ask::<dyn CompileTimeOperands, _>(|op| op.first_number()).unwrap_or(op.num_operands())
}

pub(super) fn infer<O: Rearranging>(op: OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
    let values = op.operands().take(arguments(op)).map(|operand| op.body().value(operand));
    let shapes: Vec<&[i64]> = values.map(known_shape).collect();
    match O::plan(op.context(), &shapes, &known_numbers(op)) {
        Ok(plan) => Ok(op.context().tensor_type(&plan.shape, Type::F64)),
        Err(Wrong::Number(message)) => Err(Box::new(
            op.error(message).with_code(Code::WrongNumber.text()).with_label("of this shape"),
        )),
        Err(Wrong::Shape(message)) => Err(Box::new(
            op.error(message)
                .with_code(Code::ShapeMismatch.text())
                .with_label("shapes do not match"),
        )),
    }
}

pub(super) fn compute<O: Rearranging>(
    op: OpRef<'_>,
    inputs: &[Arc<Tensor>],
) -> Result<Tensor, String> {
    let (ctx, first) = (op.context(), arguments(op));
    let arguments = inputs.get(..first).ok_or("an operand is missing")?;
    let shapes: Vec<&[i64]> = arguments.iter().map(|input| &input.shape[..]).collect();
    let plan = O::plan(ctx, &shapes, &numbers(op, inputs, first)?).map_err(Wrong::message)?;
    let count = count_of(&plan.shape);
    // Where each element comes from: an argument and an index; none for zeros.
    let mut sources: Vec<Option<(usize, usize)>> = listed(count, |_| None)?;
    for piece in &plan.pieces {
        let Some((argument, from)) = piece.from else { continue };
        let source = arguments.get(argument).ok_or("an operand is missing")?;
        let mut at = vec![0; piece.sizes.len()];
        for _ in 0..piece.sizes.iter().product() {
            let [to, from] = [(piece.into, &plan.shape), (from, &source.shape)]
                .map(|(map, shape)| row_major(ctx, map, &at, shape));
            let (to, from) = to.zip(from).ok_or("an index cannot be computed")?;
            sources[to] = Some((argument, from));
            // The next index in row-major order.
            for (index, size) in at.iter_mut().zip(&piece.sizes).rev() {
                *index += 1;
                if *index < *size {
                    break;
                }
                *index = 0;
            }
        }
    }
    let first = arguments.first().ok_or("an operand is missing")?;
    for_elements!(&first.elements, of_first => {
        let mut lists = vec![&of_first[..]];
        for argument in &arguments[1..] {
            lists.push(argument.list()?);
        }
        Tensor::build(&plan.shape, |number| match sources[number] {
            Some((argument, index)) => lists[argument][index],
            None => Default::default(),
        })
    })
}

/// The row-major number of the element at a map of indices.
fn row_major(ctx: &Context, map: AffineMap, at: &[i64], shape: &[i64]) -> Option<usize> {
    let mut number = 0;
    for (place, size) in map.results(ctx).iter().zip(shape) {
        number = number * size + place.evaluate(ctx, at, &[])?;
    }
    usize::try_from(number).ok()
}

pub(super) fn lower<'e, O: Rearranging>(
    op: O,
    operands: Adaptor<'_, O>,
    e: Edsc<'e>,
) -> Lowered<'e> {
    let (ty, plan) = e.read(|body| {
        let (ctx, op) = (body.context(), body.op(op.id()));
        let arguments = operands.values().get(..arguments(op)).ok_or("an operand is missing")?;
        are_in_memory(body, arguments)?;
        let shapes: Vec<&[i64]> = arguments.iter().map(|value| shape(body, *value)).collect();
        let plan = O::plan(ctx, &shapes, &known_numbers(op));
        let plan = plan.map_err(|_| "the shapes do not fit")?;
        Ok::<_, MatchFailure>((target(body, op.id())?, plan))
    })?;
    let result = allocate(e, &ty)?;
    for piece in plan.pieces {
        e.loops(&piece.sizes, |ivs| {
            let into = result.at((piece.into, ivs));
            match piece.from {
                Some((argument, from)) => {
                    into.set(e.view(operands.values()[argument]).at((from, ivs)));
                }
                None => into.set(0),
            }
        });
    }
    Ok(result)
}

/// Implements the interfaces that follow from [`Rearranging`].
macro_rules! rearranging {
    ($op:ty) => {
        usual_assembly!($op);
        interpreted_by_computing!($op);

        impl InferShape for $op {
            fn infer_type(op: View<'_, Self>) -> Result<Type, Box<Diagnostic>> {
                $crate::builtins::rearrange::infer::<$op>(op.op())
            }
        }

        impl Compute for $op {
            fn compute(op: View<'_, Self>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
                $crate::builtins::rearrange::compute::<$op>(op.op(), inputs)
            }
        }

        impl ::mlir_lite::conversion::LowerTo<$crate::loop_builder::Affine> for $op {
            fn lower<'e>(
                op: Self,
                operands: Adaptor<'_, Self>,
                scope: &'e mut ::mlir_lite::edsc::EdscScope<'_>,
            ) -> $crate::loop_builder::Lowered<'e> {
                let e = scope.edsc();
                $crate::builtins::rearrange::lower(op, operands, e)
            }
        }
    };
}
pub(super) use rearranging;
