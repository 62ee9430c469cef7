//! The nvvm dialect: what NVIDIA's processors have beside the instructions of the `llvm` dialect.
//!
//! Each op is a call of one of LLVM's intrinsics for them.
//!
//! | module | what it is |
//! |---|---|
//! | `registers.rs` | special registers: which thread this is, clocks |
//! | `threads.rs` | ops that threads of a block or a warp do together |

mod registers;
mod threads;

pub use registers::*;
pub use threads::*;

use mlir_lite::ir::prelude::*;

/// `nvvm`
pub struct NvvmDialect;

impl Dialect for NvvmDialect {
    const NAMESPACE: &'static str = "nvvm";
    const UPSTREAM: bool = true;
    const ONLY_UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Special registers and instructions of NVIDIA's processors");
        register_registers(dialect);
        register_threads(dialect);
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
    pub(crate) use mlir_lite_framework::dialects::builtin;
    pub(crate) use mlir_lite_llvm_dialect as llvm;
}
