//! `toy.insert`: a tensor with other elements at some indices, which is what an assignment to
//! elements gives.

use crate::messages::out_of_range::Failure;
use crate::tensor::promotion::promoted;
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::{EdscScope, Memory};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::gather::ScatterOp;
use super::selection::{does_not_fit, fits};
use super::subscripts::{ComputedSubscripts, Elements, Subscripted, subscripted};
use crate::interpret::take_inputs;
use crate::loop_builder::{
    Affine, Lowered, MemoryType, broadcast_map, fill, in_memory, loops, target,
};
use crate::messages::operand_locations::place_of;
use crate::ops::numbers::ResolveOperands;
use crate::sizes::{Condition, Equalities, Size, known_sizes, shown_sizes};
use crate::tensor::elements::{ElementTypes, takes_indices_from};
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor};

/// A tensor with other elements where its [subscripts](super::subscripts::Subscripts) say: those of
/// `value`, which is broadcast to them.
///
/// `in_place` says that the memory of `base` becomes that of the result; the lowering decides it.
///
/// ```mlir
/// %2 = toy.insert %0, %1 {counts = array<i64: -1>, places = affine_map<() -> (3)>}
///     : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
/// ```
#[op(
    name = "toy.insert",
    implements(
        CustomAssembly, VerifyOp, InterpretOp, InferShape, Compute, Subscripted, ResolveOperands,
        MemoryEffectOpInterface, ElementTypes, LowerTo<Affine>,
    )
)]
pub struct InsertOp {
    #[operand]
    base: NumberTensor,
    #[operand]
    value: NumberTensor,
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
    #[attr]
    in_place: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(InsertOp);
takes_indices_from!(InsertOp, 2, follows: Some(1));
subscripted!(InsertOp, InsertOpRef, base, 2, "assign to", scatter);

/// Builds the scatter in place of an insertion.
fn scatter(insert: InsertOp, body: &mut Body, computed: ComputedSubscripts) -> OpId {
    let (base, value) = (insert.base(body), insert.value(body));
    let location = body.location(insert.id());
    let tensor = body.context().unranked_tensor_type(Type::F64);
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(insert.id()));
    let ComputedSubscripts { firsts, counts, steps, indices, at } = computed;
    ScatterOp::build(
        &mut b, location, base, value, &indices, firsts, counts, steps, at, None, tensor,
    )
    .id()
}

impl VerifyOp for InsertOp {
    fn verify(op: InsertOpRef<'_>, diagnostics: &mut Diagnostics) {
        Self::subscripts(op).verify(diagnostics);
    }
}

/// The number of the operand that is the new value, of an insertion and of a scatter.
const VALUE: usize = 1;

/// Checks that the value of an insertion or a scatter can be broadcast to the elements that it
/// replaces, which have this shape.
///
/// # Errors
/// If it cannot.
pub(crate) fn check_value(op: OpRef<'_>, selected: &[Size]) -> Result<(), Box<Diagnostic>> {
    let ctx = op.context();
    let value = op.body().value(op.operand(VALUE));
    let mut equalities = Equalities::new(ctx);
    if fits(&known_sizes(value), selected, |a, b| equalities.may_be_equal(a, b)) {
        return Ok(());
    }
    let [value, selected] = [&known_sizes(value)[..], selected].map(|sizes| shown_sizes(op, sizes));
    let message = does_not_fit(&value, &selected);
    let (own, place) = (op.location().to_position(ctx), place_of(op, VALUE).to_position(ctx));
    let mut error = Code::ShapeMismatch
        .error(place.clone(), format!("cannot assign to elements: {message}"))
        .with_label(format!("of shape {value}"));
    if own != place {
        error = error.with_secondary(own, format!("elements of shape {selected}"));
    }
    Err(Box::new(error.with_note(
        "from the last dimension on, a size of the value is that of the elements, or 1",
    )))
}

impl InferShape for InsertOp {
    fn infer_type(op: InsertOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        // The compile-time operands are resolved before.
        check_value(op.op(), &Self::subscripts(op).sizes())?;
        Ok(op.base().ty())
    }

    fn takes_symbolic_sizes(_: InsertOpRef<'_>) -> bool {
        true
    }

    fn required(op: InsertOpRef<'_>) -> Vec<Condition> {
        let subscripts = Self::subscripts(op);
        let selected = subscripts.sizes();
        let mut equalities = Equalities::new(op.context());
        fits(&known_sizes(op.value()), &selected, |a, b| equalities.may_be_equal(a, b));
        [subscripts.required(), equalities.required].concat()
    }
}

impl InsertOpRef<'_> {
    /// The tensor with other elements.
    fn changed(self, inputs: Vec<Arc<Tensor>>) -> Result<Arc<Tensor>, Failure> {
        let (mut inputs, _) = promoted(self.op(), inputs)?;
        let [base, value, numbers @ ..] = &mut inputs[..] else { return Err(Failure::missing()) };
        InsertOp::subscripts(self).selection(&base.shape, numbers)?.put(base, value)?;
        Ok(inputs.swap_remove(0))
    }
}

impl InterpretOp for InsertOp {
    fn interpret<'b>(op: InsertOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = take_inputs(op.op(), m)?;
        let result = op.changed(inputs).map_err(Failure::into_trap)?;
        m.set_result(op.result(), Value::dialect(result))
    }
}

impl Compute for InsertOp {
    fn compute(op: InsertOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let changed = op.changed(inputs.to_vec()).map_err(Failure::into_message)?;
        Ok(Arc::unwrap_or_clone(changed))
    }
}

/// The memory in which elements of a tensor are replaced: its own, or a copy of it.
pub(crate) fn base_to_change(base: Memory<'_>, of: MemoryType, is_in_place: bool) -> Lowered<'_> {
    match is_in_place {
        true => Ok(base),
        false => fill(base.memref.builder(), of, |ivs| base.at(ivs)),
    }
}

impl LowerTo<Affine> for InsertOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let of = e.read(|body| target(body, op.id()))?;
        let [base, value] = in_memory(e, [operands.base(), operands.value()])?;
        let variables = operands.numbers();
        let (sizes, of_value) = (base.shape(), value.shape());
        let (elements, checked, at, is_in_place) = e.read(|body| {
            let view = op.on(body);
            let subscripts = Self::subscripts(view);
            let elements = Elements::new(&subscripts, &sizes, variables)?;
            let (checked, at) = (subscripts.checked.clone(), subscripts.place_in_source());
            Ok::<_, String>((elements, checked, at, op.in_place(body).is_some()))
        })?;
        let is_affine = checked.is_empty() && e.read(|body| elements.are_affine(body));
        let selected = elements.shape();
        let (ctx, variables) = (e.context(), e.exprs::<Vec<_>>(variables));
        let values = broadcast_map(&ctx, &of_value, &selected);
        let selected = e.read(|body| Self::subscripts(op.on(body)).sizes());
        let memory = base_to_change(base, of, is_in_place)?;
        if is_affine {
            let (map, symbols) = elements.map(e)?;
            loops(e, &selected, |ivs| {
                let value = value.at((values, ivs)).get();
                memory.at((map, &[&variables, ivs, &symbols].concat()[..])).set(value);
            });
            return Ok(memory);
        }
        let firsts = elements.checked_firsts(e, &checked, &at)?;
        loops(e, &selected, |ivs| {
            let value = value.at((values, ivs)).get();
            // Not an affine access: no pass that moves those may move this before its check.
            memory.memref.at(&elements.indices(e, &firsts, ivs)).set(value);
        });
        Ok(memory)
    }
}
