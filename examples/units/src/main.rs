//! `units-opt`: reads, verifies, transforms and prints programs with units.

use mlir_lite::Context;
use mlir_lite::dialects::std::StdDialect;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use std::process::ExitCode;
use units::{UnitsDialect, UnitsToStdPass};

fn main() -> ExitCode {
    let (passes, arguments): (Vec<_>, Vec<_>) = std::env::args_os()
        .partition(|argument| argument == "--canonicalize" || argument == "--units-to-std");
    let set_up = |ctx: &Context| {
        ctx.load::<StdDialect>();
        ctx.load::<UnitsDialect>();
    };
    mlir_lite_opt::run_passes(
        set_up,
        |module, diagnostics| {
            let ctx = module.context().clone();
            let mut manager = PassManager::new();
            for pass in &passes {
                let functions = manager.nest("std.func");
                if pass == "--canonicalize" {
                    functions.add_pass(CanonicalizerPass::new(&ctx));
                } else {
                    functions.add_pass(UnitsToStdPass::new(&ctx));
                }
            }
            manager.run(module, &mut RunOptions::default(), diagnostics)
        },
        arguments,
    )
}
