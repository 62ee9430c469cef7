//! Transformations of any dialect's ops, and those on affine loops.

#[cfg(feature = "affine")]
#[doc(inline)]
pub use mlir_lite_affine::{
    affine_block_matmul, affine_expand_index_ops, affine_expand_index_ops_as_affine,
    affine_jam_reductions, affine_loop_coalescing, affine_loop_fusion, affine_loop_interchange,
    affine_loop_invariant_code_motion, affine_loop_normalize, affine_loop_reversal,
    affine_loop_tile, affine_loop_unroll, affine_loop_unroll_jam, affine_parallelize,
    affine_raise_from_memref, affine_simplify_structures, affine_super_vectorize, affine_vectorize,
    memref_dataflow, memref_dependence, scf_loop_specialization, scf_parallel_loop_tiling,
};
#[doc(inline)]
pub use mlir_lite_passes::{
    canonicalize, control_flow_sink, cse, dead_code, debug_info, inline, inspect,
    int_range_optimizations, loop_invariant_code_motion, remove_dead_values, sccp, symbol_dce,
    symbol_privatize, symbol_shorten,
};
