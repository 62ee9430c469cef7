//! `toy.multiply_add`: a step of a product of matrices.

use crate::loop_builder::Affine;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::FloatFunction;
use mlir_lite_diagnostics::Diagnostic;

use super::elementwise::{Elementwise, WorksElementwise, elementwise};
use crate::loop_builder::Lowered;
use crate::tensor::shape::InferShape;
use crate::tensor::{Compute, Tensor};

/// `lhs * rhs + sum` element by element, rounded once.
///
/// ```mlir
/// %3 = toy.multiply_add %0, %1, %2 : tensor<f64>
/// ```
#[op(
    name = "toy.multiply_add",
    traits(Pure, ResultsBroadcastableShape),
    implements(CustomAssembly, InterpretOp, InferShape, Compute, WorksElementwise, LowerTo<Affine>)
)]
pub struct MultiplyAddOp {
    #[operand]
    lhs: NumberTensor,
    #[operand]
    rhs: NumberTensor,
    #[operand]
    sum: NumberTensor,
    #[result]
    result: NumberTensor,
}

impl Elementwise for MultiplyAddOp {
    const FUNCTION: FloatFunction = FloatFunction::Fma;
    const WHAT: &'static str = "'multiply_add'";
    type Lowered = standard::FmaFOp;
}

elementwise!(MultiplyAddOp);
