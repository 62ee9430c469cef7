//! The affine dialect: loops, conditions and memory accesses whose bounds and
//! subscripts are affine in loop variables and symbols, so that dependences
//! can be computed.
//!
//! Operands of affine maps are dimensions or symbols. A value is a valid symbol
//! if it does not change within the surrounding `AffineScope` op (a function);
//! loop variables are valid dimensions besides. [`scope`] decides it.
//!
//! The ops' forms are those of MLIR 22, which are those of 2020 too;
//! `affine.terminator` is read as `affine.yield`.

mod access;
pub mod affine_block_matmul;
pub mod affine_expand_index_ops;
pub mod affine_expand_index_ops_as_affine;
pub mod affine_jam_reductions;
pub mod affine_loop_coalescing;
pub mod affine_loop_fusion;
pub mod affine_loop_interchange;
pub mod affine_loop_invariant_code_motion;
pub mod affine_loop_normalize;
pub mod affine_loop_reversal;
pub mod affine_loop_tile;
pub mod affine_loop_unroll;
pub mod affine_loop_unroll_jam;
mod affine_nest;
pub mod affine_parallelize;
pub mod affine_raise_from_memref;
pub mod affine_simplify_structures;
pub mod affine_super_vectorize;
pub mod affine_vectorize;
mod apply;
mod dependence;
mod dma;
pub mod edsc;
mod expand;
mod families;
mod for_op;
mod if_op;
mod indexing;
mod interpret;
mod linearize;
mod linearize_rules;
mod loop_sizes;
mod loop_utils;
mod lowering;
mod memory;
pub mod memref_dataflow;
pub mod memref_dependence;
pub mod operands;
mod parallel;
mod prefetch;
mod rules;
pub mod scf_loop_specialization;
pub mod scf_parallel_loop_tiling;
pub mod scope;
pub mod subscripts;
#[cfg(test)]
mod tests;
mod to_std;
mod vector_access;
mod yield_op;

pub use access::*;
pub use apply::*;
pub use dma::*;
pub use expand::{expand_affine_expr, expand_affine_map, expand_max, expand_min};
pub use for_op::*;
pub use if_op::*;
pub use linearize::*;
pub use parallel::*;
pub use prefetch::*;
pub use to_std::{LowerAffinePass, populate_affine_to_std_patterns};
pub use vector_access::*;
pub use yield_op::*;

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;

/// `affine`: loops and accesses that can be analysed.
pub struct AffineDialect;

impl Dialect for AffineDialect {
    const NAMESPACE: &'static str = "affine";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Loops, conditions and memory accesses with affine bounds and subscripts");
        dialect.op::<ApplyOp>();
        dialect.op::<DelinearizeIndexOp>();
        dialect.op::<DmaStartOp>();
        dialect.op::<DmaWaitOp>();
        dialect.op::<ForOp>();
        dialect.op::<IfOp>();
        dialect.op::<LinearizeIndexOp>();
        dialect.op::<LoadOp>();
        dialect.op::<MaxOp>();
        dialect.op::<MinOp>();
        dialect.op::<ParallelOp>();
        dialect.op::<PrefetchOp>();
        dialect.op::<StoreOp>();
        dialect.op::<VectorLoadOp>();
        dialect.op::<VectorStoreOp>();
        dialect.op::<YieldOp>();
        dialect.interface::<dyn DialectInlinerInterface>(&AffineInliner);
        dialect.constants_of::<StdDialect>();
    }
}

/// Affine ops may be inlined into any function, and there into any region unless one of their
/// dimensions or symbols is only valid because it is at the top level. An `affine.yield` ends a
/// region of an affine op, never a function.
struct AffineInliner;

impl DialectInlinerInterface for AffineInliner {
    fn is_legal_to_inline_into_region(&self, op: OpRef<'_>) -> bool {
        scope::keeps_its_map_operands_in_regions(op)
    }

    fn returned_values(&self, _op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        None
    }
}

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
    pub(crate) use mlir_lite_scf as scf;
    pub(crate) use mlir_lite_standard as standard;
    pub(crate) use mlir_lite_vector as vector;
}
