//! The crate `mlir-lite-passes`.

mod cse;
mod dead_code;
mod debug_info;
mod inline;
mod inspect;
mod loop_invariant_code_motion;
mod sccp;
mod symbol_dce;
mod symbol_privatize;
