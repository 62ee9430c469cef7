//! `toy.list`: a tensor of computed elements.

use crate::tensor::element_list::for_elements;
use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use crate::interpret::interpreted_by_computing;
use crate::loop_builder::{Affine, Lowered, all_in_memory, allocate, loops, target};
use crate::messages::operand_locations::place_of;
use crate::sizes::{
    Condition, Equalities, Sizes, known, known_sizes, shown_sizes, tensor_of_sizes,
};
use crate::tensor::elements::{ElementTypes, takes_booleans};
use crate::tensor::shape::{InferShape, shown};
use crate::tensor::{Compute, Tensor};

/// A tensor of these elements, which have one shape. `sizes` are those of the first dimensions,
/// whose elements are the operands, in row-major order.
///
/// ```mlir
/// %2 = toy.list %0, %1 {sizes = [2, 1]} : (tensor<3xf64>, tensor<3xf64>) -> tensor<2x1x3xf64>
/// ```
#[op(
    name = "toy.list",
    traits(Pure),
    implements(
        CustomAssembly, VerifyOp, InterpretOp, InferShape, Compute, ElementTypes, LowerTo<Affine>,
    )
)]
pub struct ListOp {
    #[operand]
    elements: Variadic<NumberTensor>,
    #[attr(typed)]
    sizes: DenseI64ArrayAttr,
    #[result]
    result: NumberTensor,
}

usual_assembly!(ListOp);
interpreted_by_computing!(ListOp);
takes_booleans!(Kept: ListOp);

impl VerifyOp for ListOp {
    fn verify(op: ListOpRef<'_>, diagnostics: &mut Diagnostics) {
        let count = op.sizes().iter().try_fold(1_i64, |count, size| count.checked_mul(*size));
        let found = op.elements().len();
        if found == 0 || count != i64::try_from(found).ok() {
            diagnostics.error(op.op().op_error("expects as many elements as its sizes say"));
        }
    }
}

/// The message for elements that differ in shape; the second is given.
fn differ(first: &str, other: &str) -> String {
    format!("elements of a list differ in shape: {first} and {other}")
}

impl ListOpRef<'_> {
    /// The conditions on sizes for all elements to have one shape; for elements that differ from
    /// the first, the number of one.
    fn required_sizes(self) -> Result<Vec<Condition>, usize> {
        let mut equalities = Equalities::new(self.context());
        let mut elements = self.elements().iter().map(known_sizes);
        let first = elements.next().unwrap_or_default();
        let other = elements.position(|sizes| {
            let mut pairs = first.iter().zip(&sizes);
            let are_equal = pairs.all(|(a, b)| equalities.may_be_equal(*a, *b));
            sizes.len() != first.len() || !are_equal
        });
        other.map_or(Ok(equalities.required), |other| Err(other + 1))
    }
}

impl InferShape for ListOp {
    fn infer_type(view: ListOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let (op, ctx) = (view.op(), view.context());
        let shapes: Vec<Sizes> = view.elements().iter().map(known_sizes).collect();
        if let Err(other) = view.required_sizes() {
            // The first one is wrong if all others agree.
            let rest = &shapes[1..];
            let others_agree = rest.len() > 1 && rest.iter().all(|shape| *shape == rest[0]);
            let (at_fault, model) = if others_agree { (0, 1) } else { (other, 0) };
            let [place, other] =
                [at_fault, model].map(|index| place_of(op, index).to_position(ctx));
            let [found, wanted] = [at_fault, model].map(|index| shown_sizes(op, &shapes[index]));
            let error = Code::RaggedLiteral
                .error(place, differ(&wanted, &found))
                .with_label(format!("this has shape {found}"))
                .with_secondary(other, format!("this one has shape {wanted}"));
            return Err(Box::new(error.with_help("all elements of a list have one shape")));
        }
        let mut sizes = known(&view.sizes());
        sizes.extend(shapes.into_iter().next().unwrap_or_default());
        Ok(tensor_of_sizes(ctx, &sizes, Type::F64))
    }

    fn takes_symbolic_sizes(_: ListOpRef<'_>) -> bool {
        true
    }

    fn required(op: ListOpRef<'_>) -> Vec<Condition> {
        op.required_sizes().unwrap_or_default()
    }
}

impl Compute for ListOp {
    fn compute(op: ListOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let first = inputs.first().ok_or("a list has at least one element")?;
        if let Some(other) = inputs.iter().find(|input| input.shape != first.shape) {
            return Err(differ(&shown(&first.shape), &shown(&other.shape)));
        }
        let shape = [&op.sizes()[..], &first.shape].concat();
        let count = first.len();
        for_elements!(&first.elements, list => {
            let mut lists = vec![&list[..]];
            for input in &inputs[1..] {
                lists.push(input.list()?);
            }
            Tensor::build(&shape, |number| lists[number / count][number % count])
        })
    }
}

impl LowerTo<Affine> for ListOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let elements = all_in_memory(e, operands.values())?;
        let sizes = e.read(|body| op.sizes(body));
        let (result, ctx) = (allocate(e, &ty)?, e.context());
        let of_element = &ty.sizes[sizes.len()..];
        for (number, element) in elements.into_iter().enumerate() {
            let rank = element.rank() as u32;
            // Where the element is in the first dimensions.
            let mut place = Vec::with_capacity(sizes.len());
            let mut rest = number as i64;
            for size in sizes.iter().rev() {
                place.push(ctx.affine_constant(rest % size));
                rest /= size;
            }
            place.reverse();
            place.extend((0..rank).map(|index| ctx.affine_dim(index)));
            let into = ctx.affine_map(rank, 0, &place);
            loops(e, of_element, |ivs| result.at((into, ivs)).set(element.at(ivs)));
        }
        Ok(result)
    }
}
