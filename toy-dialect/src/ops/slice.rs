//! `toy.slice`: elements of a tensor by their indices.

use crate::messages::out_of_range::Failure;
use crate::tensor::promotion::promoted;
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use super::assembly::usual_assembly;
use super::gather::GatherOp;
use super::subscripts::{ComputedSubscripts, Elements, Subscripted, subscripted};
use crate::interpret::take_inputs;
use crate::loop_builder::{Affine, Lowered, fill, in_memory, target};
use crate::ops::numbers::ResolveOperands;
use crate::sizes::{Condition, tensor_of_sizes};
use crate::tensor::elements::{ElementTypes, takes_indices_from};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor};

/// Takes elements of a tensor, those that its [subscripts](super::subscripts::Subscripts) mean.
#[op(
    name = "toy.slice",
    implements(
        CustomAssembly, VerifyOp, InterpretOp, InferShape, Compute, Subscripted, ResolveOperands,
        MemoryEffectOpInterface, ElementTypes, LowerTo<Affine>,
    )
)]
pub struct SliceOp {
    #[operand]
    input: NumberTensor,
    #[operand]
    numbers: Variadic<AnyTypeOf<(F64Tensor, Index)>>,
    #[attr(typed)]
    kinds: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    places: Optional<AffineMapAttr>,
    #[attr(typed)]
    counts: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    lengths: Optional<AffineMapAttr>,
    #[attr(typed)]
    steps: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    checked: Optional<DenseI64ArrayAttr>,
    #[attr(typed)]
    at: Optional<StrAttr>,
    /// An assignment such as `a[i] += 1` reads the elements, to which it assigns.
    #[attr]
    is_assigned: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(SliceOp);
takes_indices_from!(SliceOp, 1, follows: None);
subscripted!(SliceOp, SliceOpRef, input, 1, "take", gather);

/// Builds the gather in place of a slice.
fn gather(slice: SliceOp, body: &mut Body, computed: ComputedSubscripts) -> OpId {
    let (location, input) = (body.location(slice.id()), slice.input(body));
    let tensor = body.context().unranked_tensor_type(Type::F64);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(slice.id()));
    let ComputedSubscripts { firsts, counts, steps, indices, at } = computed;
    GatherOp::build(&mut builder, location, input, &indices, firsts, counts, steps, at, tensor).id()
}

impl VerifyOp for SliceOp {
    fn verify(op: SliceOpRef<'_>, diagnostics: &mut Diagnostics) {
        Self::subscripts(op).verify(diagnostics);
    }
}

impl InferShape for SliceOp {
    fn infer_type(op: SliceOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        // The compile-time operands are resolved before.
        Ok(tensor_of_sizes(op.context(), &Self::subscripts(op).sizes(), Type::F64))
    }

    fn required(op: SliceOpRef<'_>) -> Vec<Condition> {
        Self::subscripts(op).required()
    }

    fn takes_symbolic_sizes(_: SliceOpRef<'_>) -> bool {
        true
    }
}

impl SliceOpRef<'_> {
    /// The elements that it takes.
    fn taken(self, inputs: Vec<Arc<Tensor>>) -> Result<Tensor, Failure> {
        let (inputs, _) = promoted(self.op(), inputs)?;
        let (input, numbers) = inputs.split_first().ok_or_else(Failure::missing)?;
        SliceOp::subscripts(self).selection(&input.shape, numbers)?.take(input)
    }
}

impl InterpretOp for SliceOp {
    fn interpret<'b>(op: SliceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = take_inputs(op.op(), m)?;
        let result = op.taken(inputs).map_err(Failure::into_trap)?;
        m.set_result(op.result(), result.into_value())
    }
}

impl Compute for SliceOp {
    fn compute(op: SliceOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        op.taken(inputs.to_vec()).map_err(Failure::into_message)
    }
}

impl LowerTo<Affine> for SliceOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [input] = in_memory(e, [operands.input()])?;
        let variables = operands.numbers();
        let (elements, checked, at) = e.read(|body| {
            let view = op.on(body);
            let subscripts = Self::subscripts(view);
            let elements = Elements::new(&subscripts, &input.shape(), variables)?;
            Ok::<_, String>((elements, subscripts.checked.clone(), subscripts.place_in_source()))
        })?;
        if checked.is_empty() && e.read(|body| elements.are_affine(body)) {
            let ((map, symbols), variables) = (elements.map(e)?, e.exprs::<Vec<_>>(variables));
            return fill(e, ty, |ivs| input.at((map, &[&variables, ivs, &symbols].concat()[..])));
        }
        let firsts = elements.checked_firsts(e, &checked, &at)?;
        // Not an affine access: no pass that moves those may move this before its check.
        fill(e, ty, |ivs| input.memref.at(&elements.indices(e, &firsts, ivs)))
    }
}
