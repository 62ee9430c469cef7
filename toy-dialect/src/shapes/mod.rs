//! Shape inference and specialization. The interface for the shape of an op's result is in
//! `shape.rs`.

mod booleans;
mod conversions;
mod decided;
mod differences;
mod inference;
mod number_parameters;
mod ranges;
mod specialize;
mod unchecked;
mod unknown_loads;
mod written;

pub use crate::tensor::shape::InferShape;
pub(crate) use inference::check_shapes;
pub use inference::{ShapeInferencePass, infer_shapes};
pub use specialize::SpecializePass;
pub use unchecked::{Unchecked, check_known_shapes};
pub use written::ShapesOfValues;

use mlir_lite::ir::prelude::*;

use crate::NAMESPACE;
use crate::accesses::has_unresolved;

/// Whether the interpreter runs a module as inference leaves it, and not as it is written: what the
/// program does, or the types of its values, is not known before.
pub fn needs_inference(module: &Body) -> bool {
    has_unresolved(module) || inference::may_adopt_elements(module)
}

/// Whether `main` computes with tensors by ops of the toy dialect: shape inference reports the
/// errors of such a module.
pub fn has_toy_tensors(module: &Body) -> bool {
    let ctx = module.context();
    let name = Some(ctx.ident("main"));
    let toy = ctx.dialect_id(NAMESPACE);
    let is_of_toy = |op: OpRef<'_>| {
        let mut values = op.operands().chain(op.results());
        op.info().dialect() == toy && values.any(|value| op.body().ty(value).is_tensor(ctx))
    };
    let mut functions = module.as_op().regions().flat_map(|region| region.ops());
    functions.any(|function| function.symbol_name() == name && function.walk().any(is_of_toy))
}
