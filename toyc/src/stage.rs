//! The stages of the pipeline.

use clap::ValueEnum;

/// The value of `-emit=`, in the order of the pipeline.
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
    /// Assembly
    Asm,
    /// An object file, for a linker
    Obj,
    /// A program that runs without toyc
    Exe,
    /// A shared library of the functions that '--export' names
    Shared,
    /// A Python module, and its shared library, of the functions that '--export' names
    Python,
    /// A header for C programs that call the functions that '--export' names
    Header,
    /// Run the program as machine code
    Jit,
    /// Run the program on the interpreter
    Interp,
}

impl Stage {
    /// The default: runs the program, as fast as this build can.
    pub(crate) const RUN: Self = if cfg!(feature = "llvm") { Self::Jit } else { Self::Interp };

    /// Whether the program is run.
    pub(crate) fn runs(self) -> bool {
        matches!(self, Self::Jit | Self::Interp)
    }

    /// Whether the stage is a file of machine code.
    pub(crate) fn is_native(self) -> bool {
        matches!(self, Self::Asm | Self::Obj | Self::Exe | Self::Shared | Self::Python)
    }

    /// Whether this stage needs LLVM.
    pub(crate) fn needs_llvm(self) -> bool {
        self.is_native() || matches!(self, Self::Llvm | Self::Jit)
    }

    /// Whether what the program uses from outside is linked, or found in this process.
    pub(crate) fn resolves_externals(self) -> bool {
        self.runs() || matches!(self, Self::Exe | Self::Shared | Self::Python)
    }

    /// Whether a failed allocation is reported, with its place in the source.
    #[cfg(feature = "llvm")]
    pub(crate) fn reports_failed_allocations(self) -> bool {
        matches!(self, Self::Jit | Self::Exe | Self::Shared | Self::Python)
    }

    /// How the flag names it.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
