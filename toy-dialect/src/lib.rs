//! The toy dialect: ops, types, transformations and lowerings.
//!
//! A Toy program comes from `toy-ast` as a tree. [`sema`] resolves its names, [`emit_module`] emits
//! IR, and the passes of [`pipeline`] lower it to the llvm dialect.
//!
//! **Architecture invariant:** everything specific to Toy below the syntax is in this crate;
//! `mlir-lite` knows nothing of it, and this crate knows nothing of LLVM or of the command line.
#![forbid(unsafe_code)]

pub mod accesses;
mod arguments;
pub mod builtins;
mod call_notes;
mod calls;
mod compile_time;
pub mod copies;
mod dialect;
mod element_list;
pub mod elements;
mod emit;
mod exact_integers;
pub mod exports;
mod host_functions;
mod host_tensors;
mod interpret;
pub mod limits;
pub mod lowering;
pub mod notation;
pub mod npy;
mod numbers;
pub mod ops;
mod out_of_range;
pub mod pipeline;
pub mod program;
mod promotion;
pub mod replace;
pub mod sema;
mod shape;
pub mod shapes;
mod tensor;
pub mod types;
mod uses;

/// The prefix of the dialect's ops and types.
pub(crate) const NAMESPACE: &str = "toy";

pub use arguments::{arguments_taken, check_given};
pub use dialect::{ToyDialect, register};
pub use emit::{ProgramArguments, emit_module, emit_module_with_arguments};
pub use host_tensors::HostTensor;
pub use numbers::{CompileTimeOperands, Resolution, ResolveOperands};
pub use tensor::{Compute, Tensor};
