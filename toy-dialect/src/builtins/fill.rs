//! `fill`, which `zeros` and `ones` are too

use super::constructors;
use super::elementwise::*;
use crate::ops::numbers::{CompileTimeOperands, LEAST_SIZE, SIZE};
use crate::tensor::shape::known_shape;
use mlir_lite::edsc::EdscScope;

/// A tensor whose elements are all one number.
#[op(
    name = "toy.fill",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct FillOp {
    #[operand]
    value: NumberTensor,
    /// While they are not known.
    #[operand]
    sizes: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(FillOp);
interpreted_by_computing!(FillOp);
takes_booleans!(Kept: FillOp);

impl CompileTimeOperands for FillOp {
    fn first_number(_: FillOpRef<'_>) -> usize {
        1
    }

    fn what(_: FillOpRef<'_>) -> &'static str {
        SIZE
    }

    fn least(_: FillOpRef<'_>) -> Option<i64> {
        Some(LEAST_SIZE)
    }

    fn takes_lists(_: FillOpRef<'_>) -> bool {
        true
    }

    fn takes_symbolic_sizes(_: FillOpRef<'_>) -> bool {
        true
    }
}

impl InferShape for FillOp {
    fn infer_type(view: FillOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        match known_shape(view.value()) {
            [] => constructors::infer(op),
            other => Err(constructors::not_a_number(
                op,
                "'fill' takes a number",
                other,
                "this is filled",
            )),
        }
    }

    fn takes_symbolic_sizes(_: FillOpRef<'_>) -> bool {
        true
    }
}

impl Compute for FillOp {
    fn compute(view: FillOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let op = view.op();
        let value = inputs.first().filter(|value| value.shape.is_empty()).ok_or(
            "'fill' takes a \
            number",
        )?;
        value.rearranged(&constructors::sizes(op, inputs, 1)?, |_| 0)
    }
}

impl LowerTo<Affine> for FillOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        constructors::filled(scope.edsc(), op.id(), operands.value())
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "fill",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("value"), Parameter::numbers("sizes"), Parameter::dtype()],
        emit: |call| {
            let (value, sizes) = (call.values(0)[0], call.values(1));
            let value = call.of_element(value);
            call.build_of::<FillOp>(&[&[value], &sizes[..]].concat())
        },
    }],
    returns: Returns::Tensor,
    summary: "A tensor of these sizes whose elements are all one number.",
    details: constructors::DTYPE,
    shape: constructors::SIZES,
    errors: &[
        ("fill(1)", "'fill' takes at least 2 arguments, found 1"),
        ("fill([1, 2], 3)", "'fill' takes a number, found a tensor of shape <2>"),
        ("fill(1, 0)", "a size is at least 1, found 0"),
    ],
    example: (
        "print(fill(7, 2, 3));",
        "7.000000 7.000000 7.000000 \n7.000000 7.000000 7.000000 \
        \n",
    ),
    ops: &[OpEntry::of::<FillOp>()],
};
