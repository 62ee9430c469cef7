//! The opt tool with the dialects of mlir-lite.

use std::process::ExitCode;

use mlir_lite::Context;
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::std::StdDialect;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    mlir_lite_opt::run(load_dialects, std::env::args_os())
}

fn load_dialects(ctx: &Context) {
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
}
