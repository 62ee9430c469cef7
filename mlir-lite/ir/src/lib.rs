//! The base crate of mlir-lite: the IR, its parser, printer and verifier, and the arithmetic of
//! scalars.
//!
//! Internal: programs use the crate `mlir-lite`, which exports the public part.

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;

pub mod builtin;
pub mod constants;
pub mod context;
mod data;
pub mod docs;
pub mod dominance;
pub mod ir;
mod numbers;
pub mod scalar;
#[doc(hidden)]
pub mod support;
pub mod text;
pub mod verify;

pub use data::{Context, affine, attributes, types};
pub use mlir_lite_macros::{attr_def, enum_attr, op, type_def};
#[doc(hidden)]
pub use smallvec;

#[doc(hidden)]
pub mod dialects {
    pub use crate::builtin;
}
