//! A multi-level IR framework that speaks MLIR's text.

// The op macro names the crate by its path, also in here.
#[allow(unused_extern_crates)]
extern crate self as mlir_lite;

pub mod affine;
pub mod analysis;
pub mod attributes;
pub mod context;
pub mod conversion;
pub mod conversions;
pub mod dialects;
pub mod docs;
pub mod interpreter;
pub mod ir;
#[cfg(feature = "llvm")]
pub mod llvm;
pub mod pass;
pub mod rewrite;
pub mod scalar;
mod support;
pub mod text;
pub mod transforms;
pub mod types;
pub mod verify;

pub use context::Context;
pub use mlir_lite_macros::{attr_def, enum_attr, op, rewrite, type_def};
#[doc(hidden)]
pub use smallvec;

/// The programs of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../docs/writing-patterns.md")]
mod writing_patterns {}
