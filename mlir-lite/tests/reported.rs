//! An error that was reported is an error for `?`, of a pass and of the parser.

use mlir_lite::diagnostics::{Diagnostic, Diagnostics, Position};
use mlir_lite::interpreter::Trap;
use mlir_lite::ir::symbol_resolution::ResolveError;
use mlir_lite::pass::OptionError;
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::scalar::Undefined;
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

/// The text of the error to which `?` converts an error.
fn text(error: impl Into<Box<dyn Error>>) -> String {
    error.into().to_string()
}

#[test]
fn what_functions_return_as_errors_are_errors() {
    assert_eq!(text(Diagnostic::error(Position::Unknown, "no such file")), "no such file");
    let trap = Trap::new("a shift by the width or more");
    assert_eq!(text(trap), "a shift by the width or more");
    let own = Diagnostic::error(Position::Unknown, "index 3 is out of range");
    assert_eq!(text(Trap::reported(own)), "index 3 is out of range");
    assert_eq!(
        text(OptionError::InvalidValue("expected an integer".to_owned())),
        "expected an integer"
    );
    assert_eq!(text(OptionError::UnknownKey), "there is no option of that name");
    assert_eq!(text(MatchFailure::new("the shape is not known")), "the shape is not known");
    assert_eq!(text(Undefined::DividesByZero), "division by zero");
    assert_eq!(text(ResolveError::NotAReference), "expected a symbol reference");
}
