//! A multi-level IR framework that speaks MLIR's text.

pub mod affine;
pub mod attributes;
pub mod context;
pub mod dialects;
pub mod ir;
#[cfg(feature = "llvm")]
pub mod llvm;
pub mod rewrite;
mod support;
pub mod text;
pub mod types;

pub use context::Context;
