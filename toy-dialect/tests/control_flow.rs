//! Loops and conditionals, and functions compiled for numbers: the intermediate stages, from toy IR
//! to buffers.

mod common;

use common::{Compiled, read_back};
use mlir_lite::Context;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::OpDefinition as _;
use mlir_lite::pass::PassManager;
use pretty_assertions::assert_eq;
use toy_dialect::lowering::PlaceBuffersPass;
use toy_dialect::pipeline::{Optimization, add_affine_passes};
use toy_dialect::shapes::SpecializePass;

fn add_specialization(ctx: &Context, passes: &mut PassManager) {
    passes.add_pass(SpecializePass::new(ctx));
}

/// A program after specialisation without inlining.
#[track_caller]
fn specialized(source: &str) -> Result<String, String> {
    let mut program = Compiled::new(source);
    program.run(add_specialization)?;
    let text = program.text();
    assert_eq!(read_back(&text), text);
    Ok(text)
}

/// The first lines of the functions that were compiled for calls.
fn functions(text: &str) -> Vec<&str> {
    let heads = text.lines().filter_map(|line| line.trim().strip_prefix("func private "));
    heads.map(|head| head.trim_end_matches(" {")).collect()
}

#[test]
fn functions_are_compiled_for_the_numbers_that_are_sizes() {
    let source = "
        def make(n, value) { return fill(value, n + 1, 2); }
        def main() { print(make(2, 7)); print(make(2, 8)); print(make(0, 7)); }";
    assert_eq!(
        functions(&specialized(source).unwrap()),
        [
            "@make$2$f64(%arg0: tensor<f64>, %arg1: tensor<f64>) -> tensor<3x2xf64>",
            "@make$0$f64(%arg0: tensor<f64>, %arg1: tensor<f64>) -> tensor<1x2xf64>",
        ]
    );
}

#[test]
fn numbers_are_passed_through_calls_to_bounds_indices_and_dimensions() {
    let source = "
        def rounds(n, x) { for i in 0:n { x = x + i; } return x; }
        def column(a, n) { return a[:, n]; }
        def along(a, n) { return sum(a, n); }
        def all(a, n) { return rounds(n + 3, column(a, n)) + along(a, n - 1); }
        def main() { var a = [[1, 2], [3, 4]]; print(all(a, shape(a)[0] - 1)); }";
    let text = specialized(source).unwrap();
    let names: Vec<_> =
        functions(&text).iter().map(|head| head.split('(').next().unwrap().to_owned()).collect();
    assert_eq!(
        names,
        ["@column$2x2xf64$1", "@rounds$4$2xf64", "@along$2x2xf64$0", "@all$2x2xf64$1",]
    );
}

#[test]
fn numbers_that_nothing_depends_on_share_a_function() {
    let source = "
        def scale(x, by) { return x * by; }
        def main() { print(scale([1, 2], 2)); print(scale([1, 2], 3)); }";
    assert_eq!(functions(&specialized(source).unwrap()).len(), 1);
}

#[test]
fn a_size_that_no_caller_knows_is_an_error() {
    let source =
        "def make(n) { return zeros(n); }\ndef main() { print(make(sum(load(\"absent.npy\")))); }";
    let errors = specialized(source).unwrap_err();
    assert!(errors.contains("cannot read 'absent.npy'"), "{errors}");

    let source = "
        def make(n) { return zeros(n); }
        def main() { var n = 1; for i in 0:3 { n = n + i; } print(make(n)); }";
    let errors = specialized(source).unwrap_err();
    assert!(errors.contains("a size must be known when the program is compiled"), "{errors}");
    assert!(errors.contains("called from here"), "{errors}");
}

#[test]
fn recursion_with_other_numbers_each_time_is_refused() {
    let ir = r#"
        func @f(%n: tensor<*xf64>) -> tensor<*xf64> {
          %1 = toy.constant dense<1.0> : tensor<f64>
          %2 = toy.add %n, %1 : (tensor<*xf64>, tensor<f64>) -> tensor<*xf64>
          %3 = toy.generic_call @f(%2) : (tensor<*xf64>) -> tensor<*xf64>
          %4 = toy.fill %1, %n : (tensor<f64>, tensor<*xf64>) -> tensor<*xf64>
          toy.return %4 : tensor<*xf64>
        }
        func @main() {
          %1 = toy.constant dense<1.0> : tensor<f64>
          %2 = toy.generic_call @f(%1) : (tensor<f64>) -> tensor<*xf64>
          toy.print %2 : tensor<*xf64>
          toy.return
        }"#;
    let mut program = Compiled::read(ir);
    let errors = program.run(add_specialization).unwrap_err();
    assert!(errors.contains("'f' is compiled for more than 1000 lists of numbers"), "{errors}");
    assert!(errors.contains("a recursion ends by a conditional"), "{errors}");
}

/// A program of affine loops after buffer placement.
#[track_caller]
fn with_buffers(source: &str, optimization: Optimization) -> String {
    let mut program = Compiled::new(source);
    program.run_toy_passes().unwrap();
    program.run(|ctx, passes| add_affine_passes(ctx, passes, optimization, None)).unwrap();
    let add_buffers = |ctx: &Context, passes: &mut PassManager| {
        passes.nest(FuncOp::NAME).add_pass(PlaceBuffersPass::new(ctx));
    };
    program.run(add_buffers).unwrap();
    let text = program.text();
    assert_eq!(read_back(&text), text);
    text
}

/// The lines with ops of this name, and their nesting depth in blocks; 0 is the body of a function.
fn depths(text: &str, op: &str) -> Vec<usize> {
    let lines = text.lines().filter(|line| line.split([' ', '(']).any(|word| word == op));
    lines.map(|line| (line.len() - line.trim_start().len()) / 2 - 2).collect()
}

const POWER_ITERATION: &str = "
    def main() {
      var x = [1, 2];
      for i in 0:1000 {
        var y = [[2, 1], [1, 3]] @ x;
        if max(y) > 1000 { x = y / max(y); } else { x = y + i; }
      }
      print(x);
    }";

#[test]
fn iterations_allocate_nothing() {
    for optimization in [Optimization::None, Optimization::Full] {
        let text = with_buffers(POWER_ITERATION, optimization);
        let (made, freed) = (depths(&text, "alloc"), depths(&text, "dealloc"));
        assert!(made.iter().chain(&freed).all(|depth| *depth == 0), "{text}");
        // Each is freed once.
        assert_eq!(made.len(), freed.len(), "{text}");
    }
}

#[test]
fn carried_values_alternate_between_two_buffers() {
    let text = with_buffers(POWER_ITERATION, Optimization::Full);
    let head = text.lines().find(|line| line.contains("iter_args")).expect("a loop that hands on");
    assert!(head.ends_with("-> (memref<2xf64>, memref<2xf64>) {"), "{head}");
    let arguments: Vec<&str> =
        head.split(['(', ',', ')']).filter_map(|part| part.trim().split(" = ").next()).collect();
    let [first, second] = [arguments[1], arguments[2]];
    let swap = format!("affine.yield {second}, {first} : memref<2xf64>, memref<2xf64>");
    assert!(text.contains(&swap), "no {swap} in\n{text}");
}

#[test]
fn numbers_are_handed_on_without_memory() {
    let source = "
        def main() {
          var sum = 0; var product = 1;
          for i in 1:6 { sum = sum + i; product = product * i; }
          print(sum); print(product);
        }";
    let text = with_buffers(source, Optimization::Full);
    let loops: Vec<&str> = text.lines().filter(|line| line.contains("affine.for")).collect();
    let [only] = loops[..] else { panic!("one loop in\n{text}") };
    assert!(only.ends_with("-> (f64, f64) {"), "{only}");
    assert!(depths(&text, "affine.store").iter().all(|depth| *depth == 0), "{text}");
}

#[test]
fn loops_and_conditionals_read_back_before_and_after_shape_inference() {
    let source = "
        def grow(x, n) {
          for i in 0:n { if i { x = x + i; } else { print(x); } if i == 2 { print(i); } }
          return x;
        }
        def main() { var y = [1, 2]; for i in -1:2 { y = grow(y, 3); } print(y); }";
    let mut program = Compiled::new(source);
    let text = program.text();
    assert!(text.contains(" = toy.for %"), "{text}");
    assert_eq!(read_back(&text), text);
    program.run_toy_passes().unwrap();
    let text = program.text();
    assert!(text.contains(" = -1 to 2 iter_args("), "{text}");
    assert_eq!(read_back(&text), text);
    for parts in
        [[" = toy.if %", " : tensor<f64> -> (tensor<2xf64>) {"], ["    toy.if %", "} else {"]]
    {
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
}

#[test]
fn a_loop_has_a_type_for_each_value() {
    let ir = "func @f(%x: tensor<f64>) {
      %0:2 = toy.for %i = 0 to 3 iter_args(%y = %x) -> (tensor<f64>, tensor<f64>) {
        toy.yield %y : tensor<f64>
      }
      toy.return
    }";
    let errors = common::read(ir).expect_err("an error");
    assert!(errors.contains("expected 1 types of results, found 2"), "{errors}");
}
