//! `toy.insert_where`: a tensor with other elements where a boolean is true, which is what an
//! assignment with a mask as its subscript gives.

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use std::sync::Arc;
use toy_ast::Code;

use super::assembly::usual_assembly;
use super::insert::base_to_change;
use super::selection::{does_not_fit, fits, to_change};
use crate::loop_builder::{Affine, Lowered, broadcast_map, in_memory, is_not_zero, loops, target};
use crate::messages::operand_locations::place_of;
use crate::messages::out_of_range::Failure;
use crate::sizes::{Condition, Equalities, Size, Sizes, known, known_sizes, shown_sizes};
use crate::tensor::element_list::{check_room, for_elements};
use crate::tensor::elements::{BooleanOperands, Element, ElementTypes, Elements, Takes};
use crate::tensor::promotion::promoted;
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor, repeated};

/// A tensor with the elements of `value`, which is broadcast to it, where `mask` is not 0. The
/// dimensions of the mask are the first ones of the tensor.
///
/// `in_place` says that the memory of `base` becomes that of the result; the lowering decides it.
///
/// ```mlir
/// %3 = toy.insert_where %0, %1, %2 : (tensor<4x2xf64>, tensor<f64>, tensor<4xf64>)
///     -> tensor<4x2xf64>
/// ```
#[op(
    name = "toy.insert_where",
    traits(Pure),
    implements(CustomAssembly, InterpretOp, InferShape, Compute, ElementTypes, LowerTo<Affine>)
)]
pub struct InsertWhereOp {
    #[operand]
    base: NumberTensor,
    #[operand]
    value: NumberTensor,
    #[operand]
    mask: NumberTensor,
    #[attr]
    in_place: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(InsertWhereOp);

impl InsertWhereOp {
    /// The number of the operand that is the value.
    const VALUE: usize = 1;
    /// The number of the operand that is the mask.
    pub(crate) const MASK: usize = 2;
}

impl ElementTypes for InsertWhereOp {
    fn takes(_: InsertWhereOpRef<'_>, operand: usize) -> Takes {
        match operand {
            InsertWhereOp::VALUE => Takes::Follows,
            InsertWhereOp::MASK => Takes::Any,
            _ => Takes::Common,
        }
    }

    fn keeps_integers(_: InsertWhereOpRef<'_>) -> bool {
        true
    }

    fn boolean_operands(_: InsertWhereOpRef<'_>) -> BooleanOperands {
        BooleanOperands::Kept
    }
}

/// Checks that a mask and a value fit a tensor, and adds the conditions on sizes for that.
///
/// # Errors
/// The number of the operand that does not, and why.
fn check(
    op: OpRef<'_>,
    [base, value, mask]: [&[Size]; 3],
    required: &mut Vec<Condition>,
) -> Result<(), (usize, String)> {
    let mut equalities = Equalities::new(op.context());
    let mut first = base.iter().zip(mask);
    let shown = |sizes: &[Size]| shown_sizes(op, sizes);
    if mask.len() > base.len() || !first.all(|(a, b)| equalities.may_be_equal(*a, *b)) {
        let (mask, base) = (shown(mask), shown(base));
        let message = format!("a mask of shape {mask} does not fit a tensor of shape {base}");
        return Err((InsertWhereOp::MASK, message));
    }
    if !fits(value, base, |a, b| equalities.may_be_equal(a, b)) {
        return Err((InsertWhereOp::VALUE, does_not_fit(&shown(value), &shown(base))));
    }
    required.extend(equalities.required);
    Ok(())
}

impl InsertWhereOpRef<'_> {
    /// The sizes of the tensor, the value and the mask.
    fn operand_sizes(self) -> [Sizes; 3] {
        [self.base(), self.value(), self.mask()].map(known_sizes)
    }
}

impl InferShape for InsertWhereOp {
    fn infer_type(op: InsertWhereOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let sizes = op.operand_sizes();
        let operands = sizes.each_ref().map(|sizes| &sizes[..]);
        let Err((operand, message)) = check(op.op(), operands, &mut Vec::new()) else {
            return Ok(op.base().ty());
        };
        let place = place_of(op.op(), operand).to_position(op.context());
        let error = Code::ShapeMismatch
            .error(place, format!("cannot assign to elements: {message}"))
            .with_label(format!("of shape {}", shown_sizes(op.op(), &sizes[operand])));
        Err(Box::new(match operand {
            InsertWhereOp::MASK => error.with_note(
                "the sizes of a mask are those of the first dimensions of the tensor, or of all",
            ),
            _ => error.with_note(
                "where the mask is true, the element of the value at the same place is assigned: \
                 from the last dimension on, its sizes are those of the tensor, or 1",
            ),
        }))
    }

    fn takes_symbolic_sizes(_: InsertWhereOpRef<'_>) -> bool {
        true
    }

    fn required(op: InsertWhereOpRef<'_>) -> Vec<Condition> {
        let (sizes, mut required) = (op.operand_sizes(), Vec::new());
        let operands = sizes.each_ref().map(|sizes| &sizes[..]);
        check(op.op(), operands, &mut required).map_or_else(|_| Vec::new(), |()| required)
    }
}

impl InsertWhereOpRef<'_> {
    /// The tensor with other elements.
    fn changed(self, inputs: Vec<Arc<Tensor>>) -> Result<Arc<Tensor>, Failure> {
        let (mut inputs, _) = promoted(self.op(), inputs)?;
        let [base, value, mask] = &mut inputs[..] else { return Err(Failure::missing()) };
        let sizes = [&*base, &*value, &*mask].map(|tensor| known(&tensor.shape));
        check(self.op(), sizes.each_ref().map(|sizes| &sizes[..]), &mut Vec::new())
            .map_err(|(_, message)| Failure::Shape(message))?;
        let inner: i64 = base.shape[mask.shape.len()..].iter().product();
        check_room(mask.len()).map_err(Failure::Shape)?;
        let Ok(Elements::Bool(holds)) = mask.elements.converted(Element::Bool) else {
            return Err(Failure::missing());
        };
        let base = to_change(base)?;
        for_elements!(&mut base.elements, list => {
            let values = value.list().map_err(Failure::Shape)?;
            for (number, element) in list.iter_mut().enumerate() {
                if holds[number / inner as usize] {
                    *element = values[repeated(&value.shape, &base.shape, number)];
                }
            }
        });
        Ok(inputs.swap_remove(0))
    }
}

impl InterpretOp for InsertWhereOp {
    fn interpret<'b>(op: InsertWhereOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = Tensor::take_operands(op.op(), m)?;
        let result = op.changed(inputs).map_err(Failure::into_trap)?;
        m.set_result(op.result(), Value::dialect(result))
    }
}

impl Compute for InsertWhereOp {
    fn compute(op: InsertWhereOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let changed = op.changed(inputs.to_vec()).map_err(Failure::into_message)?;
        Ok(Arc::unwrap_or_clone(changed))
    }
}

impl LowerTo<Affine> for InsertWhereOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        e.read(|body| target(body, op.id()))?;
        let [base, value, mask] =
            in_memory(e, [operands.base(), operands.value(), operands.mask()])?;
        let (ctx, sizes) = (e.context(), base.shape());
        let values = broadcast_map(&ctx, &value.shape(), &sizes);
        let first: Vec<_> = (0..mask.shape().len() as u32).map(|dim| ctx.affine_dim(dim)).collect();
        let masks = ctx.affine_map(sizes.len() as u32, 0, &first);
        let of = e.read(|body| target(body, op.id()))?;
        let all = of.sizes.clone();
        let memory = base_to_change(base, of, e.read(|body| op.in_place(body).is_some()))?;
        loops(e, &all, |ivs| {
            let (value, before) = (value.at((values, ivs)).get(), memory.at(ivs).get());
            memory.at(ivs).set(is_not_zero(mask.at((masks, ivs)).get()).select(value, before));
        });
        Ok(memory)
    }
}
