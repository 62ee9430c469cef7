//! Transformations of any dialect's ops, and those on affine loops.

pub mod affine_loop_fusion;
pub mod canonicalize;
pub mod cse;
pub mod inline;
mod memory;
pub mod memref_dataflow;
pub mod symbol_dce;
pub mod symbol_privatize;

#[cfg(test)]
mod test_support;
