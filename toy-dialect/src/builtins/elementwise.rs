//! The common parts of elementwise builtins.

pub(super) use mlir_lite::conversion::LowerTo;
pub(super) use mlir_lite::dialects::standard;
pub(super) use mlir_lite::edsc::{AffineEdsc, Edsc, Expr};
pub(super) use mlir_lite::interpreter::InterpretOp;
pub(super) use mlir_lite::ir::prelude::*;
pub(super) use mlir_lite::scalar::FloatFunction;
pub(super) use mlir_lite_diagnostics::Diagnostic;
pub(super) use toy_ast::Code;

pub(super) use super::{Builtin, OpEntry, Parameter, Returns, Signature};
pub(super) use std::sync::Arc;

pub(super) use crate::interpret::interpreted_by_computing;
pub(super) use crate::loop_builder::{Affine, Lowered};
pub(super) use crate::ops::assembly::usual_assembly;
pub(super) use crate::ops::elementwise::{
    Elementwise, OfIntegers, WorksElementwise, broadcasting, elementwise,
};
pub(super) use crate::tensor::elements::{
    ElementTypes, Elements, computed_in_f64, gives_booleans, gives_f64, keeps_integers,
    takes_booleans,
};
pub(super) use crate::tensor::shape::InferShape;
pub(super) use crate::tensor::{Compute, Tensor, combine};

/// The rule for the shape of the result of one tensor.
pub(super) const SAME_SHAPE: &str = "The result has the shape of `x`.";

/// The rule for the shape of the result of several tensors.
pub(super) const BROADCAST: &str = "Shapes are broadcast to each other: from the last dimension \
    on, sizes are equal, or one \
                                    of them is 1 or absent. The result has the larger sizes.";
