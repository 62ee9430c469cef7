//! Declarations of dialects outside of the crate: the examples of MLIR's documents on traits,
//! interfaces, op definitions, defining types and declarative builders, in Rust.

mod attribute_positions;
mod builders;
mod constants;
mod definitions;
mod docs;
mod dynamic;
mod edsc;
mod enums;
mod formats;
mod groups;
mod inferred_shapes;
mod inferred_types;
mod interfaces;
mod optional_parameters;
mod quickstart;
mod relations;
mod traits;
mod types;
mod verifiers;

use mlir_lite::ir::prelude::*;
use mlir_lite::text::{PrintOptions, print_op};
use test_support::read;

/// A context with one dialect loaded.
fn context<D: Dialect>() -> Context {
    let ctx = Context::new();
    ctx.load::<D>();
    ctx
}

#[track_caller]
fn round_trip<D: Dialect>(text: &str) {
    let module = read(&context::<D>(), text).unwrap_or_else(|error| panic!("{error}"));
    pretty_assertions::assert_eq!(print_op(module.as_op(), PrintOptions::local()), text);
    let generic = print_op(module.as_op(), PrintOptions::local().with_generic(true));
    let again =
        read(&context::<D>(), &generic).unwrap_or_else(|error| panic!("{error}\n{generic}"));
    pretty_assertions::assert_eq!(print_op(again.as_op(), PrintOptions::local()), text);
}

#[track_caller]
fn rejected<D: Dialect>(text: &str, expected: &str) {
    let found = read(&context::<D>(), text).map(|_| ()).expect_err("it is accepted");
    pretty_assertions::assert_eq!(found, expected, "{text}");
}
