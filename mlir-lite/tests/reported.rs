//! An error that was reported is an error for `?`, of a pass and of the parser.

use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use mlir_lite::{Context, register_all_dialects};
use std::error::Error;

fn check(text: &str, diagnostics: &mut Diagnostics) -> Result<(), Box<dyn Error>> {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let file = ctx.sources().add("f.mlir", text)?;
    let module = parse_module(&ctx, &file, ParseOptions::default(), diagnostics)?;
    verify(&module, diagnostics)?;
    Ok(())
}

#[test]
fn what_was_reported_is_an_error() {
    let mut diagnostics = Diagnostics::new();
    assert!(check("func @f() {\n  return\n}", &mut diagnostics).is_ok());
    let error = check("func @f() {", &mut diagnostics).expect_err("a bracket is missing");
    assert_eq!(error.to_string(), "errors were reported to the diagnostics");
    assert!(diagnostics.has_errors());
}
