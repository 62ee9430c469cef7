//! Work and span of toyc on the generated programs and the tutorial's.

use crate::programs::{self, Program};
use crate::{TUTORIAL, installed};
use bench::document::{self, Section};
use bench::processes::run;
use bench::recorded::{Row, markdown, recorded_run, report};
use std::ffi::OsString;
use std::path::Path;

/// The parts of a run, as `toyc -timing` calls them.
const PHASES: [&str; 9] = [
    "read",
    "parse",
    "analyse",
    "emit toy",
    "passes",
    "translate to LLVM IR",
    "start the JIT",
    "generate code",
    "run",
];

/// The programs that are measured besides the tutorial's.
const PROGRAMS: [&str; 3] = ["chain-5000", "affine-5000", "calls-2000"];

/// Measures all rows, and writes the table.
#[allow(clippy::print_stderr, reason = "says what takes so long")]
pub(crate) fn measure(toyc: &Path, runs: usize) -> Result<(), String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (toyc, this) =
        (&installed(toyc, folder.path(), "toyc")?, &installed(&this, folder.path(), "bench-toy")?);
    run(this, &["--generate", &folder.path().display().to_string()])?;
    let is_measured = |program: &&Program| PROGRAMS.contains(&program.name);
    let generated = programs::ALL.iter().filter(is_measured).map(|program| {
        (program.what, program.flags, program.file(folder.path()).display().to_string())
    });
    let tutorial = ("the tutorial's program", &["-emit=jit", "-opt"][..], TUTORIAL.to_owned());
    let mut rows = Vec::new();
    for (what, flags, file) in std::iter::once(tutorial).chain(generated) {
        eprintln!("bench-toy: {what}");
        let words = |threads: usize| {
            let own = [format!("--threads={threads}"), file.clone()];
            flags.iter().map(|&flag| flag.to_owned()).chain(own).collect::<Vec<String>>()
        };
        let recorded = |threads| {
            let words = words(threads);
            let words: Vec<&str> =
                std::iter::once("--span-run").chain(words.iter().map(String::as_str)).collect();
            recorded_run(this, &words, &PHASES)
        };
        let real = |threads| {
            let words = words(threads);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            Ok(run(toyc, &words)?.wall)
        };
        rows.push(Row::measure(what.to_owned(), runs, recorded, real)?);
    }
    document::write(Section::ToySpan, &|_| markdown(&rows), Vec::new())
}

/// Does what toyc does with these words, in one thread, divided as for as many threads as they say,
/// and writes a report to standard error.
pub(crate) fn run_recorded(words: &[&str]) -> Result<(), String> {
    let words = std::iter::once("toyc").chain(words.iter().copied()).map(OsString::from);
    // A failure is reported by toyc, and leaves a report without its last phases.
    report(|| toyc::run(words));
    Ok(())
}
