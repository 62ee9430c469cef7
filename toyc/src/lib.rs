//! The Toy compiler: its command line as a library, and its session ([`repl`]) for programs and tests.
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
//! | `driver.rs` | one run: a source, the stages, a dump or the program's output |
//! | `pipeline.rs` | the passes from one stage to another |
//! | `execution.rs` | LLVM IR, and running it |
//! | `debug.rs` | what debug information needs to know of a source |
//! | `check.rs` | a program is checked, and what could not be checked is listed |
//! | `file_hooks.rs` | what compiled code calls to read and write files, and to learn its arguments |
//! | `memory_hooks.rs` | what compiled code calls where there is no memory for it |
//! | `parallel_hook.rs` | what compiled code calls to run a loop on several threads |
//! | `range_hook.rs` | what compiled code calls where an access is out of range |
//! | `stack_overflow.rs` | what happens when compiled code calls deeper than the stack allows |
//! | `exports/` | functions for C: which, and their header |
//! | `native/` | machine code as files: assembly, objects, programs |
//! | `format.rs` | files in the formatter's style |
//! | `interpretation.rs` | running a program without LLVM |
//! | `timing.rs` | how long each part of a run takes |
//! | `repl/` | the session on a terminal |
//!
//! **Architecture invariant:** nothing here transforms IR; the passes are in toy-dialect and mlir-lite.

mod arguments;
mod check;
mod command_line;
#[cfg(feature = "llvm")]
mod debug;
mod driver;
#[cfg(feature = "llvm")]
mod execution;
mod exports;
mod externals;
#[cfg(feature = "llvm")]
mod file_hooks;
mod format;
mod interpretation;
#[cfg(feature = "llvm")]
mod memory_hooks;
#[cfg(feature = "llvm")]
mod native;
#[cfg(feature = "llvm")]
mod parallel_hook;
mod pipeline;
#[cfg(feature = "llvm")]
mod range_hook;
pub mod repl;
#[cfg(feature = "llvm")]
mod stack_overflow;
mod stage;
mod timing;
mod toy_limits;

use std::ffi::OsString;
use std::process::ExitCode;

use mlir_lite_opt::Status;

/// Does what a command line asks for; its first word is the program's name.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    fail_writes_to_closed_output();
    match command_line::run(words) {
        // A program that ran to its end may have said with which status.
        Status::Success => {
            toy_dialect::program::exit_status().map_or(ExitCode::SUCCESS, ExitCode::from)
        }
        status => status.into(),
    }
}

/// Lets compiled code fail to write to a standard output that is closed. Rust's runtime has opened `/dev/null` in its place,
/// which takes all that is written.
fn fail_writes_to_closed_output() {
    #[cfg(unix)]
    if mlir_lite_opt::standard_output::is_closed()
        && let Ok(unwritable) = std::fs::File::open("/dev/null")
    {
        // Without it, a program's output is lost silently, and nothing else is wrong.
        let _ = nix::unistd::dup2_stdout(unwritable);
    }
}
