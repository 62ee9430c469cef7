//! The stages of the pipeline.

use clap::ValueEnum;

/// What `-emit=` asks for. Ordered as the pipeline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Stage {
    /// The syntax tree
    Ast,
    /// The toy dialect
    Mlir,
    /// Loops over memory: affine and std, with toy.print
    MlirAffine,
    /// Control flow, arithmetic and memory: std
    MlirStd,
    /// The llvm dialect
    MlirLlvm,
    /// LLVM IR
    Llvm,
    /// Run the program
    Jit,
}
