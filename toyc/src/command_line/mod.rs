//! The command line: the tutorial's flags, and subcommands.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | finds and executes what a command line asks for |
//! | `subcommands.rs` | the subcommands and their flags |
//! | `help.rs` | texts: help, version, completions, man pages |
//! | `watch.rs` | runs a command again when a file changes |
//!
//! If the first word is the name of a subcommand, it is one; otherwise the command line has the
//! tutorial's form. Only the flags of one form are built for a run: building the others would take
//! as long as running a small program.

mod help;
mod subcommands;
mod watch;

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal as _, Write as _};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches as _};
use mlir_lite_diagnostics::{did_you_mean, nearest, visible_lines};
use mlir_lite_opt::standard_output::StandardOutput;
use mlir_lite_opt::{DiagnosticStyle, Reporting, Status, dashes, report_usage, source};

use crate::arguments::Arguments;
use crate::entry_point::MAIN;
use crate::lsp::Toy;
use crate::plan::Language;
use crate::stage::Stage;
use crate::{driver, explore, format, repl};
use subcommands::{Action, Subcommand};

/// Executes a command line; its first word is the program's name.
pub(crate) fn run(words: impl IntoIterator<Item = OsString>) -> Status {
    let words: Vec<OsString> = words.into_iter().collect();
    let first = words.get(1).map_or(OsStr::new(""), OsString::as_os_str);
    let result = match first.to_str().and_then(subcommands::named) {
        Some(subcommand) => run_subcommand(subcommand, &words),
        None => match misspelt(first) {
            Some(subcommand) => {
                let name = first.to_string_lossy();
                say(&format!(
                    "error: there is no command and no file '{name}'\nhelp: {}",
                    did_you_mean(subcommand)
                ));
                return Status::WrongUsage;
            }
            None => run_flags(&words),
        },
    };
    result.unwrap_or_else(|error| report(error, &words))
}

/// Writes to standard error; an error in writing cannot be reported anywhere.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible_lines(text));
}

/// The subcommand nearest to a word that is neither a subcommand, nor a flag, nor like a file name.
fn misspelt(word: &OsStr) -> Option<&'static str> {
    let word = word.to_str()?;
    let may_be_one = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let near = nearest(word, subcommands::names()).filter(|_| may_be_one);
    near.filter(|_| !Path::new(word).exists())
}

/// Reports clap's message: help and version are not errors.
fn report(mut error: clap::Error, words: &[OsString]) -> Status {
    let text = match error.kind() {
        ErrorKind::DisplayVersion => help::version(),
        ErrorKind::DisplayHelp => {
            let is_long =
                words.iter().any(|word| word == "--help" || word == "-help" || word == "help");
            help::help(words.get(1).and_then(|word| word.to_str()), is_long)
        }
        _ => {
            if let Some(flag) = similar_flag(&error) {
                error.insert(ContextKind::SuggestedArg, ContextValue::String(flag));
            }
            report_usage(&error);
            return Status::WrongUsage;
        }
    };
    print(&text)
}

/// A flag similar to an unknown one, if clap has found none.
fn similar_flag(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(found)) = error.get(ContextKind::InvalidArg) else { return None };
    if error.kind() != ErrorKind::UnknownArgument || error.get(ContextKind::SuggestedArg).is_some()
    {
        return None;
    }
    let name = found.strip_prefix("--")?.split('=').next()?;
    let command = subcommands::flags();
    let flags = command.get_arguments().filter_map(clap::Arg::get_long);
    nearest(name, flags).map(|flag| format!("--{flag}"))
}

/// Writes the requested text to standard output.
fn print(text: &str) -> Status {
    match StandardOutput.write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            say(&format!("error: cannot write to standard output: {error}"));
            Status::InputErrors
        }
        _ => Status::Success,
    }
}

/// The tutorial's form: `toyc FILE -emit=STAGE`.
fn run_flags(words: &[OsString]) -> Result<Status, clap::Error> {
    // The process ends with this command line: the memory of hundreds of flags is not freed before.
    let mut command = ManuallyDrop::new(subcommands::flags());
    let mut matches = ManuallyDrop::new(dashes::matches(&mut command, words.iter().cloned())?);
    let arguments = arguments(&mut command, &mut matches)?;
    if let Some(code) = &arguments.explain {
        return Ok(explain(Some(code)));
    }
    Ok(compile(arguments, words))
}

/// The arguments of a form that has the compiler's flags, which are taken out of the matches.
fn arguments(
    command: &mut clap::Command,
    matches: &mut ArgMatches,
) -> Result<Arguments, clap::Error> {
    let mut arguments = Arguments::from_arg_matches_mut(matches)?;
    arguments.take_file();
    arguments.check().map_err(|message| command.error(ErrorKind::ArgumentConflict, message))?;
    arguments.set_limits();
    Ok(arguments)
}

/// Compiles, runs, or begins a session.
fn compile(mut arguments: Arguments, words: &[OsString]) -> Status {
    if arguments.watch {
        return watch::run(&arguments.watched(), words);
    }
    if let Some(code) = &arguments.evaluate {
        return repl::evaluate(&arguments, code);
    }
    if let Some(file) = &arguments.interactive {
        return repl::run_after(&arguments, &file.to_string_lossy());
    }
    let may_be_entries = arguments.file.is_none()
        && arguments.emit.runs()
        && !arguments.checks_only
        && arguments.language() == Language::Toy;
    if may_be_entries {
        if std::io::stdin().is_terminal() {
            return repl::run(&arguments);
        }
        let bytes = match source::read_all(&mut std::io::stdin().lock()) {
            Ok(bytes) => bytes,
            Err(error) => {
                say(&format!("error: cannot read standard input: {error}"));
                return Status::InputErrors;
            }
        };
        // A program with a `main` is run; other input is entries of a session. Input that is not
        // UTF-8 is refused where files are read.
        if let Ok(text) = std::str::from_utf8(&bytes)
            && !defines_main(text)
        {
            return repl::run_script(&arguments, text);
        }
        arguments.standard_input = Some(bytes);
    }
    driver::run(&arguments.plan())
}

/// Whether a text has the words that begin a program's `main`.
fn defines_main(text: &str) -> bool {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words: Vec<&str> = code.flat_map(str::split_whitespace).collect();
    words.windows(2).any(|pair| {
        let rest = pair[1].strip_prefix(MAIN).unwrap_or("-");
        pair[0].ends_with("def") && (rest.is_empty() || rest.starts_with('('))
    })
}

/// `toyc SUBCOMMAND ...`.
fn run_subcommand(subcommand: &Subcommand, words: &[OsString]) -> Result<Status, clap::Error> {
    let mut command = subcommand.command().bin_name(format!("toyc {}", subcommand.name));
    // In messages, the subcommand's name is part of the program's name.
    let mut matches = dashes::matches(&mut command, words.iter().skip(1).cloned())?;
    Ok(match subcommand.action {
        Action::Run | Action::Emit => {
            let arguments = arguments(&mut command, &mut matches)?;
            if subcommand.action == Action::Run && !arguments.emit.runs() {
                let message = format!(
                    "'toyc run' runs a program: 'toyc emit {}' shows a stage",
                    arguments.emit.name()
                );
                return Err(command.error(ErrorKind::ArgumentConflict, message));
            }
            compile(arguments, words)
        }
        Action::Check => {
            let mut arguments = arguments(&mut command, &mut matches)?;
            arguments.checks_only = true;
            arguments.lists_accesses = matches.get_flag("accesses");
            arguments.lists_copies = matches.get_flag("copies");
            let more = matches.get_many::<PathBuf>(subcommands::MORE_FILES).unwrap_or_default();
            let files: Vec<PathBuf> = arguments.file.iter().chain(more).cloned().collect();
            if arguments.watch {
                return Ok(watch::run(&files, words));
            }
            fix(&mut command, &matches, &arguments, &files)?;
            check(arguments, files)
        }
        Action::Format => {
            let files: Vec<PathBuf> =
                matches.get_many("files").unwrap_or_default().cloned().collect();
            let mode =
                if matches.get_flag("check") { format::Mode::Check } else { format::Mode::Write };
            let reporting = Reporting {
                style: matches.get_one("diagnostics").copied().unwrap_or(DiagnosticStyle::Auto),
                color: matches.get_one("color").copied().unwrap_or(clap::ColorChoice::Auto),
                error_limit: None,
            };
            format::run(&files, mode, reporting)
        }
        Action::Repl => {
            let mut arguments = Arguments::from_arg_matches_mut(&mut matches)?;
            arguments
                .check()
                .map_err(|message| command.error(ErrorKind::ArgumentConflict, message))?;
            arguments.set_limits();
            repl::run(&arguments)
        }
        Action::Explore => explore(&mut command, &matches)?,
        Action::Lsp => serve(),
        Action::Explain => explain(matches.get_one::<String>("code")),
        Action::Doc => {
            let name = matches.get_one::<String>("name").map_or("", String::as_str);
            let arguments = Arguments::nothing();
            repl::evaluate(&arguments, &format!(":doc {name}"))
        }
        Action::Completions => match matches.get_one("shell") {
            Some(shell) => print(&help::completions(*shell)),
            None => Status::WrongUsage,
        },
        Action::Man => match matches.get_one::<PathBuf>("folder") {
            Some(folder) => help::man_pages(folder).map_or_else(
                |error| {
                    say(&format!("error: cannot write to '{}': {error}", folder.display()));
                    Status::InputErrors
                },
                |()| Status::Success,
            ),
            None => print(&help::man_page()),
        },
        Action::Help => help_on(matches.get_one::<String>("command")),
    })
}

/// Shows the help on a command, or on all.
fn help_on(name: Option<&String>) -> Status {
    if let Some(name) = name.filter(|name| subcommands::named(name).is_none()) {
        let names: Vec<&str> = subcommands::names().collect();
        let near = nearest(name, names.iter().copied());
        let hint = near.map_or(format!("the commands are {}", names.join(", ")), did_you_mean);
        say(&format!("error: there is no command '{name}'\nhelp: {hint}"));
        return Status::WrongUsage;
    }
    print(&help::help(name.map(String::as_str), true))
}

/// Writes the page of a program, or serves it.
fn explore(command: &mut clap::Command, matches: &ArgMatches) -> Result<Status, clap::Error> {
    let is_given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let ignored =
        subcommands::ids_without_effect("explore").into_iter().find(|id| is_given(&id.as_str()));
    if let Some(id) = ignored {
        let flag = id.replace('_', "-");
        let message = format!("'toyc explore' does nothing with '--{flag}'");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let mut arguments = Arguments::from_arg_matches(matches)?;
    if arguments.language() == Language::Mlir {
        let message = "'toyc explore' shows programs in Toy: 'toyc emit' prints stages of MLIR";
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    // The last stage that is shown.
    arguments.emit = if cfg!(feature = "llvm") { Stage::Asm } else { Stage::MlirLlvm };
    arguments.take_file();
    arguments.check().map_err(|message| command.error(ErrorKind::ArgumentConflict, message))?;
    arguments.set_limits();
    if matches.get_flag("serve") {
        let port = matches.get_one::<u16>("port").copied().unwrap_or(0);
        return Ok(explore::serve(port, &arguments.plan()));
    }
    if let Some(engine) = matches.get_one::<PathBuf>("engine") {
        return Ok(explore::write_playground(engine, &arguments.plan()));
    }
    if arguments.file.is_none() {
        let message = "'toyc explore' needs a program, as in 'toyc explore prog.toy', or '--serve'";
        return Err(command.error(ErrorKind::MissingRequiredArgument, message));
    }
    Ok(explore::run(&arguments.plan(), matches.get_flag("data")))
}

/// Serves an editor until it ends.
fn serve() -> Status {
    match mlir_lite_lsp::serve(Toy) {
        Ok(()) => Status::Success,
        Err(error) => {
            say(&format!("error: {error}"));
            Status::InputErrors
        }
    }
}

/// With `--fix`, repairs those of the files that are Toy source.
fn fix(
    command: &mut clap::Command,
    matches: &ArgMatches,
    arguments: &Arguments,
    files: &[PathBuf],
) -> Result<(), clap::Error> {
    if !matches.get_flag("fix") {
        return Ok(());
    }
    if files.iter().any(|file| file == Path::new("-")) {
        let message = "'--fix' changes files: standard input is none";
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let mut arguments = arguments.clone();
    for file in files {
        arguments.file = Some(file.clone());
        if arguments.language() != Language::Toy {
            continue;
        }
        if let Err(error) = crate::fix::fix(file) {
            return Err(command.error(ErrorKind::Io, error.message));
        }
    }
    Ok(())
}

/// Checks each of the files and returns the worst status.
fn check(mut arguments: Arguments, files: Vec<PathBuf>) -> Status {
    let mut worst = Status::Success;
    for file in files {
        arguments.file = Some(file);
        match driver::run(&arguments.plan()) {
            Status::Success => {}
            Status::WrongUsage => worst = Status::WrongUsage,
            Status::InputErrors if worst == Status::WrongUsage => {}
            Status::InputErrors => worst = Status::InputErrors,
        }
    }
    worst
}

/// The meaning of a diagnostic's code; without one, the list of codes.
fn explain(code: Option<&String>) -> Status {
    let Some(text) = code else { return print(&toy_ast::Code::list()) };
    match toy_ast::Code::named(text) {
        Some(code) => print(&code.explain()),
        None => {
            say(&format!("error: {}", toy_ast::Code::unknown(text)));
            Status::WrongUsage
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_distinguished_from_entries() {
        for program in [
            "def main() {}",
            "def f() {}\ndef main ( ) {",
            "struct S { var a; }\ndef\nmain() {",
            "}def main(){",
        ] {
            assert!(defines_main(program), "{program}");
        }
        for entries in [
            "",
            "1 + 2",
            "def mainly() {}",
            "# def main() {}",
            "var main = 2; main",
            "def f() { main(); }",
        ] {
            assert!(!defines_main(entries), "{entries}");
        }
    }
}
