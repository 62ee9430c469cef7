//! The plan of a run, decided once from the command line.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use mlir_lite::text::PrintOptions;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::Reporting;
use mlir_lite_opt::output::refuse_inputs;
use toy_dialect::exports::Export;

use crate::entry_point::EntryPoint;
use crate::optimization::Level;
#[cfg(feature = "llvm")]
use crate::optimization::OptimizationOptions;
use crate::pipeline::Pipeline;
use crate::stage::Stage;

/// The input, the goal and the output of a run.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) input: Input,
    pub(crate) goal: Goal,
    /// Where the output goes, if that was said; `-` is standard output.
    pub(crate) output: Option<PathBuf>,
    pub(crate) pipeline: Pipeline,
    pub(crate) code: Code,
    /// The functions for C or Python.
    pub(crate) exports: Vec<Export>,
    /// Where a program of MLIR begins.
    pub(crate) entry: EntryPoint,
    /// Shared libraries whose functions a program of MLIR uses.
    #[cfg_attr(not(feature = "llvm"), expect(dead_code, reason = "machine code needs LLVM"))]
    pub(crate) shared_libraries: Vec<PathBuf>,
    /// Whether a program of MLIR may use functions of this process beyond Toy's runtime.
    pub(crate) allows_external_functions: bool,
    pub(crate) denies_warnings: bool,
    /// The number of threads that passes run on.
    pub(crate) threads: usize,
    pub(crate) printing: PrintOptions,
    pub(crate) reporting: Reporting,
    /// Whether the time of each part is printed.
    pub(crate) times: bool,
}

/// The source of a run.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The file; `-` is standard input, and so is `None`.
    pub(crate) file: Option<PathBuf>,
    /// The contents of standard input, if it was read before.
    pub(crate) standard_input: Option<Vec<u8>>,
    pub(crate) language: Language,
    /// The arguments of the program.
    pub(crate) words: Vec<String>,
}

/// The goal of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The mistakes in a program.
    Check(CheckLists),
    /// A stage: it is printed, written to a file, or run.
    Emit(Stage),
}

/// The lists that a check prints of a program without mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CheckLists {
    /// The accesses of tensors.
    pub(crate) accesses: bool,
    /// The assignments to elements, and which of them copy tensors.
    pub(crate) copies: bool,
}

/// How machine code is generated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code {
    pub(crate) level: Level,
    #[cfg(feature = "llvm")]
    pub(crate) optimization: OptimizationOptions,
    /// Whose instructions files of machine code use.
    #[cfg_attr(not(feature = "llvm"), expect(dead_code, reason = "files need LLVM"))]
    pub(crate) cpu: Cpu,
    /// Whether there is debug information.
    #[cfg_attr(not(feature = "llvm"), expect(dead_code, reason = "machine code needs LLVM"))]
    pub(crate) has_debug_information: bool,
}

/// Whose instructions machine code consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cpu {
    /// Those of all processors of this architecture
    #[default]
    Baseline,
    /// Those of x86-64 processors since about 2009: SSE4.2
    #[value(name = "x86-64-v2")]
    X86V2,
    /// Those of x86-64 processors since about 2015: AVX2 and FMA
    #[value(name = "x86-64-v3")]
    X86V3,
    /// Those of x86-64 processors with AVX-512
    #[value(name = "x86-64-v4")]
    X86V4,
    /// Those of this machine's processor
    Native,
}

/// The language of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Toy source
    Toy,
    /// MLIR at any stage
    Mlir,
}

impl Input {
    /// The file, unless it is standard input.
    pub(crate) fn named_file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| *file != Path::new("-"))
    }

    /// Refuses an output that would overwrite the source, or a file that the program is given.
    ///
    /// # Errors
    /// If it would; that was reported.
    pub(crate) fn refuse_as_output(
        &self,
        output: &Path,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let words = self.words.iter().map(Path::new);
        let source = self.file.as_deref().unwrap_or(Path::new("-"));
        refuse_inputs(output, std::iter::once(source).chain(words), diagnostics)
    }
}

impl Plan {
    /// The stage that is emitted, if one is.
    pub(crate) fn stage(&self) -> Option<Stage> {
        match self.goal {
            Goal::Check(_) => None,
            Goal::Emit(stage) => Some(stage),
        }
    }

    /// Whether the program is a module of MLIR.
    pub(crate) fn is_mlir(&self) -> bool {
        self.input.language == Language::Mlir
    }

    /// Whether the program runs, or a file is made that runs it.
    pub(crate) fn needs_main(&self) -> bool {
        // A module of MLIR may be a library; the functions of Toy source are only compiled for the
        // shapes that they are called with.
        let is_program = !self.is_mlir() && self.exports.is_empty();
        self.stage().is_some_and(|stage| {
            stage.runs() || stage == Stage::Exe || (stage.is_native() && is_program)
        })
    }
}
