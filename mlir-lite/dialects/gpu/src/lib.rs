//! The gpu dialect: kernels and their launches, as CUDA and OpenCL have them.
//!
//! The ops' forms are those of MLIR 22. No driver is needed to read and verify them.
//!
//! | module | what it is |
//! |---|---|
//! | `kinds.rs` | tokens, address spaces, and the keywords of ops |
//! | `parts.rs` | parts of forms that several ops have: tokens, sizes, buffers |
//! | `functions.rs` | modules of kernels, and functions with buffers |
//! | `launch.rs` | launches with the kernel inside |
//! | `launch_func.rs` | launches of kernels by name |
//! | `ids.rs` | which thread this is, and how many there are |
//! | `groups.rs` | ops that threads of a group do together |
//! | `subgroups.rs` | ops that threads of a subgroup do together |
//! | `host.rs` | memory of the device and the order of work, as the host sees them |
//! | `run.rs`, `run_host.rs`, `at_once.rs`, `lanes.rs` | what the interpreter does |
//! | `kernel_outlining.rs` | launches by name in place of those with the kernel inside |
//! | `map_parallel_loops.rs` | which dimensions of blocks and threads loops become |
//! | `to_gpu` | loops become launches |
//! | `to_nvvm` | kernels for NVIDIA's processors |
//! | `to_scf` | kernels on the CPU, as loops |
//! | `sink_index_computations.rs` | constants and sizes that kernels compute themselves |

mod at_once;
mod functions;
mod groups;
mod host;
mod ids;
mod kernel_outlining;
mod kinds;
mod lanes;
mod launch;
mod launch_func;
mod map_parallel_loops;
mod parts;
mod run;
mod run_host;
mod sink_index_computations;
mod subgroups;
#[cfg(feature = "affine")]
mod to_gpu;
mod to_nvvm;
mod to_scf;

pub use functions::*;
pub use groups::*;
pub use host::*;
pub use ids::*;
pub use kernel_outlining::*;
pub use kinds::*;
pub use launch::*;
pub use launch_func::*;
pub use map_parallel_loops::*;
pub use sink_index_computations::*;
pub use subgroups::*;
#[cfg(feature = "affine")]
pub use to_gpu::*;
pub use to_nvvm::GpuToNvvmPass;
pub use to_scf::GpuToScfPass;

use mlir_lite::ir::prelude::*;

/// `gpu`
pub struct GpuDialect;

impl Dialect for GpuDialect {
    const NAMESPACE: &'static str = "gpu";
    const UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Kernels, their launches, and memory of devices");
        register_kinds(dialect);
        register_functions(dialect);
        register_launch(dialect);
        register_launch_func(dialect);
        register_ids(dialect);
        register_groups(dialect);
        register_subgroups(dialect);
        register_host(dialect);
    }
}

// Macros and paths name items by their path in `mlir-lite`. Each crate below it provides this name
// for itself.
extern crate self as mlir_lite;
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) use mlir_lite_framework::{
    Context, affine, analysis, attr_constraints, attributes, constants, context, conversion,
    interpreter, ir, pass, rewrite, scalar, smallvec, support, text, type_constraints, types,
    verify,
};
#[allow(unused_imports, reason = "each crate has all that is below it")]
pub(crate) mod dialects {
    #[cfg(feature = "affine")]
    pub(crate) use mlir_lite_affine as affine;
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_llvm_dialect as llvm;
    pub(crate) use mlir_lite_nvvm as nvvm;
    pub(crate) use mlir_lite_scf as scf;
    pub(crate) use mlir_lite_standard as standard;
}
