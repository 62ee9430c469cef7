//! LLVM, through inkwell: the host's target machine, LLVM's optimiser and the JIT.
//!
//! A module that the export has built goes through three steps, which
//! [`JitSession::add_module`] takes in this order:
//!
//! 1. [`verify`](fn@verify): LLVM's own verifier says that the module is well formed;
//! 2. [`HostTarget::optimize`]: LLVM's standard pipeline for the [`OptLevel`];
//! 3. code generation into an object in memory, which ORC links into the process.
//!
//! | file | concept |
//! |---|---|
//! | `export/` | the `llvm` dialect to a module |
//! | `import/` | LLVM IR's text to the `llvm` dialect |
//! | `target.rs` | the host as a code generation target |
//! | `optimizer.rs` | verification and the optimisation pipeline |
//! | `byte_offsets.rs` | addresses at constant offsets, as LLVM keeps them |
//! | `short_loops.rs` | marks loops that are not worth vectorising |
//! | `jit.rs` | JIT sessions: compile modules, look up and run functions |
//! | `program.rs` | compiled programs whose functions are called with values of Rust |
//! | `signature.rs`, `values.rs` | Rust's types of parameters and results |
//! | `memref.rs` | **unsafe**: memrefs in Rust |
//! | `main_status.rs` | the result of `main` becomes the exit status |
//! | `object.rs` | machine code as files: objects and assembly, programs that C's start-up code can begin |
//! | `ptx.rs` | kernels for NVIDIA's processors, as text |
//! | `error.rs` | errors |
//! | `orc.rs` | **unsafe**: the owner of LLVM's ORC JIT |
//! | `ffi.rs` | **unsafe**: LLVM's handlers, C's output streams, what inkwell does not wrap |
//!
//! Unsafe code of the crate's LLVM part is in the files that are marked so, and in those that call
//! compiled code. Functions that make compiled code callable are `unsafe` to call, because only
//! their caller can promise that the program to run is sound.

mod byte_offsets;
mod error;
mod export;
mod ffi;
mod import;
mod jit;
mod main_status;
mod memref;
mod object;
mod opt_level;
mod optimizer;
mod orc;
mod program;
mod ptx;
mod short_loops;
mod signature;
mod target;
mod values;

#[doc(no_inline)]
#[doc(no_inline)]
pub use inkwell;

pub use error::LlvmError;
pub use export::{
    DebugInfo, ExportOp, ExportOptions, FunctionExport, SourceFunction, Translations,
    export_module, export_module_with, left_out_attributes,
};
pub use ffi::flush_c_streams;
pub use import::import_module;
pub use jit::{CompileTimes, JitSession};
pub use main_status::end_with_result;
pub use memref::{MemRef, MemRefMut};
pub use object::{CodeKind, MainCalls, generate, wrap_main};
pub use opt_level::OptLevel;
pub use optimizer::verify;
pub use program::{JitFunction, JitProgram};
pub use ptx::ptx;
pub use signature::{JitArgument, JitResult, JitSignature};
pub use target::{HostTarget, Processor};
pub use values::JitValue;

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
    pub(crate) use mlir_lite_llvm_dialect as llvm;
}
