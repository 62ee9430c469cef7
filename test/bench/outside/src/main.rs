//! Reads a module, runs passes on it and prints it, as a crate of a user's does: on the facade
//! alone, with Cargo's default release profile.
//!
//! `bench --instructions` counts the instructions of two builds of it. So it takes the arguments
//! that `mlir-lite-opt` is given there: `--cse --canonicalize FILE -o /dev/null`; `--threads` and
//! `--spelling` are as they are there in any case.
#![forbid(unsafe_code)]

use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::text::{self, ParseOptions, PrintOptions, Spelling};
use mlir_lite::verify::verify;
use mlir_lite::{Context, register_all_dialects, register_all_passes};
use std::error::Error;

/// As in `mlir-lite-opt`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut steps, mut input, mut output) = (Vec::new(), None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--") {
            Some(option) if option.starts_with("threads=") || option.starts_with("spelling=") => {}
            Some(pass) => steps.push(PipelineStep::Named(pass.to_owned(), String::new())),
            None if argument == "-o" => output = arguments.next(),
            None => input = Some(argument),
        }
    }
    let usage = "usage: bench-outside [--PASS]... FILE -o FILE";
    let (input, output) = (input.ok_or(usage)?, output.ok_or(usage)?);

    let ctx = Context::new();
    ctx.set_threads(1);
    register_all_dialects(&ctx);
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    let file = ctx.sources().add(&input, std::fs::read_to_string(&input)?)?;
    let mut diagnostics = Diagnostics::new();
    let result = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
        .and_then(|module| verify(&module, &mut diagnostics).map(|()| module))
        .and_then(|mut module| {
            parse_steps(&ctx, &steps, &registry, &mut diagnostics)?.run(
                &mut module,
                &mut RunOptions::default(),
                &mut diagnostics,
            )?;
            Ok(module)
        });
    let module = result.map_err(|_| format!("{input}: {:?}", diagnostics.iter().next()))?;
    let options = PrintOptions::default().with_spelling(Spelling::Upstream);
    text::write_valid_op(module.as_op(), options, &mut std::fs::File::create(output)?)?;
    Ok(())
}
