//! The floor of mlir-lite: what IR is, how it is read, written and checked, and what numbers mean.
//!
//! Internal: programs depend on the crate `mlir-lite`, which shows what stands here.

// Declarations name what they use by its path in `mlir-lite`, so each crate below it has that name, and those paths.
extern crate self as mlir_lite;

pub mod affine;
pub mod attributes;
pub mod builtin;
pub mod context;
pub mod docs;
pub mod dominance;
pub mod ir;
pub mod scalar;
#[doc(hidden)]
pub mod support;
pub mod text;
pub mod types;
pub mod verify;

pub use context::Context;
pub use mlir_lite_macros::{attr_def, enum_attr, op, type_def};
#[doc(hidden)]
pub use smallvec;

#[doc(hidden)]
pub mod dialects {
    pub use crate::builtin;
}
