//! Running a program on the interpreter: without LLVM, and slowly, but at any stage.

use std::io;

use mlir_lite::interpreter::{self, Outcome};
use mlir_lite::ir::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};

use crate::driver::MAIN;

/// Runs a module's `main`; what it prints goes to standard output.
///
/// # Errors
/// If the program does something that is not defined, which was reported.
pub(crate) fn run(module: &Body, diagnostics: &mut Diagnostics) -> Result<Outcome, Reported> {
    let outcome = interpreter::run(module, MAIN, Vec::new(), &mut io::stdout());
    outcome.map_err(|trap| diagnostics.error(*trap))
}
