//! `iota`

use super::constructors;
use super::elementwise::*;
use crate::loop_builder::{fill, float_of_index, target};
use crate::ops::numbers::{CompileTimeOperands, LEAST_SIZE, SIZE, known_sizes_among};
use mlir_lite::edsc::EdscScope;

/// The numbers from 0 onwards, as many as the only size says.
#[op(
    name = "toy.iota",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, LowerTo<Affine>,
    )
)]
pub struct IotaOp {
    /// While it is not known.
    #[operand]
    size: Variadic<F64Tensor>,
    #[result]
    result: F64Tensor,
}

usual_assembly!(IotaOp);
interpreted_by_computing!(IotaOp);

impl CompileTimeOperands for IotaOp {
    fn first_number(_: IotaOpRef<'_>) -> usize {
        0
    }

    fn what(_: IotaOpRef<'_>) -> &'static str {
        SIZE
    }

    fn least(_: IotaOpRef<'_>) -> Option<i64> {
        Some(LEAST_SIZE)
    }

    fn takes_symbolic_sizes(_: IotaOpRef<'_>) -> bool {
        true
    }
}

/// Numbers in a row have one size.
fn one_size<S>(sizes: &[S]) -> Result<(), String> {
    match sizes {
        [_] => Ok(()),
        _ => Err(format!("'iota' takes one size, found {}", sizes.len())),
    }
}

impl InferShape for IotaOp {
    fn infer_type(op: IotaOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = op.op();
        match one_size(&known_sizes_among(op)) {
            Ok(()) => constructors::infer(op),
            Err(message) => Err(Box::new(op.error(message).with_code(Code::WrongNumber.text()))),
        }
    }
}

impl Compute for IotaOp {
    fn compute(op: IotaOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let op = op.op();
        let sizes = constructors::sizes(op, inputs, 0)?;
        one_size(&sizes)?;
        Tensor::build(&sizes, |number| number as f64)
    }
}

impl LowerTo<Affine> for IotaOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        one_size(ty.ty.shape(&e.context()).unwrap_or_default())
            .map_err(|_| "there is more than one size")?;
        fill(e, ty, |ivs| float_of_index(ivs[0]))
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "iota",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::number("n"), Parameter::dtype()],
        emit: |call| {
            let op = call.build::<IotaOp>();
            constructors::of_element(call, op)
        },
    }],
    returns: Returns::Tensor,
    summary: "The numbers from 0 up to, without, `n`.",
    details: constructors::DTYPE,
    shape: "`<n>`, where `n` is a whole number from 1 on, known when the program is compiled.",
    errors: &[
        ("iota(0)", "a size is at least 1, found 0"),
        ("iota([2, 3])", "a size must be one number, found a tensor of shape <2>"),
    ],
    example: (
        "print(iota(4));\nprint(1 + iota(3) * 0.5);",
        "0.000000 1.000000 2.000000 3.000000 \n1.000000 1.500000 2.000000 \n",
    ),
    ops: &[OpEntry::of::<IotaOp>()],
};
