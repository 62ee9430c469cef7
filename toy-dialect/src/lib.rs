//! The toy dialect: ops, types, transformations and lowerings.
//!
//! A Toy program comes from `toy-ast` as a tree. [`sema`] resolves its names, [`emit_module`] emits
//! IR, and the passes of [`pipeline`] lower it to the llvm dialect.
//!
//! **Architecture invariant:** everything specific to Toy below the syntax is in this crate;
//! `mlir-lite` knows nothing of it, and this crate knows nothing of LLVM or of the command line.
#![forbid(unsafe_code)]

pub mod accesses;
pub mod builtins;
mod compile_time;
mod dialect;
mod emit;
pub mod exports;
mod host_functions;
mod interpret;
pub mod library;
pub mod limits;
mod loop_builder;
pub mod lowering;
mod messages;
pub mod notation;
pub mod npy;
pub mod ops;
pub mod picture;
pub mod pipeline;
pub mod program;
pub mod replace;
pub mod sema;
pub mod shapes;
pub(crate) mod sizes;
mod tensor;
pub mod types;

/// The prefix of the dialect's ops and types.
pub(crate) const NAMESPACE: &str = "toy";

pub use dialect::{ToyDialect, register};
pub use emit::{ProgramArguments, emit_module, emit_module_with_arguments};
pub use interpret::host_tensors::HostTensor;
pub use ops::Replaced;
pub use ops::numbers::{CompileTimeOperands, Resolution, ResolveOperands};
pub use program::arguments::{arguments_taken, check_given};
pub use tensor::{Compute, Tensor, elements};
