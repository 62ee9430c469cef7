//! The Toy compiler: its command line as a library, and its session ([`repl`]) for programs and
//! tests.
//!
//! ```text
//! toyc FILE [-emit=STAGE] [-opt] ...     one source through the pipeline (`driver`)
//! toyc SUBCOMMAND ...                    `command_line`
//! toyc                                   on a terminal: a session (`repl`)
//! ```
//! | file | concept |
//! |---|---|
//! | `command_line/` | the forms of the command line: flags, subcommands; help, completions, man pages |
//! | `arguments.rs` | the compiler's flags |
//! | `stage.rs` | the stages of the pipeline, in order |
//! | `plan.rs` | the plan of a run, which the flags decide |
//! | `driver/` | one run: front end, passes, back end; `toyc check` |
//! | `back_end.rs` | a stage is printed, written or run |
//! | `lowered.rs` | a program at the stage of its plan |
//! | `pipeline.rs` | the passes from one stage to another |
//! | `execution.rs` | LLVM IR, and running it |
//! | `debug.rs` | source information for debug information |
//! | `explore/` | a page that shows a program at every stage |
//! | `fix.rs` | repairs a program where the repair is certain |
//! | `runtime_functions/` | functions of this process that compiled code calls |
//! | `stack_overflow.rs` | reports stack overflows of compiled code |
//! | `exports/` | functions for C and Python: which, the header, the module |
//! | `native/` | machine code as files: assembly, objects, programs |
//! | `format.rs` | files in the formatter's style |
//! | `comments.rs` | comments that describe definitions |
//! | `imports.rs` | the files that a program imports |
//! | `interpretation.rs` | running a program without LLVM |
//! | `before_cursor.rs` | what the text before a cursor leaves open |
//! | `lsp/` | what an editor asks about a program |
//! | `mlir_runner.rs`, `mlir_translate.rs` | `mlir-lite-run` and `mlir-lite-translate` |
//! | `timing.rs` | how long each part of a run takes |
//! | `repl/` | the session on a terminal |
//!
//! **Architecture invariant:** nothing here transforms IR; the passes are in toy-dialect and
//! mlir-lite.

mod arguments;
mod back_end;
mod before_cursor;
mod command_line;
mod comments;
#[cfg(feature = "llvm")]
mod debug;
mod driver;
mod entry_point;
#[cfg(feature = "llvm")]
mod execution;
mod explore;
pub use explore::playground;
pub use small_stack::with_enough_stack;
mod export_flags;
mod exports;
mod externals;
mod fix;
mod format;
mod imports;
mod interpretation;
#[cfg(feature = "llvm")]
mod kept_memory;
mod lowered;
mod lsp;
pub mod mlir_runner;
#[cfg(feature = "llvm")]
pub mod mlir_translate;
#[cfg(feature = "llvm")]
mod native;
mod optimization;
mod pipeline;
mod plan;
pub mod repl;
mod results;
#[cfg(feature = "llvm")]
mod runtime_functions;
mod small_stack;
#[cfg(feature = "llvm")]
mod stack_overflow;
mod stage;
mod timing;
mod toy_limits;

use std::ffi::OsString;
use std::process::ExitCode;

use mlir_lite_opt::Status;

/// Executes a command line; its first word is the program's name.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    fail_writes_to_closed_output();
    match command_line::run(words) {
        // A program that has finished may have set its exit status.
        Status::Success => {
            toy_dialect::program::exit_status().map_or(ExitCode::SUCCESS, ExitCode::from)
        }
        status => status.into(),
    }
}

/// Makes compiled code fail when it writes to a closed standard output. Rust's runtime has opened
/// `/dev/null` in its place, which accepts all writes.
fn fail_writes_to_closed_output() {
    #[cfg(unix)]
    if mlir_lite_opt::standard_output::is_closed()
        && let Ok(unwritable) = std::fs::File::open("/dev/null")
    {
        // If this fails, the program's output is lost silently; nothing else is affected.
        let _ = nix::unistd::dup2_stdout(unwritable);
    }
}
