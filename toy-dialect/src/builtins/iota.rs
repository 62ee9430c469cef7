//! `iota`

use super::elementwise::*;
use super::makers;
use crate::lowering::{fill, float_of_index, target};
use crate::numbers::TakesNumbers;

/// The numbers from 0 on, as many as the only size says.
#[op(name = "toy.iota", traits(Pure), interfaces(InferShape, Compute, TakesNumbers), assembly = custom)]
pub struct IotaOp {
    /// While it is not known.
    #[operand]
    size: Variadic<F64Tensor>,
    #[result]
    result: F64Tensor,
}

usual_assembly!(IotaOp);

impl TakesNumbers for IotaOp {
    fn first_number(&self, _op: OpRef<'_>) -> usize {
        0
    }

    fn what(&self) -> &'static str {
        "a size"
    }
}

impl InferShape for IotaOp {
    fn infer_type(&self, op: OpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        makers::infer(op)
    }
}

impl Compute for IotaOp {
    fn compute(&self, op: OpRef<'_>, inputs: &[Tensor]) -> Result<Tensor, String> {
        Ok(Tensor::build(&makers::sizes(op, inputs, 0)?, |number| number as f64))
    }
}

impl Lower for IotaOp {
    fn lower(self, _operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
        let (location, ty) = target(rewriter.body(), self.id())?;
        fill(rewriter, location, ty, |b, ivs| float_of_index(b, location, ivs[0]))
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "iota",
    signatures: &[Signature { parameters: &[Parameter::number("n")], emit: |call| call.build::<IotaOp>() }],
    returns: Returns::Tensor,
    summary: "The numbers from 0 up to, without, `n`.",
    details: "",
    shape: "`<n>`, where `n` is a whole number from 1 on, known when the program is compiled.",
    errors: &[("iota(0)", "a size is at least 1, found 0")],
    example: (
        "print(iota(4));\nprint(1 + iota(3) * 0.5);",
        "0.000000 1.000000 2.000000 3.000000 \n1.000000 1.500000 2.000000 \n",
    ),
    ops: &[OpEntry::of::<IotaOp>()],
};
