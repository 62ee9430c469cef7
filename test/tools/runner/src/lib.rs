//! Runs the text tests: files with `RUN` and `CHECK` lines.
//!
//! A text test is a `.toy` or `.mlir` file whose comments say how to run it, and which output is
//! expected:
//! ```text
//! # RUN: toyc %s -emit=mlir | FileCheck %s
//! def main() { print(1); }
//! # CHECK: toy.print
//! ```
//! The format is that of LLVM's `lit`, as far as these tests need it:
//! * Each `RUN:` line, after a comment leader `//` or `#`, is a command of bash, run in the
//!   repository's root with `pipefail`. The commands of a file run in order, up to the first that
//!   fails. A line that ends in a backslash continues in the next `RUN:` line.
//! * `%s` is the file's path relative to the root (so that locations in dumps are the same on every
//!   machine), `%t` a temporary file of the test's own, `%%` a per cent sign; a tool's name at the
//!   start of a word is its path.
//! * `not COMMAND` succeeds where the command ends with exit status 1, which is what wrong input
//!   has to lead to; `not --status=2 COMMAND` where it ends with status 2. So a crash never counts
//!   as an expected failure.
//! * Files in folders named `inputs` are not tests, but inputs of tests.
//!
//! The comparing is left to LLVM's own `FileCheck`. This crate knows nothing of the tools it runs;
//! the test target that calls [`run`] names them.

mod discovery;
mod execution;
mod script;
mod substitution;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

pub use crate::discovery::{all_files_below, files_below};
use crate::script::Script;
use crate::substitution::Substitutions;

/// A program that tests call by its bare name.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name that tests write.
    pub name: String,
    /// Where the program is. If it does not exist, the tests that use it fail with a message.
    pub path: PathBuf,
}

impl Tool {
    /// The tool `name`, found at `path`.
    pub fn new(name: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self { name: name.into(), path: path.into() }
    }

    /// A tool that comes with LLVM 22, found below `LLVM_SYS_221_PREFIX`, or where Debian's
    /// packages put it.
    pub fn of_llvm(name: &str) -> Self {
        let prefix =
            std::env::var_os("LLVM_SYS_221_PREFIX").unwrap_or_else(|| "/usr/lib/llvm-22".into());
        Self::new(name, Path::new(&prefix).join("bin").join(name))
    }
}

/// The commands to run, and their inputs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder in which the commands run, and to which `%s` is relative: the repository's root.
    pub root: PathBuf,
    /// The folders below the root to look for tests in.
    pub folders: Vec<PathBuf>,
    /// Folders below the root that are left out, with all in them.
    pub left_out: Vec<PathBuf>,
    /// An existing folder for the tests' temporary files.
    pub scratch: PathBuf,
    /// The tools that tests may name.
    pub tools: Vec<Tool>,
}

/// Runs every test below the configured folders, in parallel, under the arguments of `cargo test`
/// (filters, `--test-threads`, ...). A test is called by its path, so
/// `cargo test --test text -- affine/fusion` runs one.
///
/// This is the `main` of a test target with `harness = false`:
/// ```no_run
/// use text_test_runner::{Config, Tool, run};
///
/// fn main() -> std::process::ExitCode {
///     run(Config {
///         root: "/the/repository".into(),
///         folders: vec!["test".into()],
///         left_out: vec![],
///         scratch: std::env::temp_dir(),
///         tools: vec![Tool::new("toyc", "/the/repository/target/debug/toyc"), Tool::of_llvm("FileCheck")],
///     })
/// }
/// ```
///
/// # Errors
/// The exit code tells of failed tests; a folder that cannot be read, or holds no test at all, is a
/// failed test too.
pub fn run(config: Config) -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for folder in &config.folders {
        match discovery::tests_below(&config.root, folder) {
            Ok(paths) if paths.is_empty() => {
                trials.push(failing_trial(folder, "there is no test in this folder".to_owned()));
            }
            Ok(paths) => {
                let is_left_out =
                    |path: &PathBuf| config.left_out.iter().any(|out| path.starts_with(out));
                let paths = paths.into_iter().filter(|path| !is_left_out(path));
                trials.extend(paths.map(|path| trial(&config, path)));
            }
            Err(error) => trials.push(failing_trial(folder, error.to_string())),
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn failing_trial(folder: &Path, message: String) -> Trial {
    Trial::test(folder.display().to_string(), || Err(Failed::from(message)))
}

fn trial(config: &Config, path: PathBuf) -> Trial {
    let config = config.clone();
    Trial::test(path.display().to_string(), move || run_file(&config, &path).map_err(Failed::from))
}

/// Runs the test at `path`, which is relative to the root.
///
/// # Errors
/// The description of the failure: the command, its exit status and what it printed.
pub fn run_file(config: &Config, path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(config.root.join(path))
        .map_err(|error| format!("cannot read the test: {error}"))?;
    // A test may be about bytes that are not UTF-8.
    let script = Script::parse(&String::from_utf8_lossy(&bytes))?;
    let substitutions =
        Substitutions { source: path, scratch: &config.scratch, tools: &config.tools };
    for command in &script.commands {
        execution::run_command(&config.root, &substitutions.apply(command)?)?;
    }
    Ok(())
}
