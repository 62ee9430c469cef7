//! `units-opt`: reads, verifies, transforms and prints programs with units.

use mlir_lite::Context;
use mlir_lite::dialects::std::StdDialect;
use mlir_lite::pass::PassInfo;
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
            let info = PassInfo::new("units-to-std", "Lower units to std", UnitsToStdPass::new);
            registry.register(info);
        },
        std::env::args_os(),
    )
}
