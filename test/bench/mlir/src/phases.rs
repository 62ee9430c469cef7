//! The phases of one run of mlir-lite, measured in a process of its own: reading and verifying,
//! printing.
//!
//! `mlir-opt` reports its phases itself (`--mlir-timing`); this writes the same lines.

use mlir_lite::Context;
use mlir_lite::dialects::{
    affine::AffineDialect, llvm::LlvmDialect, scf::ScfDialect, standard::StdDialect,
};
use mlir_lite::text::{self, ParseOptions, PrintOptions, Spelling};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use std::io::Write;
use std::time::Instant;

/// Copies a file: a lower bound for any tool.
pub(crate) fn copy(path: &str) -> Result<(), String> {
    let source = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    std::io::stdout().lock().write_all(&source).map_err(|error| error.to_string())
}

/// Reads, verifies and prints a file, and says on standard error what it took.
#[allow(clippy::print_stderr, reason = "the report is this program's output")]
pub(crate) fn run(path: &str, generic: bool, threads: usize) -> Result<(), String> {
    let ctx = Context::new();
    ctx.set_threads(threads);
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    let source = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let start = Instant::now();
    let file = ctx.sources().add(path, source).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
        .and_then(|module| verify(&module, &mut diagnostics).map(|()| module))
        .map_err(|_| format!("{path}: {:?}", diagnostics.iter().next()))?;
    let parse = start.elapsed();
    let options = PrintOptions::default().with_spelling(Spelling::Upstream).with_generic(generic);
    let start = Instant::now();
    text::write_valid_op(module.as_op(), options, &mut std::io::stdout().lock())
        .map_err(|error| error.to_string())?;
    let print = start.elapsed();
    eprintln!("{:.6} Parser\n{:.6} Output", parse.as_secs_f64(), print.as_secs_f64());
    Ok(())
}
