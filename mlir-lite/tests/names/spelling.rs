//! Diagnostics call ops and types what the input calls them.

use crate::{context, messages};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;

/// The first error.
fn errors(text: &str) -> String {
    let ctx = context();
    let file = ctx.sources().add("test.mlir", text).expect("there is room");
    let mut diagnostics = Diagnostics::new();
    if let Ok(module) = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics) {
        let _ = verify(&module, &mut diagnostics);
    }
    messages(&diagnostics).lines().next().unwrap_or_default().to_string()
}

#[test]
fn ops_have_the_names_that_the_text_has() {
    let in_function =
        |kind: &str, op: &str| errors(&format!("{kind} @f(%a: i32) {{\n  {op}\n  return\n}}"));
    let wrong = "op operand #0 must be floating-point-like, but got 'i32'";
    for (name, kind) in
        [("arith.negf", "func.func"), ("std.negf", "func"), ("std.negf", "func.func")]
    {
        let generic = format!("%0 = \"{name}\"(%a) : (i32) -> i32");
        assert_eq!(in_function(kind, &generic), format!("'{name}' {wrong}"));
    }
    assert_eq!(in_function("func", "%0 = arith.negf %a : i32"), format!("'arith.negf' {wrong}"));
    assert_eq!(in_function("func.func", "%0 = negf %a : i32"), format!("'std.negf' {wrong}"));
    assert_eq!(in_function("func", "%0 = negf %a : i32"), format!("'std.negf' {wrong}"));
    // If the text is ambiguous here, the rest of it decides.
    let elsewhere = "%0 = \"arith.negf\"(%a) : (i32) -> i32 loc(\"x\":1:1)";
    assert_eq!(in_function("func.func", elsewhere), format!("'arith.negf' {wrong}"));
    let elsewhere = "%0 = \"std.negf\"(%a) : (i32) -> i32 loc(\"x\":1:1)";
    assert_eq!(in_function("func", elsewhere), format!("'std.negf' {wrong}"));
}

#[test]
fn short_names_are_of_the_generation_of_the_text() {
    let text = |kind: &str| errors(&format!("{kind} @f(%a: i32) {{\n  return %a : i32\n}}"));
    let wrong = text("func.func");
    assert!(wrong.starts_with("'func.return' op "), "{wrong}");
    let wrong = text("func");
    assert!(wrong.starts_with("'std.return' op "), "{wrong}");
}

#[test]
fn types_have_the_form_that_the_text_has() {
    let text = |kind: &str, op: &str, layout: &str| {
        errors(&format!(
            "{kind} @f(%a: memref<4xf32, {layout}>) {{\n  %0 = \"{op}\"(%a) : (memref<4xf32, \
                {layout}>) -> f32\n  \
             return\n}}"
        ))
    };
    let wrong = text("func.func", "arith.negf", "strided<[2], offset: 3>");
    assert!(wrong.ends_with("but got 'memref<4xf32, strided<[2], offset: 3>>'"), "{wrong}");
    let wrong = text("func", "std.negf", "offset: 3, strides: [2]");
    assert!(wrong.ends_with("but got 'memref<4xf32, offset: 3, strides: [2]>'"), "{wrong}");
}
