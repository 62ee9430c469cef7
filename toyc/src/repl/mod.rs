//! The session on a terminal: what you type is compiled and run.
//!
//! | file | concept |
//! |---|---|
//! | `input.rs` | lines to inputs |
//! | `session.rs` | an input is compiled and run; what stays of it |
//! | `definitions.rs` | what a session knows |
//! | `program.rs` | from an input to a program |
//! | `versions.rs` | names for variables that are defined more than once |
//! | `capture.rs` | how values leave a program |
//! | `run.rs` | a program runs and its captures are collected |
//! | `value.rs` | values as plain data |
//!
//! **Architecture invariant:** only this file and `input.rs` know the terminal; a session is text in, values out.

mod capture;
mod definitions;
mod input;
mod program;
mod run;
mod session;
mod value;
mod versions;

use std::io::{self, Write as _};

use mlir_lite_diagnostics::Diagnostics;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::arguments::Arguments;
use input::{Input, read};
use mlir_lite_opt::Status;
use mlir_lite_opt::report;
use session::Session;

const GREETING: &str =
    "toyc: statements, expressions and definitions are run as you enter them; :help, :quit";

const HELP: &str = "\
Statements and expressions are run as they are entered; an expression shows its value.
  var a = [[1, 2], [3, 4]];
  a * a + 2
Functions and structs are defined as in a file. A later definition of a name
replaces the earlier one. An input that is not finished goes on in the next
line; Ctrl-C drops it.
  :help    this text
  :quit    leave, as does Ctrl-D
";

/// Reads and runs inputs until the user leaves.
pub(crate) fn run(arguments: &Arguments) -> Status {
    let mut session = Session::new(arguments);
    match converse(&mut session, arguments) {
        Ok(()) | Err(ReadlineError::Eof) => Status::Success,
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::Success,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot use the terminal: {error}");
            Status::InputErrors
        }
    }
}

fn converse(session: &mut Session, arguments: &Arguments) -> Result<(), ReadlineError> {
    let mut editor = DefaultEditor::new()?;
    let mut out = io::stdout();
    writeln!(out, "{GREETING}")?;
    loop {
        match read(&mut editor)? {
            Input::Quit => return Ok(()),
            Input::Help => out.write_all(HELP.as_bytes())?,
            Input::Unknown(command) => {
                writeln!(out, "there is no command '{command}'; :help shows what there is")?;
            }
            Input::Source(text) => {
                let mut diagnostics = Diagnostics::new();
                let result = session.eval(&text, &mut diagnostics);
                report(session.sources(), &diagnostics, arguments.diagnostics);
                if let Ok(Some(value)) = result {
                    write!(out, "{value}")?;
                }
            }
        }
        out.flush()?;
    }
}
