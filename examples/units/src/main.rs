//! `units-opt`: reads, verifies, transforms and prints programs with units.

use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use std::process::ExitCode;
use units::{UnitsDialect, UnitsToStdPass};

fn main() -> ExitCode {
    let set_up = |ctx: &Context| {
        ctx.load::<StdDialect>();
        ctx.load::<UnitsDialect>();
    };
    mlir_lite_opt::run_with_passes(
        set_up,
        |registry| {
            registry.register(UnitsToStdPass::info());
        },
        std::env::args_os(),
    )
}
