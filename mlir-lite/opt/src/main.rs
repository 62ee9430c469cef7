//! The opt tool with the dialects of mlir-lite.

use std::process::ExitCode;

use mlir_lite::register_all_dialects;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    mlir_lite_opt::run(register_all_dialects, std::env::args_os())
}
