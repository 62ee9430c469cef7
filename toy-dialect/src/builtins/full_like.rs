//! `full_like`, which `zeros_like` and `ones_like` are too

use mlir_lite::edsc::EdscScope;

use super::elementwise::*;
use super::{Call, constructors};
use crate::sizes::{known_sizes, tensor_of_sizes};
use crate::tensor::elements::{BooleanOperands, SmallIntegers, Takes};
use crate::tensor::shape::known_shape;

/// A tensor with the shape of another one whose elements are all one number. It has the element
/// type of that tensor, or, with `typed`, of the number.
#[op(
    name = "toy.full_like",
    traits(Pure),
    implements(CustomAssembly, InterpretOp, InferShape, Compute, ElementTypes, LowerTo<Affine>)
)]
pub struct FullLikeOp {
    #[operand]
    like: NumberTensor,
    #[operand]
    value: NumberTensor,
    #[attr]
    typed: Optional<UnitAttr>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(FullLikeOp);
interpreted_by_computing!(FullLikeOp);

impl ElementTypes for FullLikeOp {
    fn takes(op: FullLikeOpRef<'_>, operand: usize) -> Takes {
        match (op.typed().is_some(), operand) {
            (true, 0) => Takes::Any,
            (false, 1) => Takes::Follows,
            _ => Takes::Common,
        }
    }

    fn keeps_integers(_: FullLikeOpRef<'_>) -> bool {
        true
    }

    fn boolean_operands(_: FullLikeOpRef<'_>) -> BooleanOperands {
        BooleanOperands::Kept
    }

    fn small_integers(_: FullLikeOpRef<'_>) -> SmallIntegers {
        SmallIntegers::Kept
    }
}

impl InferShape for FullLikeOp {
    fn infer_type(view: FullLikeOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let (op, sizes) = (view.op(), known_sizes(view.like()));
        match known_shape(view.value()) {
            [] => Ok(tensor_of_sizes(op.context(), &sizes, Type::F64)),
            other => Err(constructors::not_a_number(
                op,
                "'full_like' takes a number",
                other,
                "filled with this",
            )),
        }
    }

    fn takes_symbolic_sizes(_: FullLikeOpRef<'_>) -> bool {
        true
    }
}

impl Compute for FullLikeOp {
    fn compute(_: FullLikeOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        match inputs {
            [like, value] if value.shape.is_empty() => value.rearranged(&like.shape, |_| 0),
            _ => Err("'full_like' takes a number".to_owned()),
        }
    }
}

impl LowerTo<Affine> for FullLikeOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        constructors::filled(scope.edsc(), op.id(), operands.value())
    }
}

/// The element type of the result, for the documentation.
pub(super) const LIKE: &str = "It has the element type of `a`, or the one that is the last \
    argument. Of integers of 8 bits it has `i64`, as where numbers are assigned to their elements.";

/// Emits a tensor like another one.
pub(super) fn emit_like(call: &mut Call<'_, '_>, like: ValueId, value: ValueId) -> OpId {
    let typed = call.element().map(|_| Attribute::UNIT);
    let value = call.of_element(value);
    FullLikeOp::build(call.builder, call.location, like, value, typed, call.tensor).id()
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "full_like",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::tensor("value"), Parameter::dtype()],
        emit: |call| {
            let (like, value) = (call.values(0)[0], call.values(1)[0]);
            emit_like(call, like, value)
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor with the shape of `a` whose elements are all one number.",
    details: LIKE,
    shape: "The sizes of `a`.",
    errors: &[(
        "full_like([1, 2], [3, 4])",
        "'full_like' takes a number, found a tensor of shape <2>",
    )],
    example: (
        "print(full_like([[1, 2], [3, 4]], 7));\nprint(full_like([0.5, 1], 7, i64));",
        "7.000000 7.000000 \n7.000000 7.000000 \n7 7 \n",
    ),
    ops: &[OpEntry::of::<FullLikeOp>()],
};
