//! Trailing locations: the kinds that the document on diagnostics lists.

use crate::context;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};

fn printed(text: &str) -> Result<String, String> {
    let ctx = context();
    let file = ctx.sources().add("test.mlir", text).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(
        &ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    )
    .map_err(|_| diagnostics.iter().map(|d| d.message.clone()).collect::<String>())?;
    let options = PrintOptions::default().with_debug_info(true).with_local_scope(true);
    Ok(print_op(module.as_op(), options))
}

fn at(location: &str) -> String {
    format!("module {{\n  \"t.op\"() : () -> () loc({location})\n}} loc(unknown)")
}

#[test]
fn each_kind() {
    for location in [
        "unknown",
        "\"mysource.cc\":10:8",
        "\"CSE\"",
        "\"CSE\"(\"mysource.cc\":10:8)",
        "callsite(\"foo\" at \"mysource.cc\":10:8)",
        "callsite(callsite(\"foo\" at \"bar\") at \"mysource.cc\":10:8)",
        "fused[\"mysource.cc\":10:8, \"mysource.cc\":22:8]",
        "fused<\"CSE\">[\"mysource.cc\":10:8, \"mysource.cc\":22:8]",
        "\"mysource.cc\":10:8 to 12:18",
        "\"mysource.cc\":10:8 to :18",
    ] {
        assert_eq!(printed(&at(location)), Ok(at(location)));
    }
}

#[test]
fn errors() {
    let error = |location| printed(&at(location)).expect_err("it is accepted");
    assert_eq!(error("nowhere"), "expected location, found 'nowhere'");
    assert_eq!(error("callsite(\"a\" \"b\")"), "expected 'at', found '\"b\"'");
    assert_eq!(error("\"f\":1:2 to 3"), "expected ':', found ')'");
    assert_eq!(error("fused[\"a\" \"b\"]"), "expected ',' or ']', found '\"b\"'");
}

#[test]
fn aliases_may_come_after_their_uses() {
    let text = "\"t.op\"() : () -> () loc(#loc)\n#loc = loc(\"a.toy\":3:4)";
    assert!(printed(text).is_ok_and(|text| text.contains("loc(\"a.toy\":3:4)")));
    assert_eq!(
        printed("\"t.op\"() : () -> () loc(#loc)"),
        Err("operation location alias '#loc' is not defined".into())
    );
}

#[test]
fn block_arguments_may_have_locations() {
    // They are kept; the text of 2020 does not show them.
    let text = "module {
  \"t.op\"() ({
  ^bb0(%arg0: i32 loc(\"a\":1:2)):
    \"t.end\"() : () -> () loc(\"b\")
  }) : () -> () loc(\"c\")
} loc(unknown)";
    assert_eq!(printed(text), Ok(text.replace(" loc(\"a\":1:2)", "")));
}
