//! Jammed reductions compute the same as before.

use super::{AffineJamReductionsPass, jam_reductions};
use crate::AffineDialect;
use mlir_lite::Context;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::interpreter::{Value, run};
use mlir_lite::ir::Body;
use pretty_assertions::assert_eq;
use test_support::{parse_in, run_pass};

fn module(text: &str) -> Body {
    let load = |ctx: &Context| {
        ctx.load::<AffineDialect>();
    };
    parse_in(load, text)
}

/// A matrix of numbers whose sums depend on their order, and how it is filled.
fn filled(name: &str, [rows, columns]: [i64; 2], factor: &str) -> String {
    let ty = format!("memref<{rows}x{columns}xf64>");
    format!(
        "{name} = alloc() : {ty}
         affine.for %i = 0 to {rows} {{ affine.for %j = 0 to {columns} {{
           %n = affine.apply affine_map<(d0, d1) -> (d0 * 31 + d1 * 17)>(%i, %j)
           %w = index_cast %n : index to i64
           %f = sitofp %w : i64 to f64
           %g = constant {factor} : f64
           %v = mulf %f, %g : f64
           affine.store %v, {name}[%i, %j] : {ty}
         }} }}\n"
    )
}

/// A function with a nest on the matrices `%a` of these sizes, and `%c` and `%d`, which have a
/// column for each of its rows; it returns a number that depends on each bit of those.
fn program([rows, columns]: [i64; 2], nest: &str) -> String {
    let ty = format!("memref<2x{rows}xf64>");
    format!(
        "func @f() -> f64 {{
           {}{}{}
           {nest}
           %zero = constant 0.0 : f64
           %sum = affine.for %i = 0 to 2 iter_args(%s = %zero) -> (f64) {{
             %t = affine.for %j = 0 to {rows} iter_args(%u = %s) -> (f64) {{
               %q = constant 1.7 : f64
               %x = affine.load %c[%i, %j] : {ty}
               %y = affine.load %d[%i, %j] : {ty}
               %r = fmaf %u, %q, %x : f64
               %v = fmaf %r, %q, %y : f64
               affine.yield %v : f64
             }}
             affine.yield %t : f64
           }}
           return %sum : f64
         }}",
        filled("%a", [rows, columns], "0.3"),
        filled("%c", [2, rows], "-0.7"),
        filled("%d", [2, rows], "0.1"),
    )
}

fn bits(module: &Body) -> u64 {
    let outcome = run(module, "f", Vec::new(), &mut std::io::sink()).expect("it runs");
    match outcome.results[..] {
        [Value::Float(number)] => number.to_bits(),
        _ => panic!("one number is returned"),
    }
}

/// The text of the function after the pass; checks that it computes the same.
fn jammed(rows: usize, text: &str) -> String {
    let mut module = module(text);
    let before = bits(&module);
    let mut text = String::new();
    for (_, function) in module.children_mut() {
        text = run_pass(&AffineJamReductionsPass { rows }, function, &[]);
    }
    assert_eq!(bits(&module), before, "{text}");
    text
}

/// `c[b, i] = fma(a[i, k], a[0, k], c[b, i])` for two `b`, with these bounds of `i` and `k`.
fn products(sizes @ [rows, columns]: [i64; 2], of_i: &str, of_k: &str) -> String {
    let (a, c) = (format!("memref<{rows}x{columns}xf64>"), format!("memref<2x{rows}xf64>"));
    let nest = format!(
        "affine.for %b = 0 to 2 {{ affine.for %i = {of_i} {{ affine.for %k = {of_k} {{
           %x = affine.load %a[%i, %k] : {a}
           %y = affine.load %a[0, %k] : {a}
           %s = affine.load %c[%b, %i] : {c}
           %t = fmaf %x, %y, %s : f64
           affine.store %t, %c[%b, %i] : {c}
         }} }} }}"
    );
    program(sizes, &nest)
}

#[test]
fn any_sizes_give_the_same_bits() {
    for sizes @ [rows, columns] in [[8, 8], [16, 9], [5, 30], [13, 11], [2, 8], [9, 40]] {
        let text = products(sizes, &format!("0 to {rows}"), &format!("0 to {columns}"));
        for at_once in [1, 2, 3, 4, 8, 64] {
            let text = jammed(at_once, &text);
            assert!(text.contains("iter_args(%arg3"), "{sizes:?} {text}");
        }
    }
}

#[test]
fn loops_may_begin_anywhere_and_have_steps() {
    for (of_i, of_k) in [
        ("3 to 13", "0 to 40"),
        ("0 to 13 step 3", "0 to 40"),
        ("1 to 12 step 2", "5 to 40 step 4"),
        ("0 to 13 step 12", "2 to 39 step 5"),
    ] {
        for at_once in [2, 3, 8] {
            let text = jammed(at_once, &products([13, 40], of_i, of_k));
            assert!(text.contains("iter_args(%arg3"), "{of_i}, {of_k}: {text}");
        }
    }
}

#[test]
fn what_all_rows_need_is_computed_once() {
    let text = jammed(8, &products([8, 20], "0 to 8", "0 to 20"));
    let (_, nest) = text.split_once("affine.for %arg0 = 0 to 2 {").expect("the nest is there");
    let (nest, _) = nest.split_once("affine.yield").expect("the loop is there");
    assert_eq!(nest.matches("affine.load %0[%arg1").count(), 8, "{text}");
    assert_eq!(nest.matches("affine.load %0[0, %arg2]").count(), 1, "{text}");
}

#[test]
fn a_nest_may_have_several_sums() {
    for [rows, columns] in [[8, 20], [11, 9]] {
        let (a, c) = (format!("memref<{rows}x{columns}xf64>"), format!("memref<2x{rows}xf64>"));
        let nest = format!(
            "affine.for %i = 0 to {rows} {{ affine.for %k = 0 to {columns} {{
               %x = affine.load %a[%i, %k] : {a}
               %s = affine.load %c[1, %i] : {c}
               %t = fmaf %x, %x, %s : f64
               affine.store %t, %c[1, %i] : {c}
               %p = mulf %x, %t : f64
               %u = affine.load %d[0, %i] : {c}
               %v = addf %u, %p : f64
               affine.store %v, %d[0, %i] : {c}
               %w = affine.load %c[1, %i] : {c}
               %y = mulf %w, %v : f64
               affine.store %y, %c[1, %i] : {c}
             }} }}"
        );
        let text = jammed(4, &program([rows, columns], &nest));
        assert!(text.contains("-> (f64, f64, f64, f64, f64, f64, f64, f64)"), "{text}");
    }
}

/// How many nests of a function of this body are jammed.
fn count(text: &str) -> usize {
    let mut module = module(&format!(
        "func @f(%a: memref<64x64xf64> {{llvm.noalias}}, %x: memref<64x64xf64>, %i: memref<64xi64> \
            {{llvm.noalias}}, %c: memref<64xf64> {{llvm.noalias}}) {{ {text} return }}"
    ));
    module
        .children_mut()
        .into_iter()
        .map(|(_, function)| jam_reductions(function, 8, &AliasAnalysis::default()))
        .sum()
}

fn sum(from: &str, to: &str, bounds: [i64; 2]) -> usize {
    let [rows, columns] = bounds;
    count(&format!(
        "affine.for %r = 0 to {rows} {{ affine.for %k = 0 to {columns} {{
           %v = affine.load {from} : memref<64x64xf64>
           %w = affine.load {to}
           %s = addf %v, %w : f64
           affine.store %s, {to}
         }} }}"
    ))
}

#[test]
fn what_is_a_reduction() {
    let c = "%c[%r] : memref<64xf64>";
    assert_eq!(sum("%a[%r, %k]", c, [64, 64]), 1);
    assert_eq!(sum("%a[%k, %r]", c, [64, 64]), 1);
    assert_eq!(sum("%x[%r, %k]", c, [64, 64]), 1);
    assert_eq!(sum("%a[%r, %k]", "%c[%r * 2 - %r + 1] : memref<64xf64>", [63, 64]), 1);
    // Too few rows or columns.
    assert_eq!(sum("%a[%r, %k]", c, [1, 64]), 0);
    assert_eq!(sum("%a[%r, %k]", c, [64, 7]), 0);
    // One sum of all rows; a sum for each column; several sums in an element.
    assert_eq!(sum("%a[%r, %k]", "%c[0] : memref<64xf64>", [64, 64]), 0);
    assert_eq!(sum("%a[%r, %k]", "%c[%k] : memref<64xf64>", [64, 64]), 0);
    assert_eq!(sum("%a[%r, %k]", "%c[%r floordiv 2] : memref<64xf64>", [64, 64]), 0);
    // The sum may change its own operands.
    assert_eq!(sum("%x[%r, %k]", "%x[%r, 0] : memref<64x64xf64>", [64, 64]), 0);
    assert_eq!(sum("%x[%r, %k]", "%a[%r, 0] : memref<64x64xf64>", [64, 64]), 1);
}

#[test]
fn what_is_no_reduction() {
    let nest = |text: &str| {
        count(&format!("affine.for %r = 0 to 64 {{ affine.for %k = 0 to 64 {{ {text} }} }}"))
    };
    // Nothing is accumulated; integers; the number of the row is a number.
    assert_eq!(
        nest(
            "%v = affine.load %a[%r, %k] : memref<64x64xf64>
             affine.store %v, %c[%r] : memref<64xf64>"
        ),
        0
    );
    assert_eq!(
        nest(
            "%v = affine.load %i[%r] : memref<64xi64>
             %w = addi %v, %v : i64
             affine.store %w, %i[%r] : memref<64xi64>"
        ),
        0
    );
    assert_eq!(
        nest(
            "%n = index_cast %r : index to i64
             %v = sitofp %n : i64 to f64
             %w = affine.load %c[%r] : memref<64xf64>
             %s = addf %v, %w : f64
             affine.store %s, %c[%r] : memref<64xf64>"
        ),
        0
    );
}
