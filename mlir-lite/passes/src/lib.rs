//! Passes on ops of any dialect.
//!
//! Internal: programs depend on the crate `mlir-lite`, which exports the public part.

pub mod canonicalize;
mod change_by_analysis;
pub mod control_flow_sink;
pub mod cse;
pub mod dead_code;
pub mod debug_info;
pub mod inline;
pub mod inspect;
pub mod int_range_optimizations;
pub mod loop_invariant_code_motion;
pub mod reconcile_casts;
pub mod remove_dead_values;
pub mod sccp;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod symbol_shorten;

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attributes, constants, context, conversion, interpreter, ir, pass,
    rewrite, scalar, smallvec, support, text, types, verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    pub(crate) use mlir_lite_framework::dialects::builtin;
}
