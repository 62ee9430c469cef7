//! Declarations of dialects outside of the crate: the examples of MLIR's documents on traits,
//! interfaces, op definitions and defining types, in Rust.

mod builders;
mod definitions;
mod docs;
mod enums;
mod formats;
mod interfaces;
mod quickstart;
mod relations;
mod traits;
mod types;

use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;

/// A context with one dialect loaded.
fn context<D: Dialect>() -> Context {
    let ctx = Context::new();
    ctx.load::<D>();
    ctx
}

fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n")
}

/// Reads and verifies a module.
fn read(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add("test.mlir", text).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions { allow_unregistered: true };
    let module =
        parse_module(ctx, &file, options, &mut diagnostics).map_err(|_| messages(&diagnostics))?;
    verify(&module, &mut diagnostics).map_err(|_| messages(&diagnostics))?;
    Ok(module)
}

#[track_caller]
fn round_trip<D: Dialect>(text: &str) {
    let module = read(&context::<D>(), text).unwrap_or_else(|error| panic!("{error}"));
    pretty_assertions::assert_eq!(print_op(module.as_op(), PrintOptions::local()), text);
    let generic = print_op(module.as_op(), PrintOptions { generic: true, ..PrintOptions::local() });
    let again =
        read(&context::<D>(), &generic).unwrap_or_else(|error| panic!("{error}\n{generic}"));
    pretty_assertions::assert_eq!(print_op(again.as_op(), PrintOptions::local()), text);
}

#[track_caller]
fn rejected<D: Dialect>(text: &str, expected: &str) {
    let found = read(&context::<D>(), text).map(|_| ()).expect_err("it is accepted");
    pretty_assertions::assert_eq!(found, expected, "{text}");
}
