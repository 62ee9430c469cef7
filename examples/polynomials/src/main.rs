//! `poly-opt`: reads, verifies, transforms, runs and prints programs with polynomials.

use polynomials::{load_dialects, register_passes};
use std::process::ExitCode;

fn main() -> ExitCode {
    mlir_lite_opt::run_with_passes(load_dialects, register_passes, std::env::args_os())
}
