//! Which loops become parallel.

use super::{AffineParallelizeOptions, AffineParallelizePass};
use crate::AffineDialect;
use mlir_lite::Context;
use pretty_assertions::assert_eq;
use test_support::{parse_in, run_pass};

/// A function of this body, after a pass.
fn transformed(pass: &AffineParallelizePass, text: &str) -> String {
    let load = |ctx: &Context| {
        ctx.load::<AffineDialect>();
    };
    let mut module = parse_in(
        load,
        &format!(
            "func @f(%a: memref<8x9xf64> {{llvm.noalias}}, %b: memref<9x8xf64> {{llvm.noalias}}, \
                %x: memref<8x9xf64>,
                     %row: memref<8xf64> {{llvm.noalias}}, %long: memref<64x1000xf64> \
                     {{llvm.noalias}},
                     %sums: memref<1000xf64> {{llvm.noalias}}, %n: index) {{
               {text} return }}"
        ),
    );
    let mut text = String::new();
    for (_, function) in module.children_mut() {
        text = run_pass(pass, function, &[]);
    }
    text
}

/// The numbers of parallel loops and of other ones.
fn count(text: &str) -> [usize; 2] {
    ["affine.parallel", "affine.for"].map(|name| text.matches(name).count())
}

/// The numbers of parallel loops and of other ones after the pass on a function of this body.
fn loops(max_nested: usize, text: &str) -> [usize; 2] {
    let options = AffineParallelizeOptions { max_nested, ..AffineParallelizeOptions::default() };
    count(&transformed(&AffineParallelizePass::with_options(&Context::new(), &options), text))
}

fn copy(from: &str, to: &str) -> String {
    format!(
        "affine.for %i = 0 to 8 {{ affine.for %j = 1 to 9 step 2 {{
           %v = affine.load {from}
           affine.store %v, {to}
         }} }}"
    )
}

#[test]
fn independent_iterations() {
    let transpose = copy("%a[%i, %j] : memref<8x9xf64>", "%b[%j, %i] : memref<9x8xf64>");
    assert_eq!(loops(usize::MAX, &transpose), [2, 0]);
    assert_eq!(loops(1, &transpose), [1, 1]);
    assert_eq!(loops(0, &transpose), [0, 2]);
    assert_eq!(loops(1, &format!("{transpose}{transpose}")), [2, 2]);
    let in_place = copy("%a[%i, %j] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
    assert_eq!(loops(1, &in_place), [1, 1]);
    // Each iteration has a row of its own, within which the order is kept; reads of other rows are
    // allowed if they are never written.
    let next = copy("%a[%i, %j - 2] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
    assert_eq!(loops(usize::MAX, &next), [1, 1]);
    let between = copy("%a[%i, %j - 1] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
    assert_eq!(loops(usize::MAX, &between), [2, 0]);
    let same_place = copy("%a[%i, %j] : memref<8x9xf64>", "%b[0, %i] : memref<9x8xf64>");
    assert_eq!(loops(usize::MAX, &same_place), [1, 1]);
}

#[test]
fn iterations_that_depend_on_others() {
    // A stencil in place.
    let next = copy("%a[%i - 1, %j] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
    assert_eq!(loops(1, &next), [1, 1]);
    assert!(
        transformed(&outermost(), &next)
            .contains("affine.for %arg7 = 0 to 8 {\n    affine.parallel")
    );
    let both = copy("%a[%i - 1, %j - 2] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
    // The outer loop carries it: the rows of one iteration are different ones.
    assert_eq!(loops(usize::MAX, &both), [1, 1]);
    // All iterations write one element, or read it while one writes it.
    assert_eq!(
        loops(usize::MAX, &copy("%a[%i, %j] : memref<8x9xf64>", "%b[0, 0] : memref<9x8xf64>")),
        [0, 2]
    );
    assert_eq!(
        loops(usize::MAX, &copy("%a[0, 1] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>")),
        [0, 2]
    );
    // Unknown memrefs may be the same memory.
    let unknown = "memref<8x9xf64>";
    let text = copy(&format!("%x[%i, %j] : {unknown}"), &format!("%y[%i, %j] : {unknown}"));
    let text = format!("%y = memref_cast %x : {unknown} to {unknown} {text}");
    assert_eq!(loops(usize::MAX, &text), [0, 2]);
    // A carried value, and an unknown element.
    let carried = "%z = constant 0.0 : f64
      %s = affine.for %i = 0 to 8 iter_args(%t = %z) -> (f64) {
        %v = affine.load %row[%i] : memref<8xf64>
        %u = addf %t, %v : f64
        affine.yield %u : f64
      }";
    assert_eq!(loops(usize::MAX, carried), [0, 1]);
    let unknown_place = "affine.for %i = 0 to 8 {
        %z = constant 0.0 : f64
        affine.store %z, %row[%i floordiv 2] : memref<8xf64>
      }";
    assert_eq!(loops(usize::MAX, unknown_place), [0, 1]);
    // Calls may have any effect.
    let call = "affine.for %i = 0 to 8 { call @f(%a, %b, %x, %row, %long, %sums, %n) : \
        (memref<8x9xf64>, memref<9x8xf64>, memref<8x9xf64>,
        memref<8xf64>, memref<64x1000xf64>, memref<1000xf64>, index) -> () }";
    assert_eq!(loops(usize::MAX, call), [0, 1]);
}

fn outermost() -> AffineParallelizePass {
    AffineParallelizePass::with_options(
        &Context::new(),
        &AffineParallelizeOptions { max_nested: 1, ..AffineParallelizeOptions::default() },
    )
}

#[test]
fn blocks_of_iterations() {
    let block = |size: &str, from: &str| {
        format!(
            "affine.for %i = 0 to 1000 step 32 {{
               affine.for %k = {from} to min affine_map<(d0) -> (d0 + {size}, 1000)>(%i) step 8 {{
                 %v = affine.vector_load %long[0, %k] : memref<64x1000xf64>, vector<8xf64>
                 affine.vector_store %v, %sums[%k] : memref<1000xf64>, vector<8xf64>
               }}
             }}"
        )
    };
    let here = "affine_map<(d0) -> (d0)>(%i)";
    let parallel_by_32 = |text: &str| {
        let text = transformed(&outermost(), text);
        text.contains("step (32)") && count(&text) == [1, 1]
    };
    assert!(parallel_by_32(&block("32", here)));
    assert!(parallel_by_32(&block("25", here)));
    // The last vector of a block overlaps the next one.
    assert!(!parallel_by_32(&block("33", here)));
    assert!(!parallel_by_32(&block("32", "affine_map<(d0) -> (d0 - 1)>(%i)")));
    assert!(!parallel_by_32(&block("32", "0")));
    // Numbered tiles.
    let tiles = |count: usize| {
        format!(
            "affine.for %i = 0 to 64 {{
               affine.for %t = 0 to {count} {{
                 %v = affine.load %long[%i, 0] : memref<64x1000xf64>
                 affine.store %v, %sums[%i * 12 + %t * 4 + %n] : memref<1000xf64>
               }}
             }}"
        )
    };
    assert_eq!(loops(1, &tiles(3)), [1, 1]);
    assert!(transformed(&outermost(), &tiles(3)).contains("affine.parallel (%arg7) = (0) to (64)"));
    assert!(
        !transformed(&outermost(), &tiles(4)).contains("affine.parallel (%arg7) = (0) to (64)")
    );
}

#[test]
fn memory_of_iterations() {
    let sum = |at: &str, allocation: [&str; 2]| {
        format!(
            "{}
             affine.for %i = 0 to 8 {{
               {}
               affine.for %j = 0 to 9 {{
                 %v = affine.load %a[%i, %j] : memref<8x9xf64>
                 affine.store %v, %lane[0] : memref<1xf64>
               }}
               %s = affine.load %lane[0] : memref<1xf64>
               affine.store %s, {at}
               {}
             }}",
            allocation[0],
            allocation[1],
            if allocation[1].is_empty() { "" } else { "dealloc %lane : memref<1xf64>" },
        )
    };
    let alloc = "%lane = alloc() : memref<1xf64>";
    let own = "%row[%i] : memref<8xf64>";
    assert_eq!(loops(usize::MAX, &sum(own, ["", alloc])), [1, 1]);
    assert_eq!(loops(usize::MAX, &sum(own, [alloc, ""])), [0, 2]);
    assert_eq!(loops(usize::MAX, &sum("%row[0] : memref<8xf64>", ["", alloc])), [0, 2]);
}

#[test]
fn memory_that_a_loop_exchanges() {
    let steps = |yielded: &str| {
        format!(
            "%p = alloc() : memref<64xf64>
             %q = alloc() : memref<64xf64>
             affine.for %step = 0 to 10 iter_args(%now = %p, %next = %q) -> (memref<64xf64>, \
             memref<64xf64>) {{
               affine.for %i = 1 to 63 {{
                 %l = affine.load %now[%i - 1] : memref<64xf64>
                 %r = affine.load %now[%i + 1] : memref<64xf64>
                 %s = addf %l, %r : f64
                 affine.store %s, %next[%i] : memref<64xf64>
               }}
               affine.yield {yielded} : memref<64xf64>, memref<64xf64>
             }}"
        )
    };
    assert_eq!(loops(1, &steps("%next, %now")), [1, 1]);
    assert_eq!(loops(1, &steps("%next, %next")), [0, 2]);
}

/// Adds up columns, row by row.
const COLUMNS: &str = "affine.for %i = 0 to 64 {
   affine.for %j = 0 to 1000 {
     %v = affine.load %long[%i, %j] : memref<64x1000xf64>
     %s = affine.load %sums[%j] : memref<1000xf64>
     %t = addf %s, %v : f64
     affine.store %t, %sums[%j] : memref<1000xf64>
   }
 }";

#[test]
fn stripes() {
    let text = transformed(&AffineParallelizePass::for_threads(10_000), COLUMNS);
    for (number, line) in [
        "affine.parallel (%arg7) = (0) to (1000) step (256) {",
        "affine.for %arg8 = 0 to 64 {",
        "affine.for %arg9 = affine_map<(d0) -> (d0)>(%arg7) to min affine_map<(d0) -> (d0 + 256, \
            1000)>(%arg7) {",
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(text.lines().nth(number + 1).map(str::trim), Some(line), "{text}");
    }
    // Columns that move from row to row are written by more than one stripe.
    let moving = COLUMNS.replace("%sums[%j]", "%sums[(%i + %j) mod 1000]");
    assert_eq!(count(&transformed(&AffineParallelizePass::for_threads(10_000), &moving)), [0, 2]);
    let moving = COLUMNS.replace("%sums[%j]", "%sums[%i + %j]");
    assert_eq!(count(&transformed(&AffineParallelizePass::for_threads(10_000), &moving)), [0, 2]);
    // A small number of columns is not cut.
    let few = COLUMNS.replace("0 to 1000", "0 to 100");
    assert_eq!(count(&transformed(&AffineParallelizePass::for_threads(10_000), &few)), [0, 2]);
}

#[test]
fn little_work_stays_in_one_thread() {
    // Four ops and a loop in each of 64 * 1000 iterations; and 64 loops.
    let work = 64 * 1000 * 4 + 64 + 1;
    assert_eq!(count(&transformed(&AffineParallelizePass::for_threads(work), COLUMNS)), [1, 2]);
    assert_eq!(count(&transformed(&AffineParallelizePass::for_threads(work + 1), COLUMNS)), [0, 2]);
}

#[test]
fn a_small_trip_count_is_skipped_for_a_larger_one() {
    let rows = |rows: i64| {
        format!(
            "affine.for %i = 0 to {rows} {{ affine.for %j = 0 to 1000 {{
               %v = affine.load %long[%i, %j] : memref<64x1000xf64>
               affine.store %v, %long[%i, %j] : memref<64x1000xf64>
             }} }}"
        )
    };
    let first_loop = |count, work| {
        let text = transformed(&AffineParallelizePass::for_threads(work), &rows(count));
        text.lines().nth(1).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(first_loop(8, 1000), "affine.parallel (%arg7) = (0) to (8) {");
    assert_eq!(first_loop(4, 1000), "affine.parallel (%arg7) = (0) to (1000) step (256) {");
    assert_eq!(first_loop(1, 1000), "affine.parallel (%arg7) = (0) to (1000) step (256) {");
    // The inner loop alone is too cheap.
    assert_eq!(first_loop(4, 4000), "affine.parallel (%arg7) = (0) to (4) {");
}
