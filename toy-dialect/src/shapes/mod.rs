//! Shapes: the interface for the shape of an op's result, and the pass that uses it.

mod inference;
mod number_parameters;
mod specialize;
mod unchecked;

pub use inference::{ShapeInferencePass, infer_shapes};
pub(crate) use inference::{check_shapes, with_calls};
pub use specialize::SpecializePass;
pub use unchecked::{Unchecked, check_known_shapes};

use mlir_lite::context::Dialect;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

use crate::ToyDialect;

/// Ops whose result's shape follows from those of their operands.
#[op_interface]
pub trait InferShape {
    /// The type of the op's result. All shapes in the types of the operands are known.
    ///
    /// # Errors
    /// If the operands' shapes do not go together; the diagnostic says why.
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>>;
}

/// Whether `main` computes with tensors by ops of the toy dialect: shape inference reports the
/// errors of such a module.
pub fn has_toy_tensors(module: &Body) -> bool {
    let ctx = module.context();
    let name = Some(ctx.ident("main"));
    let toy = ctx.dialect_id(ToyDialect::NAMESPACE);
    let is_of_toy = |op: OpRef<'_>| {
        let mut values = op.operands().chain(op.results());
        op.info().dialect() == toy && values.any(|value| op.body().ty(value).is_tensor(ctx))
    };
    let mut functions = module.as_op().regions().flat_map(|region| region.ops());
    functions.any(|function| function.symbol_name() == name && function.walk().any(is_of_toy))
}

/// The shape of a tensor, which is known.
pub(crate) fn known_shape(tensor: ValueRef<'_>) -> &[i64] {
    tensor.ty().static_shape(tensor.context()).unwrap_or_default()
}

/// A shape in the Toy language's syntax: `<2, 3>`, and `<>` for a number.
pub(crate) fn shown(shape: &[i64]) -> String {
    let sizes: Vec<_> = shape.iter().map(i64::to_string).collect();
    format!("<{}>", sizes.join(", "))
}
