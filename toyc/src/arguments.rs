//! The command line.
//!
//! The rule for single-dash flags, as the Toy tutorial writes them: `-NAME` is the long flag of that name if there is
//! one (`-opt`, `-emit=mlir`), else a short flag with its value (`-o F`, `-oF`). It is applied to the arguments before
//! clap sees them ([`with_two_dashes`]), so that everything else about flags is clap's.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory, FromArgMatches as _, Parser, ValueEnum};
use mlir_lite::text::{self, PrintOptions};

use crate::stage::Stage;
use crate::status::Status;

const AFTER_HELP: &str = "\
Flags work with one dash and with two: -NAME is the long flag of that name if there is one (-opt, -emit=mlir), else a \
short flag with its value (-o FILE).

Dumps go to standard output, diagnostics to standard error. Exit status: 0 success, 1 errors in the input, 2 wrong usage.";

/// The Toy compiler: from Toy source, or MLIR at any stage, to machine code.
#[derive(Clone, Debug, Parser)]
#[command(name = "toyc", version, after_help = AFTER_HELP, args_override_self = true)]
pub(crate) struct Arguments {
    /// The source; `-` is standard input. Without it on a terminal, what you type is run
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// The stage to print; without it the program runs
    #[arg(long, value_name = "STAGE", value_enum, default_value_t = Stage::RUN, hide_default_value = true)]
    pub(crate) emit: Stage,

    /// Optimise
    #[arg(long)]
    pub(crate) opt: bool,

    /// The source's language; without it, the file's name decides, and standard input is Toy
    #[arg(short = 'x', value_name = "LANGUAGE", value_enum)]
    pub(crate) language: Option<Language>,

    /// Where a dump goes; `-` is standard output
    #[arg(short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) printing: Printing,

    /// Print the IR to standard error after each pass
    #[arg(long)]
    pub(crate) print_ir_after_all: bool,

    /// How diagnostics look; `auto` draws on a terminal and is plain elsewhere
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = DiagnosticStyle::Auto, hide_default_value = true)]
    pub(crate) diagnostics: DiagnosticStyle,
}

/// How IR is printed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Printing {
    /// The names of ops: those of the std dialect, or those that MLIR 22 gives them
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Spelling::Std, hide_default_value = true)]
    pub(crate) spelling: Spelling,

    /// Print all ops in generic form
    #[arg(long)]
    pub(crate) mlir_print_op_generic: bool,

    /// Print locations
    #[arg(long)]
    pub(crate) mlir_print_debuginfo: bool,
}

impl Printing {
    /// The same for the printer.
    pub(crate) fn options(self) -> PrintOptions {
        PrintOptions {
            spelling: match self.spelling {
                Spelling::Std => text::Spelling::Std,
                Spelling::Upstream => text::Spelling::Upstream,
            },
            generic: self.mlir_print_op_generic,
            debug_info: self.mlir_print_debuginfo,
        }
    }
}

/// What a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Toy source
    Toy,
    /// MLIR at any stage
    Mlir,
}

/// Generations of op names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spelling {
    /// std ops without prefix
    Std,
    /// The dialects of MLIR 22
    Upstream,
}

/// How diagnostics look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticStyle {
    /// Drawn on a terminal, plain elsewhere
    Auto,
    /// file:line:col: error: message
    Plain,
    /// Drawn
    Fancy,
    /// One JSON object a line
    Json,
}

impl Arguments {
    /// Reads the arguments of a process, the first of which is the program's name. What is to be said about wrong ones,
    /// and the text of `--help` and `--version`, is printed here.
    ///
    /// # Errors
    /// The status to end with, if there is nothing to run.
    pub(crate) fn from_command_line(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, Status> {
        let mut command = Self::command();
        Self::parse_from_command(&mut command, arguments).map_err(|error| {
            // Where nobody listens, there is nobody to tell.
            let _ = error.print();
            if error.use_stderr() { Status::WrongUsage } else { Status::Success }
        })
    }

    fn parse_from_command(
        command: &mut Command,
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        // Adds `--help` and `--version`.
        command.build();
        let arguments = with_two_dashes(command, arguments);
        let parsed = Self::from_arg_matches(&command.try_get_matches_from_mut(arguments)?)?;
        parsed.check().map_err(|message| command.error(clap::error::ErrorKind::ArgumentConflict, message))?;
        Ok(parsed)
    }

    /// Combinations that make no sense.
    fn check(&self) -> Result<(), &'static str> {
        if self.emit == Stage::Ast && self.language() == Language::Mlir {
            return Err("'-emit=ast' needs Toy source: MLIR has no syntax tree of Toy");
        }
        if self.emit.runs() && self.output.is_some() {
            return Err(
                "'-o' takes a dump, and the program's output goes to standard output: add '-emit=STAGE'",
            );
        }
        Ok(())
    }

    /// The language of the source.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(|| {
            let extension = self.file.as_deref().and_then(|file| file.extension());
            if extension.is_some_and(|extension| extension == "mlir") {
                Language::Mlir
            } else {
                Language::Toy
            }
        })
    }
}

/// Applies the rule for single-dash flags. Nothing behind `--` changes, nor does `-`. A name that is neither a long
/// flag nor begins with a short one gets its second dash too: clap then looks for a long flag that is like it.
fn with_two_dashes(command: &Command, arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let is_long = |name: &str| command.get_arguments().any(|flag| flag.get_long() == Some(name));
    let is_short = |letter: char| command.get_arguments().any(|flag| flag.get_short() == Some(letter));
    let mut arguments = arguments.into_iter();
    let mut rewritten: Vec<OsString> = arguments.by_ref().take(1).collect();
    for argument in arguments.by_ref() {
        if argument == "--" {
            rewritten.push(argument);
            break;
        }
        let text = argument.to_string_lossy();
        let one_dash = text.strip_prefix('-').filter(|rest| !rest.is_empty() && !rest.starts_with('-'));
        let becomes_long = one_dash.is_some_and(|rest| {
            let name = rest.split_once('=').map_or(rest, |(name, _)| name);
            is_long(name) || !rest.chars().next().is_some_and(is_short)
        });
        if becomes_long {
            let mut long = OsString::from("-");
            long.push(&argument);
            rewritten.push(long);
        } else {
            rewritten.push(argument);
        }
    }
    rewritten.extend(arguments);
    rewritten
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn os(arguments: &str) -> Vec<OsString> {
        std::iter::once("toyc").chain(arguments.split_whitespace()).map(OsString::from).collect()
    }

    fn rewritten(arguments: &str) -> String {
        let mut command = Arguments::command();
        command.build();
        let rewritten = with_two_dashes(&command, os(arguments));
        let words: Vec<_> = rewritten.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    fn parsed(arguments: &str) -> Arguments {
        Arguments::parse_from_command(&mut Arguments::command(), os(arguments)).expect("valid arguments")
    }

    /// The error's text, without the usage behind it.
    fn error(arguments: &str) -> String {
        let error = Arguments::parse_from_command(&mut Arguments::command(), os(arguments))
            .expect_err("wrong arguments");
        assert_eq!(error.exit_code(), 2, "{arguments}");
        let text = error.render().to_string();
        text.split("\n\nUsage:").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        for (arguments, expected) in [
            ("a.toy -emit=mlir -opt", "a.toy --emit=mlir --opt"),
            ("--emit mlir --opt a.toy", "--emit mlir --opt a.toy"),
            ("-emit mlir", "--emit mlir"),
            ("-help", "--help"),
            ("-h -V -version", "-h -V --version"),
            ("-mlir-print-op-generic", "--mlir-print-op-generic"),
        ] {
            assert_eq!(rewritten(arguments), expected);
        }
    }

    #[test]
    fn short_flags_and_values_stay() {
        for arguments in ["-o F -x toy -", "-o- -xmlir -", "-o -", "- -- -opt -emit=mlir", "-o=F", ""] {
            assert_eq!(rewritten(arguments), arguments);
        }
    }

    #[test]
    fn what_is_no_flag_is_looked_up_as_a_long_one() {
        assert_eq!(rewritten("-bogus -emti=ast"), "--bogus --emti=ast");
        assert!(error("-emti=ast").contains("--emti"));
        assert!(error("-emti=ast").contains("a similar argument exists: '--emit"));
    }

    #[test]
    fn arguments_have_their_meaning() {
        let arguments = parsed("a.mlir -emit=mlir-affine -opt -o F --spelling=upstream");
        assert_eq!((arguments.emit, arguments.opt), (Stage::MlirAffine, true));
        assert_eq!(arguments.language(), Language::Mlir);
        assert_eq!(arguments.output, Some(PathBuf::from("F")));
        assert_eq!(arguments.printing.spelling, Spelling::Upstream);
    }

    #[test]
    fn the_program_runs_by_default() {
        let arguments = parsed("a.toy");
        assert_eq!((arguments.emit, arguments.opt), (Stage::RUN, false));
    }

    #[test]
    fn the_last_of_a_flag_counts() {
        assert_eq!(parsed("-emit=ast -emit=mlir-std -").emit, Stage::MlirStd);
    }

    #[test]
    fn the_language_is_told_by_the_name_unless_it_is_given() {
        for (arguments, language) in [
            ("a.mlir", Language::Mlir),
            ("a.mlir -x toy", Language::Toy),
            ("a", Language::Toy),
            ("-", Language::Toy),
            ("- -x mlir", Language::Mlir),
        ] {
            assert_eq!(parsed(arguments).language(), language, "{arguments}");
        }
    }

    #[test]
    fn behind_two_dashes_everything_is_a_file() {
        assert_eq!(parsed("-opt -- -opt").file, Some(PathBuf::from("-opt")));
    }

    #[test]
    fn combinations_without_a_meaning() {
        assert_eq!(
            error("a.mlir -emit=ast"),
            "error: '-emit=ast' needs Toy source: MLIR has no syntax tree of Toy"
        );
        assert!(error("a.toy -o F").contains("add '-emit=STAGE'"));
        assert!(error("a.toy b.toy").contains("b.toy"));
        assert!(error("a.toy -o -opt").contains("a value is required for '-o <FILE>'"));
    }

    #[cfg(unix)]
    #[test]
    fn file_names_need_not_be_text() {
        use std::os::unix::ffi::OsStringExt as _;
        let name = OsString::from_vec(b"\xff.mlir".to_vec());
        let arguments = [OsString::from("toyc"), name.clone()];
        let parsed = Arguments::parse_from_command(&mut Arguments::command(), arguments).expect("a file");
        assert_eq!(parsed.file, Some(PathBuf::from(name)));
        assert_eq!(parsed.language(), Language::Mlir);
    }
}
