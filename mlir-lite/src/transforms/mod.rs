//! Transformations of any dialect's ops, and those on affine loops.

pub mod affine_block_matmul;
pub mod affine_loop_fusion;
pub mod affine_loop_tile;
mod affine_nest;
pub mod affine_parallelize;
pub mod affine_vectorize;
pub mod canonicalize;
pub mod cse;
pub mod dead_code;
pub mod debug_info;
pub mod inline;
pub mod inspect;
pub mod loop_invariant_code_motion;
mod memory;
mod memory_origins;
pub mod memref_dataflow;
pub mod sccp;
pub mod symbol_dce;
pub mod symbol_privatize;

#[cfg(test)]
pub(crate) mod test_support;
