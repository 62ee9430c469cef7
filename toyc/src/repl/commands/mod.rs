//! The commands: one table, from which they are found, completed and explained.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | the table, and how a command is found |
//! | `help.rs` | `:help` and `:doc` |
//! | `inspect.rs` | commands that show an expression or a function |
//! | `look.rs` | pictures of values |
//! | `keep.rs` | the session's definitions: listing, undoing, saving, loading |
//! | `edit.rs` | source in an editor |
//! | `change.rs` | `:opt` and `:set` |

mod change;
mod edit;
mod help;
mod inspect;
mod keep;
mod look;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, did_you_mean, nearest};

use super::execute::stopped;
use super::process::{Ended, apart};
use super::run::Times;
use super::session::{End, Reply, Session};
use super::settings::{Isolation, Prints};
use crate::stage::Stage;
pub(super) use change::SETTINGS;

/// A command.
#[derive(Debug)]
pub(super) struct Command {
    /// Its name, without the colon.
    pub(super) name: &'static str,
    /// The kind of argument.
    pub(super) argument: Argument,
    /// A one-line description.
    pub(super) help: &'static str,
    run: fn(&mut Session, &str, &mut Output<'_>) -> Result<(), Reported>,
}

/// The argument of a command: its description in the help, and its completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Nothing.
    None,
    /// An expression or another piece of source.
    Expression,
    /// An expression, or a function's name, with shapes of its arguments or without.
    ExpressionOrName,
    /// A file.
    File,
    /// A command; without it, all.
    Command,
    /// A builtin, a function or a variable.
    Name,
    /// A function's name or nothing.
    OptionalName,
    /// An optimisation level.
    Level,
    /// A setting and its value.
    Setting,
    /// How many.
    Count,
}

impl Argument {
    /// As the help writes it.
    pub(super) const fn placeholder(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Expression => "EXPR",
            Self::ExpressionOrName => "EXPR-or-NAME",
            Self::File => "FILE",
            Self::Command => "[COMMAND]",
            Self::Name => "NAME",
            Self::OptionalName => "[NAME]",
            Self::Level => "on|off|auto|0..3",
            Self::Setting => "[NAME VALUE]",
            Self::Count => "[COUNT]",
        }
    }

    const fn is_optional(self) -> bool {
        matches!(
            self,
            Self::None
                | Self::Command
                | Self::OptionalName
                | Self::Setting
                | Self::Count
                | Self::Level
        )
    }
}

/// Where a command writes its output.
pub(super) struct Output<'o> {
    /// The text that is shown.
    pub(super) reply: &'o mut Reply,
    /// The errors and warnings.
    pub(super) diagnostics: &'o mut Diagnostics,
}

impl Output<'_> {
    /// Reports an error without a source location.
    pub(super) fn error(
        &mut self,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Reported {
        self.diagnostics.error(Diagnostic::error(Position::Unknown, message).with_help(help))
    }
}

const fn stage(
    name: &'static str,
    help: &'static str,
    run: fn(&mut Session, &str, &mut Output<'_>) -> Result<(), Reported>,
) -> Command {
    Command { name, argument: Argument::ExpressionOrName, help, run }
}

/// All commands, in the order of the help.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        argument: Argument::Command,
        help: "the list of commands, or help about one",
        run: help::help,
    },
    Command {
        name: "quit",
        argument: Argument::None,
        help: "leave, as does Ctrl-D",
        run: |_, _, out| {
            out.reply.end = End::Quit;
            Ok(())
        },
    },
    stage(
        "type",
        "the type of a value, or of a function: `f`, or `f(<2,3>, <2,3>)`",
        inspect::type_of,
    ),
    Command {
        name: "vars",
        argument: Argument::None,
        help: "the variables, their types, and numbers",
        run: keep::vars,
    },
    Command {
        name: "functions",
        argument: Argument::None,
        help: "the functions and structs",
        run: keep::functions,
    },
    stage("ast", "the syntax tree", inspect::ast),
    stage("mlir", "the toy dialect", |session, text, out| {
        inspect::ir(session, text, Stage::Mlir, out)
    }),
    stage("affine", "loops over memory", |session, text, out| {
        inspect::ir(session, text, Stage::MlirAffine, out)
    }),
    stage("std", "branches, arithmetic, memory", |session, text, out| {
        inspect::ir(session, text, Stage::MlirStd, out)
    }),
    stage("llvm-dialect", "the llvm dialect", |session, text, out| {
        inspect::ir(session, text, Stage::MlirLlvm, out)
    }),
    #[cfg(feature = "llvm")]
    stage("llvm", "LLVM IR", inspect::llvm),
    #[cfg(feature = "llvm")]
    stage("asm", "the machine's code", inspect::asm),
    stage("passes", "the changes of each pass", inspect::passes),
    Command {
        name: "opt",
        argument: Argument::Level,
        help: "how much code is optimised",
        run: change::opt,
    },
    Command {
        name: "time",
        argument: Argument::Expression,
        help: "how long it takes to compile and to run",
        run: inspect::time,
    },
    Command {
        name: "plot",
        argument: Argument::Expression,
        help: "curves: `y` by its indices, or `x, y`, or `x, y, z`",
        run: look::curves,
    },
    Command {
        name: "hist",
        argument: Argument::Expression,
        help: "how many elements are in each of 16 intervals",
        run: look::bars,
    },
    Command {
        name: "image",
        argument: Argument::Expression,
        help: "a matrix in shades, the largest elements light",
        run: look::image,
    },
    Command {
        name: "load",
        argument: Argument::File,
        help: "enter a file's definitions, and what its main does",
        run: keep::load,
    },
    Command {
        name: "save",
        argument: Argument::File,
        help: "write what the session knows as a file to be loaded",
        run: keep::save,
    },
    Command {
        name: "restore",
        argument: Argument::None,
        help: "enter again what a session had that was killed",
        run: keep::restore,
    },
    Command {
        name: "edit",
        argument: Argument::OptionalName,
        help: "the last entry, or a function, in $VISUAL or $EDITOR",
        run: edit::edit,
    },
    Command {
        name: "undo",
        argument: Argument::None,
        help: "undo the definitions of the last entry",
        run: keep::undo,
    },
    Command {
        name: "reset",
        argument: Argument::None,
        help: "forget all definitions",
        run: keep::reset,
    },
    Command {
        name: "history",
        argument: Argument::Count,
        help: "the entries so far",
        run: keep::history,
    },
    Command {
        name: "doc",
        argument: Argument::Name,
        help: "documentation of a builtin, or a function's source",
        run: help::doc,
    },
    Command {
        name: "set",
        argument: Argument::Setting,
        help: "the settings, or change one",
        run: change::set,
    },
];

/// The commands that a word may mean: the one of that name, or all that begin with it.
pub(super) fn candidates(word: &str) -> Vec<&'static Command> {
    match COMMANDS.iter().find(|command| command.name == word) {
        Some(command) => vec![command],
        None => COMMANDS.iter().filter(|command| command.name.starts_with(word)).collect(),
    }
}

/// Executes a command; `text` is what follows the colon.
pub(super) fn run(
    session: &mut Session,
    text: &str,
    reply: &mut Reply,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let (word, argument) = match text.trim_start().split_once(char::is_whitespace) {
        Some((word, argument)) => (word, argument.trim()),
        None => (text.trim(), ""),
    };
    let mut out = Output { reply, diagnostics };
    let command = find(word, &mut out)?;
    match command.argument {
        Argument::None if !argument.is_empty() => {
            return Err(out.error(
                format!("':{}' takes no argument, and here is '{argument}'", command.name),
                format!("enter `:{}` alone", command.name),
            ));
        }
        wanted if argument.is_empty() && !wanted.is_optional() => {
            return Err(out.error(
                format!("':{}' needs an argument", command.name),
                format!("enter `:{} {}`", command.name, wanted.placeholder()),
            ));
        }
        _ => {}
    }
    // Showing code can take long, and changes nothing in this process.
    if command.argument == Argument::ExpressionOrName
        && session.settings.isolation == Isolation::OwnProcess
    {
        return run_apart(session, command, argument, &mut out);
    }
    (command.run)(session, argument, &mut out)
}

/// Executes a command that changes nothing in a process of its own, which Ctrl-C stops.
fn run_apart(
    session: &mut Session,
    command: &Command,
    argument: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let ended = apart(Prints::Inherited, || {
        let (mut reply, mut diagnostics) = (Reply::default(), Diagnostics::new());
        let mut out = Output { reply: &mut reply, diagnostics: &mut diagnostics };
        let result = (command.run)(session, argument, &mut out);
        let status = if result.is_ok() { "done" } else { "failed" };
        [status, &session.rendered(&diagnostics), &reply.shown].join("\0").into_bytes()
    });
    let stopped = match ended {
        Ok(Ended::Finished { answer, .. }) => {
            let answer = String::from_utf8_lossy(&answer);
            let mut parts = answer.splitn(3, '\0');
            if parts.next() != Some("done") {
                out.reply.end = End::Failed;
            }
            out.reply.report.extend(parts.next());
            out.reply.shown.extend(parts.next());
            return Ok(());
        }
        ended => stopped(ended),
    };
    Err(out.diagnostics.error(stopped))
}

/// The command that a word means.
pub(super) fn find(word: &str, out: &mut Output<'_>) -> Result<&'static Command, Reported> {
    match candidates(word)[..] {
        [command] => Ok(command),
        [] => {
            let near = nearest(word, COMMANDS.iter().map(|command| command.name));
            let help = near.map_or("`:help` lists the commands".to_owned(), |near| {
                did_you_mean(&format!(":{near}"))
            });
            Err(out.error(format!("there is no command ':{word}'"), help))
        }
        ref several => {
            let names: Vec<_> =
                several.iter().map(|command| format!(":{}", command.name)).collect();
            let message = if word.is_empty() {
                "a command's name is missing".to_owned()
            } else {
                format!("':{word}' could be several commands")
            };
            Err(out.error(message, format!("one of {}", names.join(", "))))
        }
    }
}

/// A line about times.
pub(super) use keep::import;

pub(super) fn times(times: Times) -> String {
    let milliseconds = |time: std::time::Duration| format!("{:.3} ms", time.as_secs_f64() * 1e3);
    format!("compiled in {}, ran in {}\n", milliseconds(times.compile), milliseconds(times.run))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn names(word: &str) -> Vec<&'static str> {
        candidates(word).iter().map(|command| command.name).collect()
    }

    #[test]
    fn prefixes_stand_for_commands() {
        assert_eq!(names("q"), ["quit"]);
        assert_eq!(names("he"), ["help"]);
        assert_eq!(names("h"), ["help", "hist", "history"]);
        assert_eq!(names("hist"), ["hist"]);
        assert_eq!(names("x"), [""; 0]);
    }

    #[test]
    fn a_whole_name_is_that_command_though_it_begins_another() {
        assert_eq!(names("std"), ["std"]);
        #[cfg(feature = "llvm")]
        assert_eq!(names("llvm"), ["llvm"]);
    }

    #[test]
    fn names_differ() {
        let mut names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COMMANDS.len());
    }
}
