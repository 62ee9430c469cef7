//! `poly-opt`: reads, verifies, transforms, runs and prints programs with polynomials.

use mlir_lite_opt::Tool;
use polynomials::{load_dialects, register_passes};
use std::process::ExitCode;

fn main() -> ExitCode {
    Tool::new("poly-opt").dialects(load_dialects).passes(register_passes).run(std::env::args_os())
}
