//! The opt tool for the tests of the campaigns: Cargo builds no program of another package for
//! them.

use std::process::ExitCode;

use mlir_lite::register_all_dialects;
use mlir_lite_opt::Tool;

fn main() -> ExitCode {
    Tool::new("mlir-lite-opt").dialects(register_all_dialects).run(std::env::args_os())
}
