//! Text in, text out.

use super::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use crate::Context;
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer};
use pretty_assertions::assert_eq;

fn parse(text: &str, options: PrintOptions) -> Result<String, String> {
    let ctx = Context::new();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(
        &ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    );
    match module {
        Ok(module) => Ok(print_op(module.as_op(), options) + "\n"),
        Err(_) => {
            let mut out = Vec::new();
            Renderer::new(ctx.sources(), RenderStyle::Plain)
                .render_all(&diagnostics, &mut out)
                .unwrap();
            Err(String::from_utf8(out).unwrap())
        }
    }
}

fn round_trip(text: &str) {
    let printed = parse(text, PrintOptions::local()).unwrap();
    assert_eq!(printed, text);
}

/// Parses types or attributes within an op and checks that the same text is printed.
fn round_trip_attrs(attributes: &[&str]) {
    for attribute in attributes {
        round_trip(&format!("module {{\n  \"t.op\"() {{a = {attribute}}} : () -> ()\n}}\n"));
    }
}

fn error(text: &str) -> String {
    parse(text, PrintOptions::local()).unwrap_err()
}

#[test]
fn types_round_trip() {
    round_trip_attrs(&[
        "i32",
        "si8",
        "ui1",
        "index",
        "f16",
        "bf16",
        "f32",
        "f64",
        "f80",
        "f128",
        "none",
        "complex<f32>",
        "tuple<>",
        "tuple<i32, tensor<i1>>",
        "vector<4x8xf32>",
        "tensor<2x?xf64>",
        "tensor<*xf64>",
        "tensor<f32>",
        "tensor<0x1xi32>",
        "memref<2x3xf64>",
        "memref<?xf32, 2>",
        "memref<4x4xf32, offset: ?, strides: [?, 1], 1>",
        "memref<*xf32>",
        "() -> ()",
        "(i32) -> (f32, f32)",
        "() -> (() -> ())",
        "!foo.bar",
        "!foo.bar<i32, [1, 2]>",
        "!foo<\"something<a%%123^^^>>>\">",
        "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>",
    ]);
}

#[test]
fn blanks_and_hexadecimal_looking_sizes_are_read() {
    let text = "\"t.op\"() {a = tensor<4 x 0xf32>, b = memref<? x ? x f32, affine_map<(i, j) -> \
        (i, j)>>} : () -> ()";
    let printed = parse(text, PrintOptions::local()).unwrap();
    assert_eq!(
        printed,
        "module {\n  \"t.op\"() {a = tensor<4x0xf32>, b = memref<?x?xf32>} : () -> ()\n}\n"
    );
}

#[test]
fn attributes_round_trip() {
    round_trip_attrs(&[
        "1 : i64",
        "-1 : i32",
        "42 : index",
        "true",
        "false",
        "1.000000e+00 : f64",
        "1.000000e-01 : f32",
        "0x7FF0000000000000 : f64",
        "0x7C00 : f16",
        "\"text\\0A\\22\\\\\"",
        "\"s\" : i32",
        "[1, \"a\"]",
        "[]",
        "{b = 1 : i64, c}",
        "@sym",
        "@a::@b",
        "@\"odd name\"",
        "[unit]",
        "dense<1.000000e+00> : tensor<2x3xf64>",
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
        "dense<> : tensor<0xf64>",
        "dense<5> : tensor<i32>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f64>>",
        "array<i32: 1, -2>",
        "array<f64>",
        "affine_map<(d0)[s0] -> (d0 + s0, d0 floordiv 4)>",
        "affine_set<(d0) : (d0 - 3 >= 0, d0 mod 2 == 0)>",
        "#foo.bar<1>",
        "340282366920938463463374607431768211455 : ui128",
        "loc(\"f\":1:2)",
    ]);
}

#[test]
fn regions_blocks_and_results_are_named_as_in_mlir() {
    round_trip(
        "module {
  %0:2 = \"t.two\"() : () -> (i32, f32)
  \"t.use\"(%0#0, %0#1) : (i32, f32) -> ()
  \"t.region\"() ({
  ^bb0(%arg0: i32):
    %2 = \"t.inner\"(%arg0) : (i32) -> i32
    \"t.br\"(%2)[^bb1] : (i32) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb1
    \"t.br\"()[^bb1] : () -> ()
  }, {
  }) : () -> ()
  %1 = \"t.last\"() : () -> i32
}
",
    );
}

#[test]
fn forward_references_and_aliases() {
    let text = "!t = type tensor<2xf64>
#m = affine_map<(d0) -> (d0 + 10)>
\"t.op\"(%x) {m = #m} : (!t) -> () loc(#loc)
%x = \"t.def\"() : () -> !t
#loc = loc(\"a.toy\":3:4)
";
    let options = PrintOptions::local().with_debug_info(true);
    assert_eq!(
        parse(text, options).unwrap(),
        "module {
  \"t.op\"(%0) {m = affine_map<(d0) -> (d0 + 10)>} : (tensor<2xf64>) -> () loc(\"a.toy\":3:4)
  %0 = \"t.def\"() : () -> tensor<2xf64> loc(\"t.mlir\":4:6)
} loc(\"t.mlir\":0:0)
"
    );
}

#[test]
fn locations_round_trip() {
    for location in [
        "unknown",
        "\"f\":1:2",
        "\"name\"",
        "\"name\"(\"f\":1:2)",
        "callsite(\"a\" at \"f\":3:4)",
        "fused[\"a\", \"b\"]",
        "fused<\"pass\">[\"a\", \"b\"]",
    ] {
        let text = format!("module {{\n  \"t.op\"() : () -> () loc({location})\n}} loc(unknown)\n");
        let options = PrintOptions::local().with_debug_info(true);
        assert_eq!(parse(&text, options).unwrap(), text);
    }
}

#[test]
fn upstream_spelling_puts_no_types_on_successors() {
    let text = "\"t.r\"() ({\n  %a = \"t.a\"() : () -> i1\n  \"t.br\"()[^bb1(%a : i1)] : () -> \
        ()\n^bb1(%b: i1):\n}) : () -> ()";
    let options = PrintOptions::local().with_spelling(Spelling::Upstream);
    assert!(parse(text, options).unwrap().contains("\"t.br\"(%0)[^bb1] : (i1) -> ()"));
}

#[test]
fn errors_say_what_was_expected_and_found() {
    assert_eq!(
        error("\"t.op\"() : () -> (index, ind)"),
        "t.mlir:1:26: error: expected non-function type, found 'ind'\n\"t.op\"() : () -> (index, \
            ind)\n                         ^~~\n"
    );
    assert!(
        error("\"t.op\"(%x) : (i32) -> ()")
            .starts_with("t.mlir:1:8: error: use of undeclared SSA value name '%x'\n")
    );
    assert!(error("foo.bar").contains("custom op 'foo.bar' is unknown"));
    assert!(
        error("\"t.op\"() {a = 1, a = 2} : () -> ()")
            .contains("duplicate key 'a' in dictionary attribute")
    );
    assert!(
        error("\"t.op\"() {a: 1} : () -> ()")
            .contains("expected '=' after attribute name 'a', found ':'")
    );
    assert!(
        error("#a = #a\n\"t.op\"() {a = #a} : () -> ()")
            .contains("alias '#a' is defined by itself")
    );
    assert!(error("\"t.op\"()[^nowhere] : () -> ()").contains("reference to an undefined block"));
    assert!(
        error("\"t.op\"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()")
            .contains("expected 3 elements")
    );
    assert!(
        error("\"t.op\"() {a = 300 : i8} : () -> ()").contains("integer constant out of range")
    );
}

#[test]
fn deep_nesting_is_an_error() {
    let text =
        format!("\"t.op\"() {{a = {}1{}}} : () -> ()", "[".repeat(100_000), "]".repeat(100_000));
    assert!(error(&text).contains("nesting is deeper than"));
    let text = format!("{}{}", "\"t.op\"() ({".repeat(10_000), "}) : () -> ()".repeat(10_000));
    assert!(error(&text).contains("nesting is deeper than"));
}
