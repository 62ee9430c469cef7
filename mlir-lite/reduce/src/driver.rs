//! One run of the tool.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use mlir_lite::Context;
use mlir_lite_diagnostics::{Diagnostics, Reported, SourceMap};
use mlir_lite_opt::irdl::Definitions;
use mlir_lite_opt::output::{refuse_inputs, write_dump};
use mlir_lite_opt::{DiagnosticStyle, Status, dashes, report, source};

use crate::command::{CommandTest, Outcome, Wanted};
use crate::{Edit, Options, reduce_mlir, reduce_text, reduce_with, silence_candidates};

const AFTER_HELP: &str = "\
CMD is a command line for the shell. It is run with the path of a candidate as its last argument, \
and says by its exit \
status whether the candidate is interesting: 0 means yes, anything else no (as for llvm-reduce and \
C-Reduce; mlir-reduce \
wants 1). The file has the name of the input, in a folder of its own. A test that looks for a \
crash is a script such as

    #!/bin/sh
    mlir-lite-opt --canonicalize \"$1\" 2>&1 | grep -q 'panicked'

Files that end in .mlir are reduced as IR while they read as such, and then as text; all others as \
text: by lines, brackets \
and tokens. toy-reduce also reduces Toy programs, which end in .toy, by their syntax tree.";

/// The command line of the tool.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "mlir-lite-reduce",
    version,
    about = "Makes a file smaller while a command still finds it interesting",
    after_help = AFTER_HELP,
    args_override_self = true
)]
struct Arguments {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The command that says whether a candidate is interesting
    #[arg(long, value_name = "CMD")]
    test: String,

    /// Where the result goes; without it, or for `-`, standard output
    #[arg(short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,

    /// The exit status of the command that means interesting
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    status: i32,

    /// How long the command may take; what takes longer is not interesting
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    limit: u64,

    /// Only a run that takes longer than the limit is interesting
    #[arg(long, conflicts_with = "status")]
    hangs: bool,

    /// Candidates that are tested at most
    #[arg(long, value_name = "NUMBER", default_value_t = 50_000)]
    attempts: usize,

    /// Try invalid IR too, although the file is valid
    #[arg(long)]
    allow_invalid: bool,

    /// Reduce the file as text, whatever its name is
    #[arg(long)]
    text: bool,

    /// Load the dialects that a file in IRDL defines; may be given several times
    #[arg(long = "irdl-file", value_name = "FILE")]
    irdl_files: Vec<PathBuf>,
}

/// A language with edits of its own, which are made before those of text.
#[derive(Clone, Copy)]
pub struct Language {
    /// The extension of its files.
    pub extension: &'static str,
    /// The edits, those that remove most first.
    pub edits: &'static [&'static (dyn Edit + Sync)],
}

/// The reducer: reduces the file that its command line names and prints the result. `set_up` loads
/// the dialects that the tool knows. Reports on standard error how many candidates were tested.
pub fn run(
    set_up: impl Fn(&Context) + Send + Sync + 'static,
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    run_with(set_up, &[], arguments)
}

/// As [`run`], for a tool that knows more languages.
pub fn run_with(
    set_up: impl Fn(&Context) + Send + Sync + 'static,
    languages: &[Language],
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    let check = |arguments: &Arguments| match arguments.limit {
        0 => Err("'--limit' is a number of seconds, at least 1"),
        _ => Ok(()),
    };
    let arguments = match dashes::from_command_line(arguments, check) {
        Ok(arguments) => arguments,
        Err(status) => return status.into(),
    };
    let definitions = match Definitions::new(arguments.irdl_files.clone(), &set_up) {
        Ok(definitions) => definitions,
        Err(status) => return status.into(),
    };
    let set_up = move |ctx: &Context| {
        set_up(ctx);
        definitions.load(ctx);
    };
    silence_candidates();
    match execute(set_up, languages, &arguments) {
        Ok(()) => Status::Success.into(),
        Err(message) => {
            if let Some(message) = message {
                say(&format!("error: {message}"));
            }
            Status::InputErrors.into()
        }
    }
}

/// Writes to standard error; an error in writing cannot be reported anywhere.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints the diagnostics that were reported on the way to a result.
fn reported<T>(
    result: Result<T, Reported>,
    diagnostics: &Diagnostics,
) -> Result<T, Option<String>> {
    report(&SourceMap::new(), diagnostics, DiagnosticStyle::Auto);
    result.map_err(|_| None)
}

/// The error is the message to print; none if it was printed already.
fn execute(
    set_up: impl Fn(&Context) + Send + Sync + 'static,
    languages: &[Language],
    arguments: &Arguments,
) -> Result<(), Option<String>> {
    let mut diagnostics = Diagnostics::new();
    let output = arguments.output.as_deref();
    if let Some(output) = output {
        let inputs = arguments.irdl_files.iter().chain([&arguments.file]).map(PathBuf::as_path);
        let refused = refuse_inputs(output, inputs, &mut diagnostics);
        reported(refused, &diagnostics)?;
    }
    let read = source::read(Some(&arguments.file), &mut diagnostics);
    let (_, text) = reported(read, &diagnostics)?;
    let wanted = if arguments.hangs { Wanted::Hang } else { Wanted::Status(arguments.status) };
    let limit = Duration::from_secs(arguments.limit);
    let test = CommandTest::new(&arguments.test, limit, wanted, &arguments.file)
        .map_err(|error| format!("cannot make a folder for candidates: {error}"))?;
    let run_failed =
        |error: io::Error| Some(format!("cannot run '/bin/sh -c {:?}': {error}", arguments.test));
    if !test.is_interesting(&text).map_err(run_failed)? {
        let ended = match test.run(&text).map_err(run_failed)? {
            Outcome::With(status) => format!("ended with {status}"),
            Outcome::AtTheLimit => format!("took longer than {} s ('--limit')", arguments.limit),
        };
        let expected = match wanted {
            Wanted::Status(status) => format!("exit status: {status} ('--status')"),
            Wanted::Hang => format!("more than {} s ('--limit')", arguments.limit),
        };
        return Err(Some(format!(
            "the file itself is not interesting: '{}' {ended}; expected {expected}",
            arguments.test
        )));
    }
    let options = Options {
        attempts: arguments.attempts,
        allow_invalid: arguments.allow_invalid,
        ..Options::default()
    };
    // The first error in running the command ends the reduction.
    let failed = RefCell::new(None);
    let mut interesting = |candidate: &str| match test.is_interesting(candidate) {
        _ if failed.borrow().is_some() => false,
        Ok(interesting) => interesting,
        Err(error) => {
            *failed.borrow_mut() = Some(error);
            false
        }
    };
    let extension = arguments.file.extension().filter(|_| !arguments.text);
    let is = |known: &str| extension.is_some_and(|extension| extension == known);
    let language = languages.iter().find(|language| is(language.extension));
    let reduced = match language {
        Some(language) => reduce_with(language.edits, &text, &options, &mut interesting),
        None if is("mlir") => reduce_mlir(set_up, &text, &options, &mut interesting),
        None => reduce_text(&text, &options, &mut interesting),
    };
    if let Some(error) = failed.take() {
        say(&format!("warning: stopped early: {error}"));
    }
    let written = write_dump(reduced.text.as_bytes(), output.map(Path::new), &mut diagnostics);
    reported(written, &diagnostics)?;
    let (before, after) = (text.lines().count(), reduced.text.lines().count());
    let over = if reduced.attempts >= options.attempts { "; stopped at '--attempts'" } else { "" };
    say(&format!(
        "{before} lines became {after}: {} of {} candidates were interesting{over}",
        reduced.accepted, reduced.attempts
    ));
    Ok(())
}
