//! Limits on the work that a program may cause in the compiler. They belong to the process: the
//! command line sets them.

use mlir_lite_diagnostics::Limit;

/// Copies of functions, one for each list of shapes and numbers that they are called with.
/// Compiling the maximum takes a few seconds.
pub static MAX_COPIES: Limit = Limit::new("--max-copies=N", 1_000);

/// Lists of numbers for which one function is compiled.
pub static MAX_NUMBERS: Limit = Limit::new("--max-numbers=N", 1_000);

/// Ops that are copied into loops.
pub static MAX_COPIED_OPS: Limit = Limit::new("--max-copied-ops=N", 100_000);

/// Elements of a tensor that is used to compute a shape.
pub static MAX_KNOWN_ELEMENTS: Limit = Limit::new("--max-known-elements=N", 1_024);

/// Tensors in a struct, including those of its members. Types are written in full wherever they
/// occur, and a chain of structs that each contain two of the previous one would double that text
/// with each definition.
pub static MAX_STRUCT_TENSORS: Limit = Limit::new("--max-struct-tensors=N", 1_024);
