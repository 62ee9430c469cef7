//! `toy.gather` and `toy.scatter`: elements of a tensor at computed indices, which are taken, or
//! replaced.
//!
//! A subscript that is a tensor of indices means an element for each of them: `w[u]`. So does one
//! whose number is not known at compile time. Each index is checked when the program runs.

use crate::messages::out_of_range::Failure;
use crate::tensor::promotion::promoted;
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::{AffineEdsc, Edsc, EdscScope, Expr, Memory};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::checked_number::CheckedNumberOp;
use super::insert::{base_to_change, check_value};
use super::selection::{INDICES, Layout, Part, Selection};
use crate::loop_builder::{
    Affine, Lowered, all_in_memory, allocate, broadcast_map, in_memory, target,
};
use crate::sizes::{Size, Sizes};
use crate::tensor::elements::{ElementTypes, takes_indices_from};
use crate::tensor::shape::{InferShape, known_shape, shown};
use crate::tensor::{Compute, Tensor};

/// Takes elements of a tensor at indices that are computed.
///
/// There is a number in `firsts` and in `counts` for each subscript: the first index and the number
/// of elements of a range, a single index with the count -1, or the count -2 for the next one of
/// `indices`. `steps` has the steps of ranges, where one is not 1. `at` is the place of the access
/// in the source.
#[op(
    name = "toy.gather",
    implements(
        CustomAssembly, VerifyOp, InterpretOp, InferShape, Compute, MemoryEffectOpInterface,
        ElementTypes, LowerTo<Affine>,
    )
)]
pub struct GatherOp {
    #[operand]
    input: NumberTensor,
    #[operand]
    indices: Variadic<F64Tensor>,
    #[attr(typed)]
    firsts: DenseI64ArrayAttr,
    #[attr(typed)]
    counts: DenseI64ArrayAttr,
    #[attr(typed)]
    steps: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    at: StrAttr,
    #[result]
    result: NumberTensor,
}

/// A tensor with other elements at indices that are computed: those of `value`, which is broadcast
/// to them. If an element is meant several times, the last value counts.
///
/// `firsts`, `counts`, `steps` and `at` are those of [`GatherOp`]. `in_place` says that the memory
/// of `base` becomes that of the result; the lowering decides it.
#[op(
    name = "toy.scatter",
    implements(
        CustomAssembly, VerifyOp, InterpretOp, InferShape, Compute, MemoryEffectOpInterface,
        ElementTypes, LowerTo<Affine>,
    )
)]
pub struct ScatterOp {
    #[operand]
    base: NumberTensor,
    #[operand]
    value: NumberTensor,
    #[operand]
    indices: Variadic<F64Tensor>,
    #[attr(typed)]
    firsts: DenseI64ArrayAttr,
    #[attr(typed)]
    counts: DenseI64ArrayAttr,
    #[attr(typed)]
    steps: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    at: StrAttr,
    #[attr]
    in_place: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(GatherOp, ScatterOp);
takes_indices_from!(GatherOp, 1, follows: None);
takes_indices_from!(ScatterOp, 2, follows: Some(1));

/// Checks that there is a tensor of indices for each subscript that needs one.
fn verify_indices(
    op: OpRef<'_>,
    [firsts, counts]: [Vec<i64>; 2],
    steps: Option<Vec<i64>>,
    indices: usize,
    diagnostics: &mut Diagnostics,
) {
    let tensors = counts.iter().filter(|count| **count == INDICES).count();
    let fits = |list: &Vec<i64>| list.len() == counts.len();
    if !fits(&firsts) || !steps.iter().all(fits) || tensors != indices {
        diagnostics.error(op.op_error("expects an index for each subscript"));
    }
}

impl VerifyOp for GatherOp {
    fn verify(op: GatherOpRef<'_>, diagnostics: &mut Diagnostics) {
        let lists = [op.firsts(), op.counts()];
        verify_indices(op.op(), lists, op.steps(), op.indices().len(), diagnostics);
    }
}

impl VerifyOp for ScatterOp {
    fn verify(op: ScatterOpRef<'_>, diagnostics: &mut Diagnostics) {
        let lists = [op.firsts(), op.counts()];
        verify_indices(op.op(), lists, op.steps(), op.indices().len(), diagnostics);
    }
}

/// A check may end the program.
fn effects_of_checks() -> SmallVec<[Effect; 2]> {
    SmallVec::from_elem(Effect::of(EffectKind::Write, Resource::MEMORY), 1)
}

impl MemoryEffectOpInterface for GatherOp {
    fn effects(_: GatherOpRef<'_>) -> SmallVec<[Effect; 2]> {
        effects_of_checks()
    }
}

impl MemoryEffectOpInterface for ScatterOp {
    fn effects(_: ScatterOpRef<'_>) -> SmallVec<[Effect; 2]> {
        effects_of_checks()
    }
}

impl GatherOpRef<'_> {
    fn parts(self) -> Vec<Part> {
        Part::of_attributes(&self.firsts(), &self.counts(), &self.steps().unwrap_or_default())
    }
}

impl ScatterOpRef<'_> {
    fn parts(self) -> Vec<Part> {
        Part::of_attributes(&self.firsts(), &self.counts(), &self.steps().unwrap_or_default())
    }
}

/// The error for indices whose shapes do not go together.
fn wrong_layout(op: OpRef<'_>, doing: &str, sizes: &[i64], message: &str) -> Box<Diagnostic> {
    let message = format!("cannot {doing} elements of shape {}: {message}", shown(sizes));
    Box::new(
        op.error(message)
            .with_code(Code::ShapeMismatch.text())
            .with_label("shapes do not match")
            .with_note("from the last dimension on, sizes must be equal or one of them 1"),
    )
}

impl InferShape for GatherOp {
    fn infer_type(op: GatherOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let sizes = known_shape(op.input());
        let indices: Vec<&[i64]> = op.indices().into_iter().map(known_shape).collect();
        match Layout::of(sizes, op.parts(), &indices) {
            Ok(layout) => Ok(op.context().tensor_type(&layout.shape, Type::F64)),
            Err(message) => Err(wrong_layout(op.op(), "take", sizes, &message)),
        }
    }
}

impl InferShape for ScatterOp {
    fn infer_type(op: ScatterOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let sizes = known_shape(op.base());
        let indices: Vec<&[i64]> = op.indices().into_iter().map(known_shape).collect();
        let layout = Layout::of(sizes, op.parts(), &indices)
            .map_err(|message| wrong_layout(op.op(), "assign to", sizes, &message))?;
        let selected: Sizes = layout.shape.iter().copied().map(Size::Known).collect();
        check_value(op.op(), &selected)?;
        Ok(op.base().ty())
    }
}

impl GatherOpRef<'_> {
    /// The elements that it takes.
    fn taken(self, inputs: Vec<Arc<Tensor>>) -> Result<Tensor, Failure> {
        let (inputs, _) = promoted(self.op(), inputs)?;
        let (input, indices) = inputs.split_first().ok_or_else(Failure::missing)?;
        Selection::of(&input.shape, self.parts(), indices, || self.at())?.take(input)
    }
}

impl ScatterOpRef<'_> {
    /// The tensor with other elements.
    fn changed(self, inputs: Vec<Arc<Tensor>>) -> Result<Arc<Tensor>, Failure> {
        let (mut inputs, _) = promoted(self.op(), inputs)?;
        let [base, value, indices @ ..] = &mut inputs[..] else { return Err(Failure::missing()) };
        let selection = Selection::of(&base.shape, self.parts(), indices, || self.at())?;
        selection.put(base, value)?;
        Ok(inputs.swap_remove(0))
    }
}

impl Compute for GatherOp {
    fn compute(op: GatherOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        op.taken(inputs.to_vec()).map_err(Failure::into_message)
    }
}

impl Compute for ScatterOp {
    fn compute(op: ScatterOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let changed = op.changed(inputs.to_vec()).map_err(Failure::into_message)?;
        Ok(Arc::unwrap_or_clone(changed))
    }
}

impl InterpretOp for GatherOp {
    fn interpret<'b>(op: GatherOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = Tensor::take_operands(op.op(), m)?;
        let result = op.taken(inputs).map_err(Failure::into_trap)?;
        m.set_result(op.result(), result.into_value())
    }
}

impl InterpretOp for ScatterOp {
    fn interpret<'b>(op: ScatterOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = Tensor::take_operands(op.op(), m)?;
        let result = op.changed(inputs).map_err(Failure::into_trap)?;
        m.set_result(op.result(), Value::dialect(result))
    }
}

/// Elements at computed indices, as loops access them.
struct Elements<'e> {
    indices: Vec<Memory<'e>>,
    layout: Layout,
    /// The sizes of the tensor that has the elements.
    sizes: Vec<i64>,
    at: String,
}

impl<'e> Elements<'e> {
    fn new(
        tensor: Memory<'e>,
        parts: Vec<Part>,
        indices: Vec<Memory<'e>>,
        at: String,
    ) -> Result<Self, String> {
        let sizes = tensor.shape();
        let shapes: Vec<Vec<i64>> = indices.iter().map(|index| index.shape()).collect();
        let shapes: Vec<&[i64]> = shapes.iter().map(|shape| &shape[..]).collect();
        let layout = Layout::of(&sizes, parts, &shapes)?;
        Ok(Self { indices, layout, sizes, at })
    }

    /// Builds loops over the elements. The loops over the indices and over the dimensions before
    /// them enclose the checks, and these the loops over the dimensions after them. `access` gets
    /// the indices of the element, and the variables of the loops.
    fn build_loops(&self, e: Edsc<'e>, access: impl FnOnce(&[Expr<'e>], &[Expr<'e>])) {
        let Self { layout, sizes, .. } = self;
        let common = &layout.shape[layout.of_indices.clone()];
        let (outer, inner) = layout.shape.split_at(layout.of_indices.end);
        e.loops(outer, |outer| {
            let found: Vec<Option<Expr<'e>>> = (layout.parts.iter().zip(sizes))
                .map(|(part, &size)| match *part {
                    Part::Indices(tensor) => {
                        let indices = self.indices[tensor];
                        let map = broadcast_map(&e.context(), &indices.shape(), common);
                        let place = &outer[layout.of_indices.clone()];
                        let (number, at) = (indices.at((map, place)).get(), self.at.clone());
                        Some(e.value(|b| CheckedNumberOp::create(b, number.id(), size, at)))
                    }
                    Part::Single(index) => Some(e.index(index)),
                    Part::Range(..) => None,
                })
                .collect();
            e.loops(inner, |inner| {
                let ivs = [outer, inner].concat();
                let mut places = Vec::with_capacity(sizes.len());
                for ((part, range), found) in layout.parts.iter().zip(&layout.ranges).zip(&found) {
                    let place = range.map(|dimension| ivs[dimension]);
                    places.extend(match (part, place) {
                        (Part::Range(range), Some(place)) => Some(range.element(e, place)),
                        _ => *found,
                    });
                }
                access(&places, &ivs);
            });
        });
    }
}

impl LowerTo<Affine> for GatherOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [input] = in_memory(e, [operands.input()])?;
        let indices = all_in_memory(e, operands.indices())?;
        let (parts, at) = e.read(|body| (op.on(body).parts(), op.at(body)));
        let elements = Elements::new(input, parts, indices, at)?;
        let result = allocate(e, &ty)?;
        // Not an affine access: no pass that moves those may move this before its check.
        elements.build_loops(e, |places, ivs| result.at(ivs).set(input.memref.at(places)));
        Ok(result)
    }
}

impl LowerTo<Affine> for ScatterOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        e.read(|body| target(body, op.id()))?;
        let [base, value] = in_memory(e, [operands.base(), operands.value()])?;
        let indices = all_in_memory(e, operands.indices())?;
        let (parts, at) = e.read(|body| (op.on(body).parts(), op.at(body)));
        let elements = Elements::new(base, parts, indices, at)?;
        let map = broadcast_map(&e.context(), &value.shape(), &elements.layout.shape);
        let of = e.read(|body| target(body, op.id()))?;
        let memory = base_to_change(base, of, e.read(|body| op.in_place(body).is_some()))?;
        elements.build_loops(e, |places, ivs| {
            let value = value.at((map, ivs)).get();
            memory.memref.at(places).set(value);
        });
        Ok(memory)
    }
}
