//! The opt tool for the tests of the campaigns: Cargo builds no program of another package for
//! them.

use std::process::ExitCode;

use mlir_lite::register_all_dialects;

fn main() -> ExitCode {
    mlir_lite_opt::run(register_all_dialects, std::env::args_os())
}
