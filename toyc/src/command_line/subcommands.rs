//! The subcommands.
//!
//! Those that compile accept all of the compiler's flags, but their help shows only the relevant
//! ones.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command, CommandFactory as _, ValueHint, value_parser};
use clap_complete::Shell;

use crate::arguments::Arguments;

/// A subcommand.
pub(super) struct Subcommand {
    /// The name of the subcommand.
    pub(super) name: &'static str,
    /// The action.
    pub(super) action: Action,
    /// A one-line description.
    about: &'static str,
    /// How it is used.
    examples: &'static str,
    /// The flags of the compiler that are shown.
    shown: &'static [&'static str],
}

/// The action of a subcommand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Runs a program.
    Run,
    /// Shows or writes a stage.
    Emit,
    /// Looks for mistakes.
    Check,
    /// Formats files.
    Format,
    /// Begins a session.
    Repl,
    /// Serves an editor.
    Lsp,
    /// Shows all stages on a page.
    Explore,
    /// Explains a code of a diagnostic.
    Explain,
    /// Explains a name of the language.
    Doc,
    /// Writes completions for a shell.
    Completions,
    /// Writes man pages.
    Man,
    /// Shows help.
    Help,
}

/// Flags that all compiling subcommands show.
const COMMON: [&str; 7] =
    ["file", "language", "diagnostics", "color", "deny_warnings", "watch", "help"];

/// The files to check after the first.
pub(super) const MORE_FILES: &str = "more_files";

/// Help on the source where it is required.
const SOURCE: &str = "The source; `-` is standard input";

const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "run",
        action: Action::Run,
        about: "Run a program",
        examples: "\
Examples:
  toyc run prog.toy                  compile and run
  toyc run -O2 prog.toy              run it fast
  toyc run -O2 --parallel prog.toy   on all processors
  toyc run prog.toy -- in.npy 3      the words after -- are the program's arguments
  toyc run -emit=interp prog.toy     on the interpreter, which needs no LLVM
  toyc run --watch prog.toy          again, whenever the file changes
  toyc run ./run                     a file that is called as a command is",
        shown: &[
            "program_arguments",
            "opt",
            "level",
            "ffast_math",
            "parallel",
            "timing",
            "debug",
            "emit",
            "threads",
        ],
    },
    Subcommand {
        name: "emit",
        action: Action::Emit,
        about: "Show a stage of the compiler, or write machine code",
        examples: "\
Examples:
  toyc emit mlir prog.toy            the toy dialect
  toyc emit mlir-affine -O1 prog.toy the loops, when they were fused
  toyc emit asm prog.toy             assembly
  toyc emit exe prog.toy -o prog     a program that needs only C's library
  toyc emit obj prog.toy --export 'f(<2,3>, <>)'      a function for C,
  toyc emit header prog.toy --export 'f(<2,3>, <>)'   and its prototype
  toyc emit python prog.toy --export 'f(<2,3>, <>)'   a Python module",
        shown: &[
            "emit",
            "opt",
            "level",
            "ffast_math",
            "parallel",
            "timing",
            "debug",
            "cpu",
            "exports",
            "output",
            "spelling",
            "mlir_print_op_generic",
            "mlir_print_debuginfo",
            "mlir_print_local_scope",
            "print_ir_after_all",
            "print_ir_after",
            "print_ir_after_change",
            "pass_pipeline",
            "pass_statistics",
            "threads",
        ],
    },
    Subcommand {
        name: "check",
        action: Action::Check,
        about: "Look for mistakes in programs, and do nothing else",
        examples: "\
Examples:
  toyc check *.toy                   status 1 if there are errors
  toyc check --deny-warnings prog.toy
  toyc check --fix prog.toy          repair what is certain: `&&`, `a.sum()`, a missing `;`
  toyc check --accesses prog.toy     which accesses of tensors are proved or checked
  toyc check --copies prog.toy       which assignments to elements copy tensors
  toyc check --diagnostics=json prog.toy   for an editor
  toyc check prog.toy -- in.npy      as it is run with these arguments: the shapes of files are \
  known
  toyc check --watch prog.toy        again, whenever the file changes",
        shown: &["program_arguments", "threads"],
    },
    Subcommand {
        name: "fmt",
        action: Action::Format,
        about: "Write programs in one style; comments stay where they are",
        examples: "\
Examples:
  toyc fmt prog.toy other.toy        rewrite them
  toyc fmt --check prog.toy          show what would change; status 1 if anything
  toyc fmt < prog.toy                to standard output",
        shown: &[],
    },
    Subcommand {
        name: "repl",
        action: Action::Repl,
        about: "Try the language at a prompt; elsewhere than on a terminal, standard input is a \
            script",
        examples: "\
Examples:
  toyc repl                          :help shows what can be entered
  toyc repl < script
  toyc repl -- in.npy                arg(0) is in.npy
  toyc -e '[[1, 2], [3, 4]] * 2'   one entry
  toyc -i prog.toy                   the prompt, when the file's definitions are known",
        shown: &["program_arguments", "opt", "level", "ffast_math", "parallel", "emit"],
    },
    Subcommand {
        name: "lsp",
        action: Action::Lsp,
        about: "Serve an editor: the Language Server Protocol on standard input and output",
        examples: "Examples:\n  toyc lsp      docs/editors.md says how editors begin it",
        shown: &[],
    },
    Subcommand {
        name: "explore",
        action: Action::Explore,
        about: "Show a program at every stage of the compiler on a page for a browser",
        examples: "\
Examples:
  toyc explore prog.toy -o page.html   the page, which needs no network
  toyc explore -O0 prog.toy            without optimisation, as prog.html
  toyc explore --serve prog.toy        with an editor, for this machine only
  toyc explore --serve --port 8000
  toyc explore --engine toyc.wasm.gz -o play.html   with an editor, without a server",
        shown: &["program_arguments", "opt", "level", "output"],
    },
    Subcommand {
        name: "doc",
        action: Action::Doc,
        about: "Say what a name of the language means",
        examples: "Examples:\n  toyc doc print",
        shown: &[],
    },
    Subcommand {
        name: "explain",
        action: Action::Explain,
        about: "Say what the code of an error or a warning means; without one, list them",
        examples: "Examples:\n  toyc explain T0007",
        shown: &[],
    },
    Subcommand {
        name: "completions",
        action: Action::Completions,
        about: "Write completions of this command line for a shell",
        examples: "\
Examples:
  toyc completions bash > ~/.local/share/bash-completion/completions/toyc
  toyc completions zsh > ~/.zfunc/_toyc
  toyc completions fish > ~/.config/fish/completions/toyc.fish",
        shown: &[],
    },
    Subcommand {
        name: "man",
        action: Action::Man,
        about: "Write the man page, or the pages of all commands into a folder",
        examples: "\
Examples:
  toyc man | man -l -
  toyc man ~/.local/share/man/man1",
        shown: &[],
    },
    Subcommand {
        name: "help",
        action: Action::Help,
        about: "Show this help, or that of a command",
        examples: "Examples:\n  toyc help emit",
        shown: &[],
    },
];

/// The subcommand of this name.
pub(super) fn named(name: &str) -> Option<&'static Subcommand> {
    SUBCOMMANDS.iter().find(|subcommand| subcommand.name == name)
}

/// The names of the subcommands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SUBCOMMANDS.iter().map(|subcommand| subcommand.name)
}

/// The flags of the compiler that a subcommand neither shows nor needs: it does nothing with them.
pub(super) fn ids_without_effect(name: &str) -> Vec<String> {
    let shown = named(name).map_or(&[][..], |subcommand| subcommand.shown);
    let flags = flags();
    let ids = flags.get_arguments().map(|arg| arg.get_id().as_str());
    ids.filter(|id| !COMMON.contains(id) && !shown.contains(id) && !id.starts_with("max_"))
        .map(str::to_owned)
        .collect()
}

/// The tutorial's form of the command line.
pub(super) fn flags() -> Command {
    Arguments::command()
}

/// All forms of the command line, for help, completions and man pages.
pub(super) fn everything() -> Command {
    flags()
        .subcommand_value_name("COMMAND")
        .args_conflicts_with_subcommands(true)
        .disable_help_subcommand(true)
        .subcommands(SUBCOMMANDS.iter().map(Subcommand::command))
}

impl Subcommand {
    /// Its form of the command line.
    pub(super) fn command(&self) -> Command {
        let command = match self.action {
            Action::Run => self.compiler().mut_arg("file", |file| file.required(true).help(SOURCE)),
            Action::Check => self.checker(),
            Action::Repl => self.compiler(),
            Action::Emit => self
                .compiler()
                .mut_arg("program_arguments", |words| words.index(3))
                .mut_arg("file", |file| file.index(2).required(true).help(SOURCE))
                .mut_arg("emit", |stage| {
                    stage
                        .long(None)
                        .index(1)
                        .required(true)
                        .default_value(None)
                        .help("The stage to show or write")
                }),
            Action::Format => self.formatter(),
            Action::Explore => self.explorer(),
            Action::Lsp => self.plain().arg(
                Arg::new("stdio")
                    .long("stdio")
                    .action(ArgAction::SetTrue)
                    .hide(true)
                    .help("Some editors pass it; there is no other way"),
            ),
            Action::Explain => {
                self.plain().arg(Arg::new("code").value_name("CODE").help("A code, such as T0007"))
            }
            Action::Doc => self.plain().arg(
                Arg::new("name")
                    .value_name("NAME")
                    .required(true)
                    .help("The name of something that is built in"),
            ),
            Action::Completions => self.plain().arg(
                Arg::new("shell")
                    .value_name("SHELL")
                    .required(true)
                    .value_parser(value_parser!(Shell))
                    .help("The shell"),
            ),
            Action::Man => self.plain().arg(
                Arg::new("folder")
                    .value_name("FOLDER")
                    .value_parser(value_parser!(PathBuf))
                    .value_hint(ValueHint::DirPath)
                    .help("Where a page for each command goes"),
            ),
            Action::Help => {
                self.plain().arg(Arg::new("command").value_name("COMMAND").help("The command"))
            }
        };
        command
            .about(self.about)
            .long_about(None)
            .after_help(None::<&str>)
            .after_long_help(self.examples)
    }

    fn checker(&self) -> Command {
        self.compiler()
            .mut_arg("file", |file| file.required(true).help(SOURCE))
            .arg(
                Arg::new(MORE_FILES)
                    .index(2)
                    .value_name("FILE")
                    .num_args(0..)
                    .value_parser(value_parser!(PathBuf))
                    .value_hint(ValueHint::FilePath)
                    .help("More of them"),
            )
            .mut_arg("program_arguments", |words| words.index(3))
            .arg(Arg::new("accesses").long("accesses").action(ArgAction::SetTrue).help(
                "List which accesses of tensors are proved to be in range, by what, and which \
                    are checked at run time",
            ))
            .arg(
                Arg::new("fix")
                    .long("fix")
                    .action(ArgAction::SetTrue)
                    .conflicts_with("watch")
                    .help("Change the files where the repair is certain, then check them"),
            )
            .arg(Arg::new("copies").long("copies").action(ArgAction::SetTrue).help(
                "List which assignments to elements store in place, which copy the tensor \
                    first, and why",
            ))
    }

    fn formatter(&self) -> Command {
        let compiler = Arguments::command();
        let shared = |arg: &&Arg| matches!(arg.get_id().as_str(), "diagnostics" | "color");
        let shared: Vec<Arg> = compiler.get_arguments().filter(shared).cloned().collect();
        self.plain()
            .arg(
                Arg::new("files")
                    .value_name("FILE")
                    .num_args(0..)
                    .value_parser(value_parser!(PathBuf))
                    .value_hint(ValueHint::FilePath)
                    .help("The programs; without any, and for `-`, standard input"),
            )
            .arg(
                Arg::new("check")
                    .long("check")
                    .action(ArgAction::SetTrue)
                    .help("Change nothing, and show what would be changed: status 1 if anything"),
            )
            .args(shared)
    }

    fn explorer(&self) -> Command {
        let only_served = |name: &'static str| Arg::new(name).long(name).requires("serve");
        self.compiler()
            .mut_arg("file", |file| file.help("The source; `-` is standard input"))
            .mut_arg("output", |output| {
                output.help("The page; without it, it is named after the source")
            })
            .arg(
                Arg::new("serve")
                    .long("serve")
                    .action(ArgAction::SetTrue)
                    .conflicts_with("output")
                    .help("Serve the page with an editor, on this machine, and print its address"),
            )
            .arg(
                only_served("port")
                    .value_name("PORT")
                    .value_parser(value_parser!(u16))
                    .default_value("0")
                    .hide_default_value(true)
                    .help("Where it is served; without it, on a port that is free"),
            )
            .arg(
                Arg::new("engine")
                    .long("engine")
                    .value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .value_hint(ValueHint::FilePath)
                    .conflicts_with_all(["serve", "program_arguments"])
                    .help(
                        "Write a page with an editor and this interpreter for browsers, which \
                            'make playground' builds",
                    ),
            )
            .arg(
                Arg::new("data")
                    .long("data")
                    .action(ArgAction::SetTrue)
                    .hide(true)
                    .help("Write what the page shows, as JSON"),
            )
    }

    fn plain(&self) -> Command {
        Command::new(self.name)
    }

    /// The compiler's flags; only those relevant for the subcommand are shown.
    fn compiler(&self) -> Command {
        let is_shown = |arg: &Arg| {
            let id = arg.get_id().as_str();
            let has_no_file = match self.action {
                Action::Repl => matches!(id, "file" | "watch" | "language"),
                Action::Explore => matches!(id, "watch" | "language" | "deny_warnings"),
                _ => false,
            };
            (COMMON.contains(&id) || self.shown.contains(&id)) && !has_no_file
        };
        let command = Arguments::command().name(self.name);
        command.mut_args(|arg| if is_shown(&arg) { arg } else { arg.hide(true) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        everything().debug_assert();
        for subcommand in SUBCOMMANDS {
            subcommand.command().debug_assert();
        }
    }

    #[test]
    fn flags_that_are_shown_exist() {
        let command = flags();
        let known: Vec<&str> = command.get_arguments().map(|arg| arg.get_id().as_str()).collect();
        for subcommand in SUBCOMMANDS {
            for id in subcommand.shown {
                assert!(known.contains(id), "{}: {id}", subcommand.name);
            }
        }
    }
}
