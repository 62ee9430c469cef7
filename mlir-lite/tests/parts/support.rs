//! Text in, text out, for tests of passes.

#![allow(dead_code, reason = "part of two test programs, of which one needs less")]

use mlir_lite::Context;
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::Body;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite::pass::{Pass, PassContext, SymbolSnapshot};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;

/// The module of that text, which must be valid; ops of dialects that are not
/// known are allowed.
#[track_caller]
pub(crate) fn parse(text: &str) -> Body {
    parse_in(|_| {}, text)
}

/// The same, with more dialects.
#[track_caller]
pub(crate) fn parse_in(load: impl FnOnce(&Context), text: &str) -> Body {
    let ctx = context();
    load(&ctx);
    parse_with(&ctx, text)
}

/// A context with the dialects of most tests.
pub(crate) fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx
}

/// The module of that text in a context that there is.
#[track_caller]
pub(crate) fn parse_with(ctx: &Context, text: &str) -> Body {
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions { allow_unregistered: true };
    let module = parse_module(ctx, &file, options, &mut diagnostics);
    let Ok(module) = module else { panic!("{diagnostics:?}") };
    assert_valid(&module);
    module
}

#[track_caller]
fn assert_valid(module: &Body) {
    let mut diagnostics = Diagnostics::new();
    assert!(verify(module, &mut diagnostics).is_ok(), "{diagnostics:?}");
}

/// The module of that text after the pass, whose messages must be these.
#[track_caller]
pub(crate) fn run_pass_with(pass: &dyn Pass, module: &mut Body, messages: &[&str]) -> String {
    let mut diagnostics = Diagnostics::new();
    let (mut requests, symbols) = (SymbolRequests::new(), SymbolSnapshot::default());
    let result = pass.run(module, &mut PassContext::new(&mut diagnostics, &mut requests, &symbols));
    let found: Vec<&str> =
        diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(found, messages);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    assert_valid(module);
    print_op(module.as_op(), PrintOptions::local())
}

/// The module after a pass that reports nothing.
#[track_caller]
pub(crate) fn run_pass(pass: &dyn Pass, text: &str) -> String {
    run_pass_with(pass, &mut parse(text), &[])
}
