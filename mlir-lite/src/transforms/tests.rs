//! Text in, text out, for the transformations that know no dialect.

use crate::Context;
use crate::dialects::std::StdDialect;
use crate::pass::{Pass, PassManager, RunOptions};
use crate::text::{ParseOptions, PrintOptions, parse_module, print_op};
use crate::transforms::cse::CsePass;
use crate::transforms::inline::InlinerPass;
use crate::transforms::symbol_privatize::SymbolPrivatizePass;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

fn run(text: &str, pass: impl Pass + 'static, on_functions: bool, options: PrintOptions) -> String {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let parsed = parse_module(&ctx, &file, ParseOptions { allow_unregistered: true }, &mut diagnostics);
    let mut module = parsed.unwrap_or_else(|_| panic!("{:?}", diagnostics.into_vec()));
    let mut manager = PassManager::new();
    if on_functions {
        manager.nest("std.func").add_pass(pass);
    } else {
        manager.add_pass(pass);
    }
    let mut diagnostics = Diagnostics::new();
    let result = manager.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
    result.unwrap_or_else(|_| panic!("{:?}", diagnostics.into_vec()));
    print_op(module.as_op(), options) + "\n"
}

fn inline(text: &str) -> String {
    run(text, InlinerPass, false, PrintOptions::default())
}

fn cse(text: &str) -> String {
    run(text, CsePass, true, PrintOptions::default())
}

#[test]
fn calls_become_the_ops_of_their_callee() {
    // The callee comes first in the call graph whatever the order of the text,
    // and a private function that nobody calls any more is gone.
    assert_eq!(
        inline(
            "func @main(%x: f64) -> f64 {
  %0 = call @twice(%x) : (f64) -> f64
  return %0 : f64
}
func private @twice(%a: f64) -> f64 {
  %0 = call @once(%a) : (f64) -> f64
  %1 = call @once(%0) : (f64) -> f64
  return %1 : f64
}
func @once(%a: f64) -> f64 {
  %0 = addf %a, %a : f64
  return %0 : f64
}"
        ),
        "module {
  func @main(%arg0: f64) -> f64 {
    %0 = addf %arg0, %arg0 : f64
    %1 = addf %0, %0 : f64
    return %1 : f64
  }
  func @once(%arg0: f64) -> f64 {
    %0 = addf %arg0, %arg0 : f64
    return %0 : f64
  }
}
"
    );
}

#[test]
fn recursive_calls_and_declarations_stay() {
    let text = "module {
  func @f(%arg0: f64) -> f64 {
    %0 = call @g(%arg0) : (f64) -> f64
    return %0 : f64
  }
  func @g(%arg0: f64) -> f64 {
    %0 = call @f(%arg0) : (f64) -> f64
    %1 = call @outside(%0) : (f64) -> f64
    return %1 : f64
  }
  func private @outside(f64) -> f64
}
";
    assert_eq!(inline(text), text);
}

#[test]
fn inlined_ops_say_where_they_were_called() {
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    let text = run(
        "func @f() {
  call @g() : () -> () loc(\"a.toy\":7:3)
  return
}
func private @g() {
  %c = constant 1 : i32 loc(\"a.toy\":2:3)
  return
}",
        InlinerPass,
        false,
        options,
    );
    assert!(text.contains("loc(callsite(\"a.toy\":2:3 at \"a.toy\":7:3))"), "{text}");
}

#[test]
fn of_equal_ops_the_first_stays() {
    // The tutorial's documentation of passes shows this pair of dumps.
    assert_eq!(
        cse("func @simple_constant() -> (i32, i32) {
  %c1_i32 = constant 1 : i32
  %c1_i32_0 = constant 1 : i32
  return %c1_i32, %c1_i32_0 : i32, i32
}"),
        "module {
  func @simple_constant() -> (i32, i32) {
    %c1_i32 = constant 1 : i32
    return %c1_i32, %c1_i32 : i32, i32
  }
}
"
    );
}

#[test]
fn an_op_reaches_dominated_blocks_only() {
    assert_eq!(
        cse("func @f(%c: i1, %x: f64) -> f64 {
  %0 = addf %x, %x : f64
  cond_br %c, ^a, ^b
^a:
  %1 = addf %x, %x : f64
  %2 = mulf %x, %x : f64
  br ^c(%1, %2 : f64, f64)
^b:
  %3 = mulf %x, %x : f64
  br ^c(%3, %3 : f64, f64)
^c(%p: f64, %q: f64):
  %4 = subf %p, %q : f64
  %5 = addf %x, %x : f64
  %6 = divf %5, %0 : f64
  %7 = mulf %4, %6 : f64
  return %7 : f64
}"),
        "module {
  func @f(%arg0: i1, %arg1: f64) -> f64 {
    %0 = addf %arg1, %arg1 : f64
    cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %1 = mulf %arg1, %arg1 : f64
    br ^bb3(%0, %1 : f64, f64)
  ^bb2:  // pred: ^bb0
    %2 = mulf %arg1, %arg1 : f64
    br ^bb3(%2, %2 : f64, f64)
  ^bb3(%3: f64, %4: f64):  // 2 preds: ^bb1, ^bb2
    %5 = subf %3, %4 : f64
    %6 = divf %0, %0 : f64
    %7 = mulf %5, %6 : f64
    return %7 : f64
  }
}
"
    );
}

#[test]
fn a_library_stays_public() {
    let text = "module {\n  func @f() {\n    return\n  }\n}\n";
    assert_eq!(run(text, SymbolPrivatizePass::new(&["main"]), false, PrintOptions::default()), text);
    let text = "func @f() {\n return }\nfunc @main() {\n return }";
    let privatized = run(text, SymbolPrivatizePass::new(&["main"]), false, PrintOptions::default());
    assert!(privatized.contains("func private @f()") && privatized.contains("func @main()"), "{privatized}");
}
