//! The flags of an opt tool.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, ValueEnum};
use mlir_lite::context::DEBUG_PARTS;
use mlir_lite::interpreter::VSCALE;

use crate::dashes::DASHES_HELP;
use crate::limits::{LimitFlags, within};
use crate::passes::PassFlags;
use crate::printing::Printing;
use crate::query::Query;
use crate::remarks::RemarkFlags;
use crate::report::DiagnosticStyle;
use crate::split::MARKER;

/// The command line of an opt tool. The names are those of MLIR's `mlir-opt`.
#[derive(Clone, Debug, Parser)]
#[command(
    version,
    about = "Reads IR, verifies it, runs passes on it and prints it",
    after_help = DASHES_HELP,
    args_override_self = true
)]
#[non_exhaustive]
pub struct Options {
    /// The source; without it, or for `-`, standard input
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Where the result goes; `-` is standard output
    #[arg(short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Accept ops of dialects that are not loaded
    #[arg(long)]
    pub allow_unregistered_dialect: bool,

    /// Read a source as its only op, not as what a module contains
    #[arg(long)]
    pub no_implicit_module: bool,

    /// Load the dialects that a file in IRDL defines, before the source is read; may be given
    /// several times
    #[arg(long = "irdl-file", value_name = "FILE")]
    pub irdl_files: Vec<PathBuf>,

    /// Show the op that an error is about in a note
    #[arg(long)]
    pub mlir_print_op_on_diagnostic: bool,

    /// Show in a note which code of the compiler reports an error
    #[arg(long)]
    pub mlir_print_stacktrace_on_diagnostic: bool,

    /// How IR is printed.
    #[command(flatten)]
    pub printing: Printing,

    /// Process the parts between lines that begin with the marker (`// -----`) each for itself
    #[arg(long, value_name = "MARKER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub split_input_file: Option<String>,

    /// The line between the outputs of the parts of a file
    #[arg(long, value_name = "MARKER", default_value = MARKER, hide_default_value = true)]
    pub output_split_marker: String,

    /// Compare the diagnostics with the `expected-error {{...}}` comments: all, or only those that
    /// are expected
    #[arg(
        long, value_name = "WHICH", value_enum, num_args = 0..=1, require_equals = true,
        default_missing_value = "all"
    )]
    pub verify_diagnostics: Option<ComparedDiagnostics>,

    /// Read the text of the source's module again, and report an error if it prints another text
    #[arg(long)]
    pub verify_roundtrip: bool,

    /// List the dialects that are loaded, and read no source
    #[arg(long, help_heading = "Documentation")]
    pub show_dialects: bool,

    /// Print the documentation of a dialect, as Markdown, and read no source
    #[arg(long, value_name = "DIALECT")]
    pub dialect_doc: Option<String>,

    /// Verify the IR after each pass
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value = "true",
        default_missing_value = "true", value_parser = boolean, hide_default_value = true
    )]
    pub verify_each: bool,

    /// The passes to run, and the reports about them.
    #[command(flatten)]
    pub passes: PassFlags,

    /// Run the pipeline that the source says fails on it
    #[arg(long, help_heading = "Running passes")]
    pub run_reproducer: bool,

    /// Run this function of the result on the interpreter, and print its results instead of the
    /// module
    #[arg(
        long, value_name = "FUNCTION", num_args = 0..=1, require_equals = true, default_missing_value = "main",
        help_heading = "Running programs"
    )]
    pub run: Option<String>,

    /// The arguments of the function that is run: `1, 2.5, dense<[1, 2]>`, as attributes are
    /// written; tensors and memrefs whose sizes are not known need a type
    #[arg(
        long,
        value_name = "VALUES",
        requires = "run",
        default_value = "",
        hide_default_value = true,
        help_heading = "Running programs"
    )]
    pub run_args: String,

    /// The factor of the sizes of scalable vectors where the function is run
    #[arg(
        long, value_name = "N", requires = "run", default_value_t = VSCALE.default_value(),
        hide_default_value = true, value_parser = |text: &str| within(&VSCALE, text),
        help_heading = "Running programs"
    )]
    pub vscale: usize,

    /// Compare the structure of this file's IR with that of the source, after the passes, and print
    /// the first differences; names of values, locations and the order of attributes make none
    #[arg(
        long, value_name = "FILE", conflicts_with_all = ["run", "split_input_file", "query"],
        help_heading = "Asking about IR"
    )]
    pub diff: Option<PathBuf>,

    /// Print the answer to a question instead of the module: `ops`, `ops:NAME`, `symbols`, or the
    /// uses of a value or symbol, `uses:%NAME` or `uses:@NAME`
    #[arg(
        long, value_name = "QUESTION", conflicts_with_all = ["run", "split_input_file"],
        help_heading = "Asking about IR"
    )]
    pub query: Option<Query>,

    /// Print the answer as JSON
    #[arg(long, requires = "query", help_heading = "Asking about IR")]
    pub query_json: bool,

    /// List the passes
    #[arg(long, help_heading = "Documentation")]
    pub list_passes: bool,

    /// Print the documentation of a pass, or of all, in Markdown
    #[arg(
        long, value_name = "PASS", num_args = 0..=1, require_equals = true, default_missing_value = "",
        help_heading = "Documentation"
    )]
    pub pass_doc: Option<String>,

    /// Print the patterns of a pass, with their roots, benefits and the ops that they build
    #[arg(long, value_name = "PASS", help_heading = "Documentation")]
    pub pass_patterns: Option<String>,

    /// Print what makes a shell complete flags
    #[arg(long, value_name = "SHELL", value_enum, help_heading = "Documentation")]
    pub completion: Option<clap_complete::Shell>,

    /// Show on standard error what these parts do: `dialect-conversion`
    #[arg(
        long,
        value_name = "PARTS",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(DEBUG_PARTS),
        hide_possible_values = true
    )]
    pub debug_only: Vec<String>,

    /// The remarks of passes.
    #[command(flatten)]
    pub remarks: RemarkFlags,

    /// Limits of the source.
    #[command(flatten)]
    pub limits: LimitFlags,

    /// How diagnostics look; `auto` draws on a terminal and is plain elsewhere
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = DiagnosticStyle::Auto, hide_default_value = true)]
    pub diagnostics: DiagnosticStyle,
}

impl Options {
    /// The marker between the parts of a file, if the file is to be split.
    pub fn split_marker(&self) -> Option<&str> {
        self.split_input_file
            .as_deref()
            .map(|marker| if marker.is_empty() { MARKER } else { marker })
    }
}

/// The diagnostics that are compared with the comments that expect them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum ComparedDiagnostics {
    /// Each must be expected
    All,
    /// Those that are not expected are left out
    OnlyExpected,
}

/// Booleans as LLVM's command lines write them.
fn boolean(text: &str) -> Result<bool, &'static str> {
    match text {
        "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err("expected 'true' or 'false'"),
    }
}
