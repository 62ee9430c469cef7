//! `mean`

use super::elementwise::*;
use super::reduction::{self, reduction};
use super::sum::COMBINATION;
use crate::lowering::shape;
use crate::numbers::TakesNumbers;

/// The mean of all elements, or of those along a dimension: their sum divided by their number.
#[op(name = "toy.mean", traits(Pure), interfaces(InferShape, Compute, TakesNumbers), assembly = custom)]
pub struct MeanOp {
    #[operand]
    input: F64Tensor,
    /// The dimension, if there is one and it is not known yet.
    #[operand]
    dimension: Variadic<F64Tensor>,
    #[result]
    result: F64Tensor,
}

reduction! { MeanOp MeanOpRef "mean" }

impl Compute for MeanOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        let op = self.op();
        let mut sums = reduction::compute(op, inputs, COMBINATION)?;
        let count = inputs.first().map_or(1, Tensor::len) / sums.len();
        sums.values.iter_mut().for_each(|sum| *sum /= count as f64);
        Ok(sums)
    }
}

impl Lower for MeanOp {
    fn lower(self, operands: &[ValueId], rewriter: &mut Rewriter<'_>) -> Lowered {
        let body = rewriter.body();
        let count = operands.first().map_or(1, |input| shape(body, *input).iter().product::<i64>());
        let results = body.ty(self.result(body)).static_shape(body.context()).unwrap_or_default();
        let count = count / results.iter().product::<i64>();
        reduction::lower(
            self.id(),
            operands,
            rewriter,
            COMBINATION,
            Some(&|b, at, sum| {
                let count = std::ConstantOp::f64(b, at, count as f64).result(b.body());
                std::DivFOp::build(b, at, sum, count).result(b.body())
            }),
        )
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "mean",
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::number("dim").optional()],
        emit: |call| call.build::<MeanOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The mean of all elements of a tensor, or of those along a dimension.",
    details: "It is the `sum`, in the same order, divided by the number of elements.",
    shape: "Of a whole tensor: a number. Along a dimension: the sizes of the others.",
    errors: &[("mean(1, 0)", "'mean' of shape <>: there is no dimension 0 in a tensor of 0 dimensions")],
    example: (
        "print(mean([[1, 2], [3, 4]]));\nprint(mean([[1, 2], [3, 4]], -1));",
        "2.500000 \n1.500000 3.500000 \n",
    ),
    ops: &[OpEntry::of::<MeanOp>()],
};
