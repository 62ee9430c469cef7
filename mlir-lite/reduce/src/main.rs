//! `mlir-lite-reduce` with the dialects of mlir-lite.

use std::process::ExitCode;

fn main() -> ExitCode {
    mlir_lite_reduce::run(mlir_lite::dialects::load_all, std::env::args_os())
}
