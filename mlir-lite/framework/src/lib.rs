//! The engines of mlir-lite: rewriting, conversion, passes, analyses and the interpreter.
//!
//! Internal: programs depend on the crate `mlir-lite`, which exports the public part.

pub mod analysis;
pub mod conversion;
pub mod interpreter;
pub mod pass;
pub mod rewrite;

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[doc(hidden)]
pub use mlir_lite_ir::{
    Context, affine, attr_def, attributes, constants, context, dialects, docs, dominance,
    enum_attr, ir, op, scalar, smallvec, support, text, type_def, types, verify,
};
#[doc(hidden)]
pub use mlir_lite_ir::{attr_constraints, type_constraints};
pub use mlir_lite_macros::rewrite;
