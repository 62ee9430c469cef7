//! Parsing, verifying, passes and printing with several threads give the same results as with one
//! thread, including errors.

use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::pass::{PassRegistry, PipelineStep, RunOptions, parse_steps};
use mlir_lite::register_all_passes;
use mlir_lite::support::recording::{Part, record};
use mlir_lite::text::{self, ParseOptions, PrintOptions, Spelling};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::fmt::Write;

/// Enough functions for several pieces; `last` is at the end of the last one, `between` between two
/// in the middle.
fn module(open: &str, close: &str, between: &str, last: &str) -> String {
    let mut text = format!("#map = affine_map<(d0) -> (d0 + 1)>\n{open}");
    for function in 0..150 {
        if function == 75 {
            text.push_str(between);
        }
        let _ = writeln!(text, "func.func @f{function}(%arg0: f64) -> f64 {{");
        let mut value = "%arg0".to_owned();
        for op in 0..60 {
            let _ = writeln!(text, "  %{op} = arith.addf {value}, %arg0 : f64");
            value = format!("%{op}");
        }
        if function == 149 {
            text.push_str(last);
        }
        let _ = writeln!(text, "  return {value} : f64\n}}");
    }
    text + close
}

/// The printed module in both forms, or the errors.
fn process(text: &str, threads: usize) -> Result<[String; 2], Vec<String>> {
    let ctx = Context::new();
    ctx.set_threads(threads);
    ctx.load::<StdDialect>();
    let file = ctx.sources().add("a.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics)
        .and_then(|module| verify(&module, &mut diagnostics).map(|()| module));
    let Ok(module) = module else {
        return Err(diagnostics
            .iter()
            .map(|found| format!("{:?} {}", found.position, found.message))
            .collect());
    };
    Ok([false, true].map(|generic| {
        let options =
            PrintOptions::default().with_spelling(Spelling::Upstream).with_generic(generic);
        let mut pieces = Vec::new();
        text::write_op(module.as_op(), options, &mut pieces).unwrap();
        let whole = text::print_op(module.as_op(), options);
        assert_eq!(String::from_utf8(pieces).unwrap(), whole);
        whole
    }))
}

fn check(text: &str) -> Result<[String; 2], Vec<String>> {
    let one = process(text, 1);
    for threads in [2, 3] {
        assert!(process(text, threads) == one, "{threads} threads give something else");
    }
    one
}

#[test]
fn modules_are_the_same_for_any_number_of_threads() {
    let bare = check(&module("", "", "", "")).unwrap();
    let wrapped = check(&module("module {\n", "}\n", "", "")).unwrap();
    assert_eq!(bare[0], wrapped[0]);
    assert_eq!(bare[0].matches("func.func").count(), 150);
    let attributes = "module @m attributes {a.b = #map} {\nmodule {\nfunc.func private @g()\n}\n";
    assert!(check(&module(attributes, "}\n", "memref.global @m0 : memref<2xf64>\n", "")).is_ok());
}

/// A clock that always shows 0: only the parts of a run matter.
const STOPPED: fn() -> u64 = || 0;

#[test]
fn each_phase_is_divided_once() {
    for (open, close) in [("", ""), ("module {\n", "}\n")] {
        let ctx = Context::new();
        ctx.set_threads(2);
        ctx.load::<StdDialect>();
        let file = ctx.sources().add("a.mlir", module(open, close, "", "")).unwrap();
        let mut diagnostics = Diagnostics::new();
        let count = |parts: Vec<Part>| {
            let is_divided = |part: &&Part| match part {
                Part::Tasks { times, .. } => times.len() > 1,
                _ => false,
            };
            parts.iter().filter(is_divided).count()
        };
        let (module, parts) = record(STOPPED, || {
            text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).unwrap()
        });
        assert_eq!(count(parts), 1, "reading");
        let (_, parts) = record(STOPPED, || verify(&module, &mut diagnostics).unwrap());
        assert_eq!(count(parts), 1, "verifying");
        let options = PrintOptions::default();
        let (_, parts) = record(STOPPED, || {
            text::write_valid_op(module.as_op(), options, &mut Vec::new()).unwrap();
        });
        assert_eq!(count(parts), 1, "printing");
    }
}

#[test]
fn errors_are_the_same_for_any_number_of_threads() {
    assert_eq!(
        check(&module("", "", "", "  %x = arith.addf %0, %y : f64\n")).unwrap_err().len(),
        1
    );
    assert_eq!(check(&module("", "", "}\n", "")).unwrap_err().len(), 1);
    assert_eq!(check(&module("module {\n", "", "", "")).unwrap_err().len(), 1);
    assert_eq!(check(&module("module {\n", "}\n}\n", "", "")).unwrap_err().len(), 1);
    // Found by the verifier: one in the middle, one at the end.
    let twice = "func.func private @f0()\n";
    let wrong = "  \"std.addf\"(%arg0) : (f64) -> f64\n";
    assert_eq!(check(&module("", "", twice, wrong)).unwrap_err().len(), 2);
}

#[test]
fn aliases_after_all_functions_are_known_to_all_threads() {
    let end = "#loc = loc(\"somewhere\")\n{-# external_resources: {tool: {key: true}} #-}\n";
    let text = module("", "", "", "").replace("\n}\n", "\n} loc(#loc)\n") + end;
    let printed = check(&text).unwrap();
    assert!(printed[0].ends_with("key: true\n    }\n  }\n#-}"));
    let distinct = text.replace("-> f64 {", "-> f64 attributes {a.b = distinct[0]<1>} {");
    assert_eq!(check(&distinct).unwrap()[0].matches("#distinct = ").count(), 1);
}

/// Functions in three levels of calls, of different sizes; two of the lowest level call each other.
fn calling_functions() -> String {
    let mut text = String::new();
    let mut function = |name: String, own: usize, callees: &[String]| {
        let _ = writeln!(text, "func.func private @{name}(%arg0: i64) -> i64 {{");
        let mut value = "%arg0".to_owned();
        for op in 0..own {
            let _ = writeln!(text, "  %{op} = arith.addi {value}, %arg0 : i64");
            value = format!("%{op}");
        }
        for (number, callee) in callees.iter().enumerate() {
            let _ = writeln!(text, "  %c{number} = call @{callee}({value}) : (i64) -> i64");
            value = format!("%c{number}");
        }
        let _ = writeln!(text, "  return {value} : i64\n}}");
    };
    for number in 0..60 {
        let callees = (0..3).map(|call| format!("b{}", (number * 7 + call) % 40));
        function(format!("a{number}"), number % 5, &callees.collect::<Vec<_>>());
    }
    for number in 0..40 {
        let callees = (0..2).map(|call| format!("c{}", (number + call * 11) % 30));
        function(format!("b{number}"), number % 7, &callees.collect::<Vec<_>>());
    }
    for number in 0..30 {
        let other = format!("c{}", 1 - number.min(1));
        let callees = if number < 2 { vec![other] } else { Vec::new() };
        function(format!("c{number}"), 1 + (number % 11) * 10, &callees);
    }
    text.replace("func.func private @a", "func.func @a")
}

/// The printed module after passes.
fn after_passes(text: &str, passes: &[&str], threads: usize) -> String {
    let ctx = Context::new();
    ctx.set_threads(threads);
    ctx.load::<StdDialect>();
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    let file = ctx.sources().add("a.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let mut module =
        text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).unwrap();
    let steps = passes.iter().map(|&pass| PipelineStep::Text(pass.to_owned()));
    let steps: Vec<PipelineStep> = steps.collect();
    let manager = parse_steps(&ctx, &steps, &registry, &mut diagnostics).unwrap();
    let run = manager.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
    let errors: Vec<String> = diagnostics.iter().map(|found| found.message.clone()).collect();
    text::print_op(module.as_op(), PrintOptions::default().with_debug_info(true))
        + &format!("{:?} {errors:?}", run.is_ok())
}

#[test]
fn passes_give_the_same_for_any_number_of_threads() {
    let text = calling_functions();
    let inline = "inline";
    // Not enough for all calls: some functions are called, or the pass fails.
    let limited = "inline{max-callee-ops=40 max-total-ops=500}";
    for passes in [
        &[inline][..],
        &[limited],
        &[inline, "canonicalize", "cse", "symbol-dce"],
        &["func.func(cse,canonicalize)", inline, "sccp"],
        &["convert-std-to-llvm"],
    ] {
        let one = after_passes(&text, passes, 1);
        for threads in [2, 64] {
            assert!(after_passes(&text, passes, threads) == one, "{passes:?}, {threads} threads");
        }
    }
    assert!(!after_passes(&text, &[inline], 2).contains("call @b"));
    assert!(after_passes(&text, &[inline], 2).contains("call @c1("));
    assert!(after_passes(&text, &[limited], 2).contains("call @b"));
}

#[test]
fn functions_that_do_not_call_each_other_are_inlined_into_in_parallel() {
    let ((), parts) = record(STOPPED, || {
        after_passes(&calling_functions(), &["inline"], 8);
    });
    let divided = parts.iter().filter(|part| match part {
        Part::Tasks { times, takes, .. } => times.len() > 8 && takes.is_empty(),
        _ => false,
    });
    // Calls are found, three levels are asked what can be inlined, and calls are inlined in two.
    assert!(divided.count() >= 5);
}

#[test]
fn names_are_unique_for_any_number_of_threads() {
    let mut text = String::new();
    for number in 0..9000 {
        let _ = writeln!(text, "func.func private @f{number}()");
    }
    let twice = format!("{text}func.func private @f17()\n");
    for threads in [1, 2, 7] {
        assert!(process(&text, threads).is_ok());
        let found = process(&twice, threads).unwrap_err();
        assert!(found[0].ends_with("redefinition of symbol named 'f17'"), "{found:?}");
    }
}
