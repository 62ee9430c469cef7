//! The RFC's use case with the dialect irdl: its example, and references that are wrong.

use mlir_lite::dialects::context_with_all;
use mlir_lite::dialects::irdl::load_irdl;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use test_support::{read, render};

/// The rendered errors of a text that is wrong.
fn error(ctx: &Context, text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.sources().add("a.mlir", text).expect("the text is short");
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics);
    let result = module.and_then(|module| verify(&module, &mut diagnostics));
    result.expect_err("the text is wrong");
    render(ctx.sources(), &diagnostics)
}

const EXAMPLE: &str = "
irdl.dialect @some_dialect {
  irdl.type @foo
}
irdl.dialect @other_dialect {
  irdl.type @bar
  irdl.operation @baz {
    %0 = irdl.base @bar
    %1 = irdl.base @.super::@some_dialect::@foo
    %2 = irdl.base @.super::@other_dialect::@bar
    %3 = irdl.base @some_dialect::@foo
    irdl.operands(a: %0, b: %1, c: %2, d: %3)
  }
}";

#[test]
fn the_example_is_read_and_resolved() {
    let ctx = context_with_all();
    let module = read(&ctx, EXAMPLE).unwrap_or_else(|error| panic!("{error}"));
    let tables = SymbolTables::new(&module);
    let bases = module.walk().filter(|op| op.info().name() == "irdl.base").take(3);
    let found = bases.map(|op| {
        let reference = op.attr_named("base_ref").expect("it has a reference");
        let found = tables.resolve(op, reference).unwrap_or_else(|error| panic!("{error}"));
        found.symbol_name().map(|name| name.text(&ctx).to_owned()).unwrap_or_default()
    });
    assert_eq!(found.collect::<Vec<_>>(), ["bar", "foo", "bar"]);

    let mut diagnostics = Diagnostics::new();
    load_irdl(&module, &mut diagnostics).expect("the dialects can be loaded");
    let program = |types: &str| {
        format!(
            "%0 = builtin.unrealized_conversion_cast to !other_dialect.bar
            %1 = builtin.unrealized_conversion_cast to !some_dialect.foo
            \"other_dialect.baz\"(%0, %1, {types}, !some_dialect.foo) -> ()"
        )
    };
    let types = "!other_dialect.bar, !some_dialect.foo, ";
    let right = program(&format!("%0, %1) : ({types} !other_dialect.bar"));
    read(&ctx, &right).unwrap_or_else(|error| panic!("{error}"));
    let wrong = program(&format!("%1, %1) : ({types} !some_dialect.foo"));
    let error = error(&ctx, &wrong);
    let message = ":3:13: error: expected base type 'other_dialect.bar' but got 'some_dialect.foo'";
    assert!(error.contains(message), "{error}");
}

#[test]
fn wrong_references_are_errors_with_a_place() {
    for (reference, reason) in [
        ("@no", "symbol '@no' not found"),
        (
            "@some_dialect",
            "symbol '@some_dialect' does not refer to a type or attribute \
            definition (refers to 'irdl.dialect')",
        ),
        (
            "@baz",
            "symbol '@baz' does not refer to a type or attribute definition (refers to \
            'irdl.operation')",
        ),
        ("@bar::@foo", "symbol '@bar::@foo' not found"),
        (
            "@.super::@bar",
            "cannot resolve '@.super::@bar': component #1, '@bar', is not a symbol of its table",
        ),
        (
            "@.super::@.super::@foo",
            "cannot resolve '@.super::@.super::@foo': component #1, '@.super', leads out of the \
                outermost symbol table",
        ),
    ] {
        let text = EXAMPLE.replace("irdl.base @bar", &format!("irdl.base {reference}"));
        let error = error(&context_with_all(), &text);
        let expected = format!(":8:10: error: 'irdl.base' op {reason}\n");
        assert!(error.contains(&expected), "{error}");
    }
}
