//! The printed forms of scf are those of `mlir-opt` 22.

use super::ScfDialect;
use mlir_lite::context::Context;
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::body::Body;
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

fn parse(text: &str) -> Result<Body, String> {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
        .map_err(|_| diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n"))
}

const TEXT: &str = "module {
  func.func @f(%arg0: index, %arg1: f64, %arg2: i1, %arg3: i32) -> f64 {
    scf.for %arg4 = %arg0 to %arg0 step %arg0 {
      %2 = arith.addf %arg1, %arg1 : f64
      func.call @g() : () -> ()
    } {tag = 1 : i32}
    %0:2 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg1, %arg6 = %arg2) -> \
    (f64, i1) {
      scf.if %arg6 {
        scf.if %arg2 {
        } else {
          func.call @g() : () -> ()
        }
      }
      %2 = scf.if %arg6 -> (f64) {
        scf.yield %arg5 : f64
      } else {
        scf.yield %arg1 : f64
      }
      scf.yield %2, %arg6 : f64, i1
    }
    scf.for %arg4 = %arg3 to %arg3 step %arg3  : i32 {
    }
    %1 = scf.while (%arg4 = %arg1) : (f64) -> f64 {
      scf.condition(%arg2) %arg4 : f64
    } do {
    ^bb0(%arg4: f64):
      %2 = arith.addf %arg4, %arg1 : f64
      scf.yield %2 : f64
    }
    scf.while : () -> () {
      scf.condition(%arg2)
    } do {
      scf.yield
    }
    return %0#0 : f64
  }
  func.func private @g()
}
";

#[test]
fn forms_and_generic_forms_round_trip() {
    let module = parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
    let upstream = PrintOptions::default().with_spelling(Spelling::Upstream);
    assert_eq!(print_op(module.as_op(), upstream) + "\n", TEXT);
    for spelling in [Spelling::Std, Spelling::Upstream] {
        let generic = PrintOptions::default().with_spelling(spelling).with_generic(true);
        let generic = print_op(module.as_op(), generic);
        let again = parse(&generic).unwrap_or_else(|error| panic!("{error}\n{generic}"));
        assert_eq!(print_op(again.as_op(), upstream) + "\n", TEXT);
    }
}

#[test]
fn errors_of_forms() {
    let errors = [
        (
            "func @f(%a: index) { scf.for %i = %a until %a step %a {} return }",
            "expected 'to', found 'until'",
        ),
        ("func @f(%a: index) { scf.if %a {} return }", "use of value '%a' expects different type"),
        (
            "func @f(%a: index) { scf.for %i = %a to %a step %a iter_args(%b = %a) -> (i1, i1) {} \
                return }",
            "expected 1 types for as many operands, found 2",
        ),
    ];
    for (text, expected) in errors {
        let error = parse(text).map(|_| ()).unwrap_err();
        assert!(error.contains(expected), "{text}\n{error}");
    }
}

/// In the text of 2020 a loop ends with `scf.yield`, and each reduction is an
/// op of its own.
#[test]
fn parallel_loops_of_2020_are_read() {
    let text = "func @f(%n: index, %x: f32) -> (f32, f32) {
      %0:2 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x, %x) -> (f32, f32) {
        scf.reduce(%x) : f32 {
        ^bb0(%a: f32, %b: f32):
          %1 = addf %a, %b : f32
          scf.reduce.return %1 : f32
        }
        scf.reduce(%x) : f32 {
        ^bb0(%a: f32, %b: f32):
          %1 = mulf %a, %b : f32
          scf.reduce.return %1 : f32
        }
        scf.yield
      }
      scf.parallel (%i) = (%n) to (%n) step (%n) {
      }
      return %0#0, %0#1 : f32, f32
    }";
    let expected = "module {
  func @f(%arg0: index, %arg1: f32) -> (f32, f32) {
    %0:2 = scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) init (%arg1, %arg1) -> (f32, \
    f32) {
      scf.reduce(%arg1, %arg1 : f32, f32) {
      ^bb0(%arg3: f32, %arg4: f32):
        %1 = addf %arg3, %arg4 : f32
        scf.reduce.return %1 : f32
      }, {
      ^bb0(%arg3: f32, %arg4: f32):
        %1 = mulf %arg3, %arg4 : f32
        scf.reduce.return %1 : f32
      }
    }
    scf.parallel (%arg2) = (%arg0) to (%arg0) step (%arg0) {
      scf.reduce
    }
    return %0#0, %0#1 : f32, f32
  }
}";
    let module = parse(text).unwrap();
    mlir_lite::verify::verify(&module, &mut Diagnostics::new()).unwrap();
    let printed = print_op(module.as_op(), PrintOptions::default());
    // MLIR ends `scf.reduce` with a space.
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    assert_eq!(lines.join("\n"), expected);
}
