//! `mlir-lite-run`: runs a program of MLIR, with the flags of MLIR's `mlir-runner`.
//!
//! It is `toyc -x mlir` under another name: the flags are translated.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use mlir_lite_opt::dashes;

use crate::entry_point::{EntryResult, MAIN};

/// The command line of `mlir-lite-run`.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "mlir-lite-run",
    version,
    about = "Runs a program of MLIR as machine code, or on the interpreter",
    long_about = "Runs a program of MLIR as machine code, or on the interpreter.\n\n\
        The program may be in any dialect that mlir-lite has: what is not in the llvm dialect is \
        lowered first. `printMemrefF32` and its kin, `printI64`, `printF64`, `printNewline`, \
        `rtclock`, `nanoTime` and `memrefCopy` are built in.",
    after_help = dashes::DASHES_HELP,
    args_override_self = true
)]
struct Runner {
    /// The program; without it, or for `-`, standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The function where the program begins
    #[arg(short = 'e', long = "entry", value_name = "NAME", default_value = MAIN)]
    entry: String,

    /// The results that are printed
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = EntryResult::All)]
    entry_point_result: EntryResult,

    /// Shared libraries with functions that the program uses; MLIR's own runner libraries are built
    /// in, and are not loaded
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    shared_libs: Vec<PathBuf>,

    /// Let the program use functions of the C library beyond those that are built in
    #[arg(long)]
    allow_external_functions: bool,

    /// Run on the interpreter
    #[arg(long)]
    interpret: bool,

    /// How much the program is optimised: 0 to 3
    #[arg(
        short = 'O', value_name = "LEVEL", value_parser = ["0", "1", "2", "3"], default_value = "2"
    )]
    level: String,
}

impl Runner {
    /// The same command line for `toyc`.
    fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = ["toyc", "-x", "mlir"].map(OsString::from).into();
        let result = self.entry_point_result.to_possible_value();
        let result = result.map_or_else(String::new, |value| value.get_name().to_owned());
        words.push(format!("--entry={}", self.entry).into());
        words.push(format!("--entry-point-result={result}").into());
        let built_in = |library: &&PathBuf| !is_built_in(library);
        words.extend(self.shared_libs.iter().filter(built_in).map(|library| {
            let mut word = OsString::from("--shared-libs=");
            word.push(library);
            word
        }));
        if self.allow_external_functions {
            words.push("--allow-external-functions".into());
        }
        match self.interpret {
            true => words.push("-emit=interp".into()),
            false => words.push(format!("-O{}", self.level).into()),
        }
        words.push("--".into());
        words.push(self.file.as_ref().map_or_else(|| "-".into(), |file| file.clone().into()));
        words
    }
}

/// Whether a library is one of MLIR's whose functions the runtime has.
fn is_built_in(library: &Path) -> bool {
    let name = library.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_prefix("lib").unwrap_or(&name);
    ["mlir_runner_utils", "mlir_c_runner_utils"].iter().any(|own| {
        name.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Executes the command line of `mlir-lite-run`; its first word is the program's name.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let check = |_: &Runner| Ok::<(), String>(());
    match dashes::from_command_line(words, check) {
        Ok(runner) => crate::run(runner.words()),
        Err(status) => status.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn words(line: &str) -> String {
        let arguments = line.split(' ').map(OsString::from);
        let runner: Runner =
            dashes::parse(&mut <Runner as clap::CommandFactory>::command(), arguments, |_| {
                Ok::<(), String>(())
            })
            .unwrap();
        let words = runner.words();
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        words.join(" ")
    }

    #[test]
    fn flags_of_runners_are_understood() {
        for (line, expected) in [
            ("run a.mlir", "toyc -x mlir --entry=main --entry-point-result=all -O2 -- a.mlir"),
            (
                "run -e f -entry-point-result=void \
                 -shared-libs=/lib/libmlir_runner_utils.so.22.1,libmlir_c_runner_utils.so,own.so",
                "toyc -x mlir --entry=f --entry-point-result=void --shared-libs=own.so -O2 -- -",
            ),
            (
                "run -O3 --interpret -",
                "toyc -x mlir --entry=main --entry-point-result=all -emit=interp -- -",
            ),
        ] {
            assert_eq!(words(line), expected, "{line}");
        }
    }
}
