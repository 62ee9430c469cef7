//! An opt tool with a version, a spelling, flags and debug output of its own.

use from_packages::OwnDialect;
use mlir_lite::register_all_dialects;
use mlir_lite_opt::{Spelling, Tool};
use std::process::ExitCode;

/// The flags of this tool.
///
/// This comment is not part of the help text of the tool.
#[derive(Clone, clap::Args)]
struct Flags {
    /// The name to greet
    #[arg(long, default_value = "nobody")]
    greet: String,
}

fn main() -> ExitCode {
    Tool::new("own-opt")
        .version("7.8.9")
        .about("Shows what a tool can set")
        .dialects(|ctx| {
            register_all_dialects(ctx);
            ctx.load::<OwnDialect>();
        })
        .spelling(Spelling::Upstream)
        .debug_part("greeting")
        .flags(|flags: &Flags, ctx| {
            if let Some(write) = ctx.debug_output("greeting") {
                write(&format!("hello, {}\n", flags.greet));
            }
        })
        .run(std::env::args_os())
}
