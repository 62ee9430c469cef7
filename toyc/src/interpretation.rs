//! Runs a program on the interpreter: without LLVM, and slowly, but at any stage.

use std::io::Write;

use mlir_lite::interpreter::{self, Outcome};
use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::output::write_dump;
use mlir_lite_opt::standard_output::StandardOutput;

use crate::entry_point::{EntryResult, MAIN};
use crate::results;

/// Runs a module's `main`; its output goes to standard output. The results that are asked for are
/// printed; without that, an integer that it returns is the exit status.
///
/// # Errors
/// If the program has undefined behaviour, which was reported.
pub(crate) fn run(
    module: &Body,
    printed: Option<EntryResult>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let Some(printed) = printed else {
        return run_with(module, &mut StandardOutput, diagnostics).map(|_| ());
    };
    let outcome = outcome(module, &mut StandardOutput, diagnostics)?;
    let lines = results::lines(module, &outcome, printed, diagnostics)?;
    write_dump(lines.as_bytes(), None, diagnostics)
}

fn outcome(
    module: &Body,
    output: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<Outcome, Reported> {
    let outcome = interpreter::run(module, MAIN, Vec::new(), output);
    outcome.map_err(|trap| diagnostics.error(*trap))
}

/// Runs a module's `main`; its output goes to somewhere else. If it returns an integer, that is the
/// exit status.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_with(
    module: &Body,
    output: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<Outcome, Reported> {
    let outcome = outcome(module, output, diagnostics)?;
    if let [value] = &outcome.results[..]
        && let Ok(bits) = value.as_int()
    {
        toy_dialect::program::set_exit_status_of_process(bits as i32);
    }
    Ok(outcome)
}
