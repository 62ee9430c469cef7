//! The engines of mlir-lite: rewriting, conversion, passes, analyses and the interpreter.
//!
//! Internal: programs depend on the crate `mlir-lite`, which shows what stands here.

pub mod analysis;
pub mod conversion;
pub mod interpreter;
pub mod pass;
pub mod rewrite;

// Declarations name what they use by its path in `mlir-lite`, so each crate below it has that name, and those paths.
extern crate self as mlir_lite;
#[doc(hidden)]
pub use mlir_lite_ir::{
    Context, affine, attr_def, attributes, context, dialects, docs, dominance, enum_attr, ir, op,
    scalar, smallvec, support, text, type_def, types, verify,
};
pub use mlir_lite_macros::rewrite;
