//! The opt tool with the dialects of mlir-lite.

use std::process::ExitCode;

use mlir_lite::register_all_dialects;
use mlir_lite_opt::Tool;

#[cfg(all(feature = "mimalloc", not(target_family = "wasm")))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    Tool::new("mlir-lite-opt").dialects(register_all_dialects).run(std::env::args_os())
}
