//! `pow`

use super::elementwise::*;
use crate::tensor::elements::{BooleanOperands, Gives};
use mlir_lite::edsc::{EdscScope, Operand};

/// Each element of the first operand to the power of the one of the second.
#[op(
    name = "toy.pow",
    traits(Pure, ResultsBroadcastableShape),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct PowOp {
    #[operand]
    base: NumberTensor,
    #[operand]
    exponent: NumberTensor,
    #[result]
    result: NumberTensor,
}

broadcasting!(PowOp, "'pow'");

impl ElementTypes for PowOp {
    fn gives(_: PowOpRef<'_>) -> Gives {
        Gives::Rounded
    }

    fn boolean_operands(_: PowOpRef<'_>) -> BooleanOperands {
        BooleanOperands::Refused("'pow'")
    }
}

/// The exponent of a square. Squares are products on every level of optimisation, so they need not
/// wait for the library; its `pow` gives other last bits for a few of them.
const SQUARE: f64 = 2.0;

impl Compute for PowOp {
    fn compute(_: PowOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        combine(inputs, |[base, exponent]: [f64; 2]| match exponent {
            SQUARE => base * base,
            _ => FloatFunction::Pow.of_f64(&[base, exponent]).unwrap_or(f64::NAN),
        })
    }
}

impl LowerTo<Affine> for PowOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let operands = [operands.base(), operands.exponent()];
        crate::loop_builder::elementwise(e, op.id(), operands, |[base, exponent]| {
            let square = SQUARE.value(e, exponent.ty());
            let power = e.op::<standard::PowFOp>(vec![base, exponent]);
            exponent.cmpf(standard::CmpFPredicate::Oeq, square).select(base * base, power)
        })
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "pow",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::tensor("b")],
        emit: |call| call.build::<PowOp>(),
    }],
    returns: Returns::Tensor,
    summary: "`a` to the power of `b`, element by element.",
    details: "It is the function `pow` of C's library, except that the square of an element is its \
        product with itself, as in NumPy. Of a negative number and an exponent that is not whole \
        it is `nan`.",
    shape: BROADCAST,
    errors: &[
        ("pow(2)", "'pow' takes 2 arguments, found 1"),
        ("pow([1, 2], [1, 2, 3])", "'pow' cannot combine shapes <2> and <3>"),
    ],
    example: ("print(pow([1, 2, 3], 2));", "1.000000 4.000000 9.000000 \n"),
    ops: &[OpEntry::of::<PowOp>()],
};
