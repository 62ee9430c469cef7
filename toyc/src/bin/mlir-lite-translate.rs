//! Translates between the llvm dialect and LLVM IR: see `mlir_translate` in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    toyc::with_enough_stack(|| toyc::mlir_translate::run(std::env::args_os()))
}
