//! The examples of MLIR's language reference, of its document on the structure of IR, of the one on
//! dialect types and of its rationale, as text: parsed and printed, or rejected with the error.
//! Where the documents contradict themselves or their grammar, a comment and the result show
//! it.

mod attributes;
mod blocks_and_regions;
mod dialect_types;
mod functions_and_modules;
mod identifiers;
mod locations;
mod operations;
mod rationale;
mod structure;
mod types;

use mlir_lite::dialects::{affine::AffineDialect, builtin::BuiltinDialect, standard::StdDialect};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{PrintOptions, print_op};
use test_support::read;

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx.load::<AffineDialect>();
    ctx
}

/// Parses, prints and checks that the result, and its generic form, parse as the same again.
#[track_caller]
fn printed(text: &str) -> String {
    let print = |text: &str, options: PrintOptions| {
        let module = read(&context(), text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        print_op(module.as_op(), options)
    };
    let first = print(text, PrintOptions::default());
    pretty_assertions::assert_eq!(print(&first, PrintOptions::default()), first);
    let options = PrintOptions::default().with_generic(true).with_debug_info(true);
    let generic = print(text, options);
    pretty_assertions::assert_eq!(print(&generic, options), generic);
    pretty_assertions::assert_eq!(print(&generic, PrintOptions::default()), first);
    first
}

#[track_caller]
fn prints(text: &str, expected: &str) {
    pretty_assertions::assert_eq!(printed(text), expected);
}

/// The text is how it is printed.
#[track_caller]
fn round_trip(text: &str) {
    prints(text, text);
}

#[track_caller]
fn rejected(text: &str, expected: &str) {
    let found = read(&context(), text).map(|_| ()).expect_err("it is accepted");
    pretty_assertions::assert_eq!(found, expected, "{text}");
}

fn with_attribute(attribute: &str) -> String {
    format!("\"t.op\"() {{a = {attribute}}} : () -> ()")
}

/// A type or an attribute is read and printed as `expected`.
#[track_caller]
fn value_prints(value: &str, expected: &str) {
    let expected = format!("module {{\n  {}\n}}", with_attribute(expected));
    pretty_assertions::assert_eq!(printed(&with_attribute(value)), expected);
}

#[track_caller]
fn value_is_rejected(value: &str, expected: &str) {
    rejected(&with_attribute(value), expected);
}

/// Whether two texts are the same type or attribute.
#[track_caller]
fn are_equal(a: &str, b: &str) -> bool {
    let ctx = context();
    let [a, b] = [a, b].map(|value| {
        let module =
            read(&ctx, &with_attribute(value)).unwrap_or_else(|error| panic!("{error}\n{value}"));
        module.walk().find_map(|op| op.attr_named("a")).expect("it has the attribute")
    });
    a == b
}
