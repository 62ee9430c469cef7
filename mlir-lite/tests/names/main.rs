//! Unknown names are errors, and all spellings of a name mean the same: of ops, dialects and the
//! ops that passes run on. Impossible types and attributes are errors, too.

mod conversions;
mod data;
mod dialects;
mod lookups;
mod passes;
mod patterns;
mod spelling;

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, parse_module};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A context with `std`.
fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx
}

fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n")
}

/// A module of registered ops.
#[track_caller]
fn parse(ctx: &Context, text: &str) -> Body {
    let file = ctx.sources().add("test.mlir", text).expect("there is room");
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics);
    module.unwrap_or_else(|_| panic!("{}", messages(&diagnostics)))
}

/// The panic message of a misuse.
#[track_caller]
fn panic_of<T>(misuse: impl FnOnce() -> T) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(misuse)) else {
        panic!("nothing is wrong with it")
    };
    match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => {
            payload.downcast::<&str>().map_or(String::new(), |message| message.to_string())
        }
    }
}
