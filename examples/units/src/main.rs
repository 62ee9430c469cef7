//! `units-opt`: reads, verifies, transforms and prints programs with units.

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite_opt::Tool;
use std::process::ExitCode;
use units::{UnitsDialect, UnitsToStdPass};

fn main() -> ExitCode {
    Tool::new("units-opt")
        .about("Reads, verifies, transforms and prints programs with units")
        .dialects(|ctx| {
            ctx.load::<StdDialect>();
            ctx.load::<UnitsDialect>();
        })
        .passes(|registry| {
            registry.register(UnitsToStdPass::info());
        })
        .run(std::env::args_os())
}
