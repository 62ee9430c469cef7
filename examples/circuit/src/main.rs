//! `circuit-opt`: reads, verifies, transforms and prints circuits.

use circuit::{RenameInnerSymbolPass, load_dialects};
use mlir_lite_opt::Tool;
use std::process::ExitCode;

fn main() -> ExitCode {
    Tool::new("circuit-opt")
        .about("Reads, verifies, transforms and prints circuits")
        .dialects(load_dialects)
        .passes(|registry| {
            registry.register(RenameInnerSymbolPass::info());
        })
        .run(std::env::args_os())
}
