//! Dialects that are defined by data when the program runs.

use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::context_with_all;
use mlir_lite::ir::dynamic::{DynamicData, DynamicDialect};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::PassManager;
use mlir_lite::text::{
    ParseOptions, PrintOptions, parse_module, print_attribute, print_op, print_type,
};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::transforms::cse::CsePass;
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;
use test_support::{read, render, run_passes};

/// Types and attributes with one parameter, and ops with one operand.
fn shop(namespace: &str) -> DynamicDialect {
    let mut dialect = DynamicDialect::new(namespace);
    let one = |_: &Context, parameters: &[Attribute]| match parameters.len() {
        1 => Ok(()),
        count => Err(format!("expected one parameter, not {count}")),
    };
    dialect.ty("price", one);
    dialect.attribute("currency", one);
    dialect.op("pay", |op, diagnostics| {
        if op.num_operands() != 1 {
            diagnostics.error(op.op_error("takes one price"));
        }
    });
    dialect
}

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load_dynamic(shop("shop")).expect("nothing has the namespace");
    ctx
}

/// The rendered errors of a text that is wrong.
fn error(ctx: &Context, text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let file = ctx.sources().add("a.mlir", text).expect("the text is short");
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics);
    let result = module.and_then(|module| verify(&module, &mut diagnostics));
    result.expect_err("the text is wrong");
    render(ctx.sources(), &diagnostics)
}

const PROGRAM: &str = "module {
  %0 = builtin.unrealized_conversion_cast to !shop.price<#shop.currency<\"euro\">>
  \"shop.pay\"(%0) {shop.a = !shop.price<!shop.price<1 : i8>>} : \
    (!shop.price<#shop.currency<\"euro\">>) -> ()
  \"shop.pay\"(%0) : (!shop.price<#shop.currency<\"euro\">>) -> ()
}";

#[test]
fn programs_are_read_verified_and_printed() {
    let module = read(&context(), PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print_op(module.as_op(), PrintOptions::local()), PROGRAM);
    let generic = print_op(module.as_op(), PrintOptions::local().with_generic(true));
    let again = read(&context(), &generic).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print_op(again.as_op(), PrintOptions::local()), PROGRAM);
}

#[test]
fn checks_report_errors_at_their_places() {
    let error = |text: &str| error(&context(), text);
    let found = error("\"shop.pay\"() : () -> ()");
    assert!(found.contains(":1:1: error: 'shop.pay' op takes one price"), "{found}");
    let found = error("module attributes {\n  a.b = !shop.price} {}");
    assert!(found.contains(":2:9: error: expected one parameter, not 0"), "{found}");
    let found = error("module attributes {\n  a.b = #shop<currency<1, 2>>} {}");
    assert!(found.contains(":2:9: error: expected one parameter, not 2"), "{found}");
    let found = error("module attributes {\n  a.b = !shop.price<1} {}");
    assert!(found.contains(":2:22: error: expected '>', found '}'"), "{found}");
}

#[test]
fn types_and_attributes_are_made_of_parameters() {
    let ctx = context();
    let euro = ctx.dynamic_attribute("shop", "currency", &[ctx.string_attr("euro")]);
    let euro = euro.expect("it has one parameter");
    assert_eq!(print_attribute(&ctx, euro), "#shop.currency<\"euro\">");
    let price = ctx.dynamic_type("shop", "price", &[euro]).expect("it has one parameter");
    assert_eq!(print_type(&ctx, price), "!shop.price<#shop.currency<\"euro\">>");
    assert_eq!(ctx.dynamic_type("shop", "price", &[euro]), Ok(price));
    let data = price.as_dialect::<DynamicData>(&ctx).expect("it is a dynamic type");
    assert_eq!(data.parameters(), [euro]);
    assert_eq!(
        ctx.dynamic_type("shop", "price", &[]),
        Err("expected one parameter, not 0".to_owned())
    );
    assert_eq!(
        ctx.dynamic_type("shop", "currency", &[euro]),
        Err("no dynamic dialect defines the type '!shop.currency'".to_owned())
    );
    assert_eq!(
        ctx.dynamic_attribute("builtin", "integer", &[]),
        Err("no dynamic dialect defines the attribute '#builtin.integer'".to_owned())
    );
    assert!(ctx.declares_type("shop", "price") && !ctx.declares_type("shop", "currency"));
    assert!(ctx.declares_attribute("shop", "currency"));
}

#[test]
fn types_of_one_mnemonic_in_two_dialects_are_different() {
    let ctx = context();
    ctx.load_dynamic(shop("market")).expect("nothing has the namespace");
    let parameter = [ctx.i64_attr(1)];
    let here = ctx.dynamic_type("shop", "price", &parameter);
    assert_ne!(here, ctx.dynamic_type("market", "price", &parameter));
}

#[test]
fn each_context_has_its_own_checks() {
    let other = Context::new();
    let mut strict = DynamicDialect::new("shop");
    strict.op("pay", |op, diagnostics| {
        diagnostics.error(op.op_error("is out of order"));
    });
    other.load_dynamic(strict).expect("nothing has the namespace");
    let text = "%0 = \"shop.pay\"(%0) : (i32) -> i32";
    read(&context(), text).unwrap_or_else(|error| panic!("{error}"));
    let error = error(&other, text);
    assert!(error.contains("'shop.pay' op is out of order"), "{error}");
}

#[test]
fn dialects_that_cannot_be_loaded_are_refused() {
    let ctx = context_with_all();
    let error = |dialect| ctx.load_dynamic(dialect).expect_err("it cannot be loaded");
    for namespace in ["arith", "std", "builtin", "func"] {
        let message = format!("a dialect with the namespace '{namespace}' is already loaded");
        assert_eq!(error(DynamicDialect::new(namespace)), message);
    }
    for namespace in ["", "a.b", "a b", "\u{e4}", "a\"", "a<"] {
        let message = format!("'{namespace}' cannot be the name of a dialect");
        assert_eq!(error(DynamicDialect::new(namespace)), message);
    }
    for name in ["", "a b", "1a", "a..b", "a>", "."] {
        let mut dialect = DynamicDialect::new("d");
        dialect.ty(name, |_, _| Ok(()));
        assert_eq!(error(dialect), format!("'{name}' cannot be the name of a type"));
    }
    let mut twice = DynamicDialect::new("d");
    twice.op("a", |_, _| ());
    twice.op("a", |_, _| ());
    assert_eq!(error(twice), "dialect 'd' has two ops named 'a'");
    assert_eq!(ctx.dialect_id("d"), None);
    // The same name may be that of a type, an attribute and an op.
    let mut dialect = DynamicDialect::new("d");
    dialect.ty("a.b", |_, _| Ok(()));
    dialect.attribute("a.b", |_, _| Ok(()));
    dialect.op("a.b", |_, _| ());
    ctx.load_dynamic(dialect).expect("nothing has the namespace");
    let text = "\"d.a.b\"() {x = #d.a.b, y = !d.a.b<1>} : () -> ()";
    read(&ctx, text).unwrap_or_else(|error| panic!("{error}"));
    let again = error(DynamicDialect::new("d"));
    assert_eq!(again, "a dialect with the namespace 'd' is already loaded");
}

#[test]
fn passes_keep_ops_that_may_have_effects() {
    let ctx = context_with_all();
    ctx.load_dynamic(shop("shop")).expect("nothing has the namespace");
    let text = "func @f(%a: i32) {
      %0 = \"shop.pay\"(%a) : (i32) -> i32
      %1 = \"shop.pay\"(%a) : (i32) -> i32
      return
    }";
    let mut module = read(&ctx, text).unwrap_or_else(|error| panic!("{error}"));
    let mut passes = PassManager::new();
    passes.add_pass(CanonicalizerPass::new(&ctx));
    passes.add_pass(CsePass::default());
    run_passes(&passes, &mut module).expect("the passes do not fail");
    assert_eq!(module.to_string().matches("shop.pay").count(), 2);
}
