//! The session: what you enter is compiled and run, and what it defines stays.
//!
//! | file | concept |
//! |---|---|
//! | `session.rs` | an entry is compiled and run; what stays of it |
//! | `settings.rs` | what a session is told from outside |
//! | `commands/` | the commands, in one table |
//! | `terminal/` | editing entries on a terminal, and their history |
//! | `script.rs` | entries that are not typed |
//! | `definitions.rs`, `dependents.rs` | what a session knows, and what depends on what is replaced |
//! | `program.rs`, `versions.rs` | from an entry to a program; names for variables that are defined more than once |
//! | `subject.rs` | what a command that shows code is about |
//! | `capture.rs` | how values leave a program |
//! | `run.rs` | a program runs and its captures are collected |
//! | `execute.rs`, `process.rs` | by which engine, and in which process |
//! | `value.rs`, `display.rs`, `source.rs` | values as plain data, as they are shown, and as source |
//!
//! **Architecture invariant:** only `terminal/` and `script.rs` know where entries come from and replies go to; a session
//! is text in, text out.

mod capture;
mod commands;
mod definitions;
mod dependents;
mod display;
mod execute;
mod process;
mod program;
mod run;
mod script;
mod session;
mod settings;
mod source;
mod subject;
mod terminal;
mod value;
mod versions;

use std::io::{self, IsTerminal as _};

use mlir_lite_opt::Status;

use crate::arguments::Arguments;
pub use crate::arguments::Level;
pub use run::Times;
pub use session::{End, Reply, Session};
pub use settings::{Engine, Isolation, Prints, Settings};
pub use value::{Tensor, Value};

/// Reads and runs entries until there are no more: on a terminal as they are typed, elsewhere all of standard input up to
/// the first that is wrong.
pub(crate) fn run(arguments: &Arguments) -> Status {
    let mut session = Session::new(Settings::of_arguments(arguments));
    if io::stdin().is_terminal() {
        terminal::converse(session)
    } else {
        script::run(&mut session, io::stdin().lock())
    }
}

/// Runs the entries of a text, up to the first that is wrong.
pub(crate) fn run_script(arguments: &Arguments, text: &str) -> Status {
    script::run(&mut Session::new(Settings::of_arguments(arguments)), text.as_bytes())
}

/// Does what an entry says and shows what comes of it.
pub(crate) fn evaluate(arguments: &Arguments, code: &str) -> Status {
    script::enter(&mut Session::new(Settings::of_arguments(arguments)), code)
}

/// Loads a file, and goes on as [`run`] does.
pub(crate) fn run_after(arguments: &Arguments, file: &str) -> Status {
    let mut session = Session::new(Settings::of_arguments(arguments));
    let status = script::enter(&mut session, &format!(":load {file}"));
    if !io::stdin().is_terminal() {
        return if status == Status::Success {
            script::run(&mut session, io::stdin().lock())
        } else {
            status
        };
    }
    terminal::converse(session)
}
