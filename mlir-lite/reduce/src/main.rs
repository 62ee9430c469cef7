//! `mlir-lite-reduce` with the dialects of mlir-lite.

use std::process::ExitCode;

fn main() -> ExitCode {
    mlir_lite_reduce::run(mlir_lite::register_all_dialects, std::env::args_os())
}
