//! Vectorized nests compute the same as before.

use super::{AffineVectorizePass, vectorize};
use crate::AffineDialect;
use mlir_lite::Context;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite::interpreter::{Value, run};
use mlir_lite::ir::Body;
use pretty_assertions::assert_eq;
use test_support::{parse_in, run_pass};

fn module(text: &str) -> Body {
    let load = |ctx: &Context| {
        ctx.load::<AffineDialect>();
        ctx.load::<VectorDialect>();
    };
    parse_in(load, text)
}

/// Fills a matrix with numbers that are all different.
fn filled(name: &str, [rows, columns]: [i64; 2]) -> String {
    let ty = format!("memref<{rows}x{columns}xf64>");
    format!(
        "{name} = alloc() : {ty}
         affine.for %i = 0 to {rows} {{ affine.for %j = 0 to {columns} {{
           %n = affine.apply affine_map<(d0, d1) -> (d0 * {columns} + d1)>(%i, %j)
           %w = index_cast %n : index to i64
           %f = sitofp %w : i64 to f64
           %g = constant 0.37 : f64
           %v = mulf %f, %g : f64
           affine.store %v, {name}[%i, %j] : {ty}
         }} }}\n"
    )
}

/// A number that depends on each element of a matrix, and on their order.
fn digest(name: &str, [rows, columns]: [i64; 2]) -> String {
    format!(
        "%zero = constant 0.0 : f64
         %sum = affine.for %i = 0 to {rows} iter_args(%s = %zero) -> (f64) {{
           %t = affine.for %j = 0 to {columns} iter_args(%u = %s) -> (f64) {{
             %q = constant 1.0001 : f64
             %e = affine.load {name}[%i, %j] : memref<{rows}x{columns}xf64>
             %r = fmaf %u, %q, %e : f64
             affine.yield %r : f64
           }}
           affine.yield %t : f64
         }}
         return %sum : f64"
    )
}

fn bits(module: &Body) -> u64 {
    let outcome = run(module, "f", Vec::new(), &mut std::io::sink()).expect("it runs");
    match outcome.results[..] {
        [Value::Float(number)] => number.to_bits(),
        _ => panic!("one number is returned"),
    }
}

/// The text of a function of this body after the pass; checks that it computes the same.
fn vectorized(text: &str) -> String {
    vectorized_function(&format!("func @f() -> f64 {{ {text} }}"))
}

fn vectorized_function(text: &str) -> String {
    let mut module = module(text);
    let before = bits(&module);
    let mut text = String::new();
    for (_, function) in module.children_mut() {
        text = run_pass(&AffineVectorizePass, function, &[]);
    }
    assert_eq!(bits(&module), before, "{text}");
    text
}

/// `b[i, j] = a[j, i] * 0.1 + b[i, j]`, or the other way round.
fn transpose([rows, columns]: [i64; 2], is_stored_turned: bool) -> String {
    let (to, from) = if is_stored_turned { ("%j, %i", "%i, %j") } else { ("%i, %j", "%j, %i") };
    let (a, b) = if is_stored_turned {
        ([rows, columns], [columns, rows])
    } else {
        ([columns, rows], [rows, columns])
    };
    let ty = |[rows, columns]: [i64; 2]| format!("memref<{rows}x{columns}xf64>");
    format!(
        "{}{}
         %c = constant 0.1 : f64
         affine.for %i = 0 to {rows} {{ affine.for %j = 0 to {columns} {{
           %x = affine.load %a[{from}] : {}
           %y = affine.load %b[{to}] : {}
           %p = mulf %x, %c : f64
           %s = addf %p, %y : f64
           affine.store %s, %b[{to}] : {}
         }} }}
         {}",
        filled("%a", a),
        filled("%b", b),
        ty(a),
        ty(b),
        ty(b),
        digest("%b", b)
    )
}

#[test]
fn transposes_of_any_sizes() {
    for sizes in [[64, 64], [72, 136], [65, 64], [70, 131]] {
        for is_stored_turned in [false, true] {
            let text = vectorized(&transpose(sizes, is_stored_turned));
            assert!(text.contains("vector.shuffle"), "{sizes:?}");
        }
    }
}

#[test]
fn small_transposes_stay_as_they_are() {
    assert!(!vectorized(&transpose([63, 64], false)).contains("vector"));
    assert!(!vectorized(&transpose([64, 63], true)).contains("vector"));
}

/// Sums of the rows of a matrix in this many lanes.
fn lanes([rows, columns]: [i64; 2], lanes: i64, op: &str) -> String {
    let blocks = columns / lanes;
    format!(
        "{}
         %l = alloc() : memref<{lanes}xf64>
         %rows = alloc() : memref<{rows}x{lanes}xf64>
         %c = constant 0.0 : f64
         affine.for %i = 0 to {rows} {{
           affine.for %k = 0 to {lanes} {{ affine.store %c, %l[%k] : memref<{lanes}xf64> }}
           affine.for %b = 0 to {blocks} {{ affine.for %k = 0 to {lanes} {{
             %x = affine.load %l[%k] : memref<{lanes}xf64>
             %y = affine.load %a[%i, %b * {lanes} + %k] : memref<{rows}x{columns}xf64>
             {op}
             affine.store %s, %l[%k] : memref<{lanes}xf64>
           }} }}
           affine.for %k = 0 to {lanes} {{
             %x = affine.load %l[%k] : memref<{lanes}xf64>
             affine.store %x, %rows[%i, %k] : memref<{rows}x{lanes}xf64>
           }}
         }}
         {}",
        filled("%a", [rows, columns]),
        digest("%rows", [rows, lanes])
    )
}

#[test]
fn lanes_stay_in_registers() {
    let maximum = "%t = cmpf \"ogt\", %x, %y : f64\n%s = select %t, %x, %y : f64";
    for op in ["%s = addf %x, %y : f64", "%s = fmaf %y, %y, %x : f64", maximum] {
        for count in [8, 32, 64] {
            let text = vectorized(&lanes([3, 192], count, op));
            assert_eq!(text.matches("affine.vector_store").count() as i64, count / 8, "{text}");
            assert_eq!(text.matches("-> (vector<8xf64>").count(), 1, "{text}");
        }
    }
}

#[test]
fn vectors_of_32_bits_have_twice_the_lanes() {
    let vectorized = |count| {
        let text = lanes([3, 256], count, "%s = addf %x, %y : f64");
        vectorized_function(&format!("func @f() -> f64 {{ {text} }}").replace("f64", "f32"))
    };
    for count in [16, 32, 64, 128] {
        let text = vectorized(count);
        assert_eq!(text.matches("-> (vector<16xf32>").count(), 1, "{text}");
    }
    assert!(!vectorized(24).contains("vector"));
}

#[test]
fn what_are_no_lanes() {
    let add = "%s = addf %x, %y : f64";
    // Not whole vectors; more than stay in registers.
    assert!(!vectorized(&lanes([2, 120], 12, add)).contains("vector"));
    assert!(!vectorized(&lanes([2, 144], 72, add)).contains("vector"));
}

/// How many nests of a function of this body are vectorized.
fn count(text: &str) -> usize {
    let mut module = module(&format!(
        "func @f(%a: memref<64x64xf64> {{llvm.noalias}}, %b: memref<64x64xf64> {{llvm.noalias}}, \
            %x: memref<64x64xf64>,
                 %l: memref<32xf64> {{llvm.noalias}}) {{ {text} return }}"
    ));
    module
        .children_mut()
        .into_iter()
        .map(|(_, function)| vectorize(function, &AliasAnalysis::default()))
        .sum()
}

#[test]
fn what_may_be_the_same_memory_stays_as_it_is() {
    let square = |from: &str, to: &str| {
        count(&format!(
            "affine.for %i = 0 to 64 {{ affine.for %j = 0 to 64 {{
               %v = affine.load {from} : memref<64x64xf64>
               affine.store %v, {to} : memref<64x64xf64>
             }} }}"
        ))
    };
    assert_eq!(square("%a[%j, %i]", "%b[%i, %j]"), 1);
    // Within one matrix, elements are read that were written before.
    assert_eq!(square("%a[%j, %i]", "%a[%i, %j]"), 0);
    assert_eq!(square("%a[%i, %j]", "%b[%i, %j]"), 0);
    assert_eq!(square("%a[%j + 1, %i]", "%b[%i, %j]"), 0);
    let lanes = |from: &str, to: &str| {
        count(&format!(
            "affine.for %r = 0 to 2 {{ affine.for %k = 0 to 32 {{
               %v = affine.load {from} : memref<64x64xf64>
               %w = affine.load {to} : memref<32xf64>
               %s = addf %v, %w : f64
               affine.store %s, {to} : memref<32xf64>
             }} }}"
        ))
    };
    assert_eq!(lanes("%a[%r, %k]", "%l[%k]"), 1);
    assert_eq!(lanes("%a[%k, %r]", "%l[%k]"), 0);
    assert_eq!(lanes("%a[%r, %k * 2]", "%l[%k]"), 0);
    assert_eq!(lanes("%a[%k, %k]", "%l[%k]"), 0);
    assert_eq!(lanes("%a[%r, %k]", "%l[%r + %k - %r]"), 1);
    assert_eq!(lanes("%a[%r, %k]", "%l[%r]"), 0);
}

/// A transpose to a matrix with these attributes.
fn to_matrix([rows, columns]: [i64; 2], attributes: &str) -> String {
    let (from, to) =
        (format!("memref<{columns}x{rows}xf64>"), format!("memref<{rows}x{columns}xf64>"));
    let mut module = module(&format!(
        "func @f(%a: {from}, %b: {to} {{llvm.noalias{attributes}}}) {{
           affine.for %i = 0 to {rows} {{ affine.for %j = 0 to {columns} {{
             %v = affine.load %a[%j, %i] : {from}
             affine.store %v, %b[%i, %j] : {to}
           }} }}
           return
         }}"
    ));
    let mut text = String::new();
    for (_, function) in module.children_mut() {
        text = run_pass(&AffineVectorizePass, function, &[]);
    }
    assert!(text.contains("vector_store"), "{text}");
    text
}

#[test]
fn whole_lines_of_large_results_go_past_the_caches() {
    let aligned = ", llvm.align = 64 : i64";
    let nontemporal =
        |sizes, attributes| to_matrix(sizes, attributes).contains("{nontemporal = true}");
    assert!(nontemporal([2048, 2048], aligned));
    // Lines that may be partial; data that may still be in the caches when it is read.
    assert!(!nontemporal([2048, 2048], ""));
    assert!(!nontemporal([2048, 2048], ", llvm.align = 32 : i64"));
    assert!(!nontemporal([2048, 2052], aligned));
    assert!(!nontemporal([1024, 2048], aligned));
}
