//! Runs programs of MLIR: see `mlir_runner` in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    toyc::with_enough_stack(|| toyc::mlir_runner::run(std::env::args_os()))
}
