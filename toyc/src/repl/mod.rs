//! The session: entries are compiled and run, and their definitions stay.
//!
//! | file | concept |
//! |---|---|
//! | `session.rs` | compiles and runs entries, and keeps their definitions |
//! | `entry_text.rs` | whether an entry goes on, its pieces, `;` that are left out |
//! | `partial.rs` | what is kept of an entry that is not right as a whole |
//! | `reports.rs` | reports as they are shown |
//! | `other_prompts.rs` | words that are commands in other prompts |
//! | `settings.rs` | the settings of a session |
//! | `commands/` | the commands, in one table |
//! | `terminal/` | editing entries on a terminal, and their history |
//! | `script.rs` | entries that are not typed |
//! | `definitions.rs`, `dependents.rs` | definitions, and dependents of a replaced definition |
//! | `program.rs`, `versions.rs` | from an entry to a program; names for variables that are defined more than once |
//! | `subject.rs` | the expression or function that a command shows |
//! | `capture.rs` | captures the values of a program |
//! | `run.rs` | runs a program and collects its captures |
//! | `execute.rs`, `process.rs` | engines, and processes of their own |
//! | `captured_words.rs` | how captured elements come from such a process |
//! | `value.rs`, `display.rs`, `source.rs` | values as plain data, as they are shown, and as source |
//!
//! **Architecture invariant:** only `terminal/` and `script.rs` know where entries come from and
//! replies go to; a session is text in, text out.

mod autosave;
mod capture;
mod captured_words;
mod commands;
mod definitions;
mod dependents;
mod display;
mod entry_text;
mod execute;
mod other_prompts;
mod partial;
mod plot;
mod process;
mod program;
mod reports;
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
pub use crate::optimization::Level;
pub use run::Times;
pub use session::{End, Reply, Session};
pub use settings::{Engine, Isolation, Prints, Settings};
pub use value::{Tensor, Value};

/// Reads and runs entries until the input ends: on a terminal as they are typed, elsewhere all of
/// standard input up to the first wrong one.
pub(crate) fn run(arguments: &Arguments) -> Status {
    let mut session = Session::new(Settings::of_arguments(arguments));
    if io::stdin().is_terminal() {
        terminal::converse(session)
    } else {
        script::run(&mut session, io::stdin().lock())
    }
}

/// Runs the entries of a text, up to the first wrong one.
pub(crate) fn run_script(arguments: &Arguments, text: &str) -> Status {
    script::run(&mut Session::new(Settings::of_arguments(arguments)), text.as_bytes())
}

/// Runs an entry and shows its results.
pub(crate) fn evaluate(arguments: &Arguments, code: &str) -> Status {
    script::enter(&mut Session::new(Settings::of_arguments(arguments)), code)
}

/// Loads a file, and continues as [`run`] does.
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
