//! The opt tool with the dialects of mlir-lite.

use std::process::ExitCode;

use mlir_lite::dialects::load_all;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    mlir_lite_opt::run(load_all, std::env::args_os())
}
