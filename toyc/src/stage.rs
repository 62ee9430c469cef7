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
    #[cfg(feature = "llvm")]
    Llvm,
    /// Run the program as machine code
    #[cfg(feature = "llvm")]
    Jit,
    /// Run the program on the interpreter
    Interp,
}

impl Stage {
    /// What is done where nothing else is asked for: the program is run, as fast as this build can.
    #[cfg(feature = "llvm")]
    pub(crate) const RUN: Self = Self::Jit;
    /// What is done where nothing else is asked for: the program is run, as fast as this build can.
    #[cfg(not(feature = "llvm"))]
    pub(crate) const RUN: Self = Self::Interp;

    /// Whether the program is run.
    pub(crate) fn runs(self) -> bool {
        self == Self::RUN || self == Self::Interp
    }
}
