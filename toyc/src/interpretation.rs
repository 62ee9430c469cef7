//! Runs a program on the interpreter: without LLVM, and slowly, but at any stage.

use std::io::Write;

use mlir_lite::interpreter::{self, Outcome};
use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::standard_output::StandardOutput;

use crate::entry_point::MAIN;

/// Runs a module's `main`; its output goes to standard output. If it returns an integer, that is
/// the exit status.
///
/// # Errors
/// If the program has undefined behaviour, which was reported.
pub(crate) fn run(module: &Body, diagnostics: &mut Diagnostics) -> Result<Outcome, Reported> {
    run_with(module, &mut StandardOutput, diagnostics)
}

/// As [`run`], with output to somewhere else.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_with(
    module: &Body,
    output: &mut (dyn Write + Send),
    diagnostics: &mut Diagnostics,
) -> Result<Outcome, Reported> {
    let outcome = interpreter::run(module, MAIN, Vec::new(), output);
    let outcome = outcome.map_err(|trap| diagnostics.error(*trap))?;
    if let [value] = &outcome.results[..]
        && let Ok(bits) = value.as_int()
    {
        toy_dialect::program::set_exit_status_of_process(bits as i32);
    }
    Ok(outcome)
}
