//! Which nests are merged, and which must not be.

use super::fuse_affine_loops;
use crate::AffineDialect;
use crate::memref_dataflow::replace_scalars;
use mlir_lite::Context;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

pub(crate) fn parse(text: &str) -> Body {
    let ctx = Context::new();
    ctx.load::<AffineDialect>();
    ctx.load::<StdDialect>();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    parse_module(&ctx, &file, options, &mut diagnostics).expect("the test's text is read")
}

/// Runs `transform` on each function; returns the module's text.
pub(crate) fn transformed(text: &str, transform: impl Fn(&mut Body)) -> String {
    let mut module = parse(text);
    for (_, function) in module.children_mut() {
        transform(function);
    }
    let mut diagnostics = Diagnostics::new();
    assert!(verify(&module, &mut diagnostics).is_ok(), "the result is not valid");
    print_op(module.as_op(), PrintOptions::default()) + "\n"
}

/// Merges of the loops of `@f`, whose body is `text`.
fn merges(text: &str) -> usize {
    let mut module = parse(&format!(
        "func @f(%arg: memref<8x8xf64>, %arg2: memref<8x8xf64>) {{\n{text}\nreturn\n}}"
    ));
    let merges = module
        .children_mut()
        .into_iter()
        .map(|(_, function)| fuse_affine_loops(function, &AliasAnalysis::default()))
        .sum();
    let mut diagnostics = Diagnostics::new();
    assert!(verify(&module, &mut diagnostics).is_ok(), "the result is not valid");
    merges
}

/// `to[to_subscripts] = from[from_subscripts] + from[from_subscripts]` for all `%i`, `%j` below 8.
fn nest(to: &str, from: &str) -> String {
    format!(
        "affine.for %i = 0 to 8 {{ affine.for %j = 0 to 8 {{
           %x = affine.load {from} : memref<8x8xf64>
           %y = addf %x, %x : f64
           affine.store %y, {to} : memref<8x8xf64>
         }} }}\n"
    )
}

const ALLOCS: &str = "
    %a = alloc() : memref<8x8xf64>
    %b = alloc() : memref<8x8xf64>
    %c = alloc() : memref<8x8xf64>
    %d = alloc() : memref<8x8xf64>\n";

/// Merges of two nests with something in between.
fn merges_around(first: &str, between: &str, second: &str) -> usize {
    merges(&[ALLOCS, first, between, second].concat())
}

const TUTORIAL: &str = "module {
  func @main() {
    %cst = constant 1.000000e+00 : f64
    %0 = alloc() : memref<3x2xf64>
    %1 = alloc() : memref<3x2xf64>
    %2 = alloc() : memref<2x3xf64>
    affine.store %cst, %2[0, 0] : memref<2x3xf64>
    affine.for %arg0 = 0 to 3 {
      affine.for %arg1 = 0 to 2 {
        %3 = affine.load %2[%arg1, %arg0] : memref<2x3xf64>
        affine.store %3, %1[%arg0, %arg1] : memref<3x2xf64>
      }
    }
    affine.for %arg0 = 0 to 3 {
      affine.for %arg1 = 0 to 2 {
        %3 = affine.load %1[%arg0, %arg1] : memref<3x2xf64>
        %4 = affine.load %1[%arg0, %arg1] : memref<3x2xf64>
        %5 = mulf %3, %4 : f64
        affine.store %5, %0[%arg0, %arg1] : memref<3x2xf64>
      }
    }
    \"t.print\"(%0) : (memref<3x2xf64>) -> ()
    dealloc %2 : memref<2x3xf64>
    dealloc %1 : memref<3x2xf64>
    dealloc %0 : memref<3x2xf64>
    return
  }
}
";

const TUTORIAL_OPTIMIZED: &str = "module {
  func @main() {
    %cst = constant 1.000000e+00 : f64
    %0 = alloc() : memref<3x2xf64>
    %1 = alloc() : memref<2x3xf64>
    affine.store %cst, %1[0, 0] : memref<2x3xf64>
    affine.for %arg0 = 0 to 3 {
      affine.for %arg1 = 0 to 2 {
        %2 = affine.load %1[%arg1, %arg0] : memref<2x3xf64>
        %3 = mulf %2, %2 : f64
        affine.store %3, %0[%arg0, %arg1] : memref<3x2xf64>
      }
    }
    \"t.print\"(%0) : (memref<3x2xf64>) -> ()
    dealloc %1 : memref<2x3xf64>
    dealloc %0 : memref<3x2xf64>
    return
  }
}
";

#[test]
fn the_tutorials_product_of_a_transposed_matrix() {
    let optimized = transformed(TUTORIAL, |function| {
        assert_eq!(fuse_affine_loops(function, &AliasAnalysis::default()), 1);
        let done = replace_scalars(function, &AliasAnalysis::default());
        assert_eq!((done.loads, done.allocations), (2, 1));
    });
    assert_eq!(optimized, TUTORIAL_OPTIMIZED);
}

#[test]
fn a_consumer_at_the_same_subscripts_is_merged() {
    assert_eq!(
        merges_around(&nest("%b[%i, %j]", "%a[%j, %i]"), "", &nest("%c[%i, %j]", "%b[%i, %j]")),
        1
    );
    assert_eq!(
        merges_around(&nest("%b[%j, %i]", "%a[%i, %j]"), "", &nest("%c[%i, %j]", "%b[%j, %i]")),
        1
    );
}

#[test]
fn a_consumer_at_other_subscripts_is_not() {
    assert_eq!(
        merges_around(&nest("%b[%i, %j]", "%a[%i, %j]"), "", &nest("%c[%i, %j]", "%b[0, %j]")),
        0
    );
    // The last iteration that writes an element is the one to read.
    assert_eq!(
        merges_around(&nest("%b[0, %j]", "%a[%i, %j]"), "", &nest("%c[%i, %j]", "%b[0, %j]")),
        0
    );
}

#[test]
fn a_consumer_of_the_transposed_runs_transposed() {
    let first = "affine.for %i = 0 to 4 { affine.for %j = 0 to 8 {
        %x = affine.load %arg[%i, %j] : memref<8x8xf64>
        affine.store %x, %b[%i, %j] : memref<8x8xf64> } }\n";
    let second = "affine.for %i = 0 to 8 { affine.for %j = 0 to 4 {
        %x = affine.load %b[%j, %i] : memref<8x8xf64>
        affine.store %x, %c[%i, %j] : memref<8x8xf64> } }\n";
    let text = format!("func @f(%arg: memref<8x8xf64>) {{\n{ALLOCS}{first}{second}return\n}}");
    let merged = transformed(&text, |function| {
        assert_eq!(fuse_affine_loops(function, &AliasAnalysis::default()), 1)
    });
    let loops: String = merged
        .lines()
        .skip_while(|line| !line.contains("affine.for"))
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(
        loops,
        "    affine.for %arg1 = 0 to 4 {
      affine.for %arg2 = 0 to 8 {
        %4 = affine.load %arg0[%arg1, %arg2] : memref<8x8xf64>
        affine.store %4, %1[%arg1, %arg2] : memref<8x8xf64>
        %5 = affine.load %1[%arg1, %arg2] : memref<8x8xf64>
        affine.store %5, %2[%arg2, %arg1] : memref<8x8xf64>
      }
    }
    return
  }
}"
    );
    // With both reads, an element would be read before it is written.
    let both = "affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {
        %x = affine.load %b[%j, %i] : memref<8x8xf64>
        %y = affine.load %b[%i, %j] : memref<8x8xf64>
        %z = addf %x, %y : f64
        affine.store %z, %c[%i, %j] : memref<8x8xf64> } }\n";
    assert_eq!(merges_around(&nest("%b[%i, %j]", "%a[%i, %j]"), "", both), 0);
    // The second nest's own order matters: each row depends on the previous one.
    let ordered = "affine.for %i = 1 to 8 { affine.for %j = 1 to 8 {
        %x = affine.load %b[%j, %i] : memref<8x8xf64>
        %y = affine.load %c[%i - 1, %j] : memref<8x8xf64>
        %z = addf %x, %y : f64
        affine.store %z, %c[%i, %j] : memref<8x8xf64> } }\n";
    let first = nest("%b[%i, %j]", "%a[%i, %j]").replace("0 to 8", "1 to 8");
    assert_eq!(merges_around(&first, "", ordered), 0);
}

#[test]
fn other_iterations_are_not_merged() {
    let longer = nest("%c[%i, %j]", "%b[%i, %j]").replacen("0 to 8", "0 to 7", 1);
    assert_eq!(merges_around(&nest("%b[%i, %j]", "%a[%i, %j]"), "", &longer), 0);
}

#[test]
fn anti_and_output_dependences_are_kept() {
    let first = nest("%b[%i, %j]", "%a[%j, %i]");
    // The second nest overwrites what the first one still reads, transposed.
    assert_eq!(merges_around(&first, "", &nest("%a[%i, %j]", "%b[%i, %j]")), 0);
    // At the same subscripts that is allowed.
    let same = nest("%b[%i, %j]", "%a[%i, %j]");
    assert_eq!(merges_around(&same, "", &nest("%a[%i, %j]", "%b[%i, %j]")), 1);
    let transposed_write = "affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {
        %x = affine.load %b[%i, %j] : memref<8x8xf64>
        affine.store %x, %b[%j, %i] : memref<8x8xf64> } }\n";
    assert_eq!(merges_around(&same, "", transposed_write), 0);
}

#[test]
fn ops_in_between_are_respected() {
    let (first, second) = (nest("%b[%i, %j]", "%a[%i, %j]"), nest("%c[%i, %j]", "%b[%i, %j]"));
    let around = |between: &str| merges_around(&first, between, &second);
    assert_eq!(around("\"t.use\"(%d) : (memref<8x8xf64>) -> ()\n"), 1);
    assert_eq!(around("dealloc %a : memref<8x8xf64>\n"), 1); // the second nest moves up
    assert_eq!(around("\"t.use\"(%b) : (memref<8x8xf64>) -> ()\n"), 0);
    let store = |to: &str| {
        format!("%v = constant 1.0 : f64\naffine.store %v, {to}[0, 0] : memref<8x8xf64>\n")
    };
    assert_eq!(around(&store("%d")), 1);
    assert_eq!(around(&store("%b")), 0);
    assert_eq!(around(&store("%c")), 1); // the first nest moves down
    let both = "%v = affine.load %b[0, 0] : memref<8x8xf64>\naffine.store %v, %c[0, 0] : \
        memref<8x8xf64>\n";
    assert_eq!(around(both), 0);
}

#[test]
fn values_are_defined_before_they_are_used() {
    let first = nest("%b[%i, %j]", "%a[%i, %j]");
    let second = nest("%c[%i, %j]", "%b[%i, %j]").replace("addf %x, %x", "addf %x, %k");
    // The first nest can move down to the second.
    assert_eq!(merges_around(&first, "%k = \"t.value\"() : () -> f64\n", &second), 1);
    // Unless something reads what it wrote.
    let read = "%k = affine.load %b[1, 1] : memref<8x8xf64>\n";
    assert_eq!(merges_around(&first, read, &second), 0);
}

#[test]
fn arguments_may_be_the_same_memory() {
    let first = nest("%b[%i, %j]", "%arg[%i, %j]");
    assert_eq!(merges_around(&first, "", &nest("%arg[%i, %j]", "%b[%i, %j]")), 1);
    assert_eq!(merges_around(&first, "", &nest("%arg2[%i, %j]", "%b[%i, %j]")), 0);
    // A memref that was passed to a call may be what another call returns, but is not an argument
    // of the function that allocates it.
    let pass_on = "\"t.use\"(%b) : (memref<8x8xf64>) -> ()\n";
    let second = nest("%arg[%i, %j]", "%b[%i, %j]");
    assert_eq!(merges(&[ALLOCS, &first, &second, pass_on].concat()), 1);
    let returned = "%r = \"t.get\"() : () -> memref<8x8xf64>\n";
    let (first, second) = (nest("%b[%i, %j]", "%r[%i, %j]"), nest("%r[%i, %j]", "%b[%i, %j]"));
    assert_eq!(merges(&[ALLOCS, pass_on, returned, &first, &second].concat()), 0);
    assert_eq!(merges(&[ALLOCS, returned, &first, &second].concat()), 1);
}

#[test]
fn chains_are_merged_up_to_the_bound() {
    let mut text = String::from(ALLOCS);
    for (from, to) in ["%a", "%b", "%c", "%d"]
        .iter()
        .cycle()
        .zip(["%b", "%c", "%d", "%a"].iter().cycle())
        .take(200)
    {
        text += &nest(&format!("{to}[%i, %j]"), &format!("{from}[%i, %j]"));
    }
    // Each nest has 3 ops, so 85 are merged into one: 200 = 85 + 85 + 30.
    assert_eq!(merges(&text), 197);
}

/// A chain of elementwise loops, each with a buffer of its own, becomes as few nests as the limit
/// of their bodies allows.
#[test]
fn long_chains_are_merged() {
    let mut text = String::from("%v0 = alloc() : memref<8x8xf64>\n");
    for i in 1..=5000 {
        text += &format!("%v{i} = alloc() : memref<8x8xf64>\n");
        text += &nest(&format!("%v{i}[%i, %j]"), &format!("%v{}[%i, %j]", i - 1));
    }
    let mut module = parse(&format!("func @f() {{\n{text}\nreturn\n}}"));
    for (_, function) in module.children_mut() {
        assert_eq!(fuse_affine_loops(function, &AliasAnalysis::default()), 5000 - 59);
        replace_scalars(function, &AliasAnalysis::default());
    }
}

/// `%a` is read by the first nest, `%out` written by the second, which reads what the first one has
/// computed.
fn with_result(out: &str) -> usize {
    let text = format!(
        "func @f(%a: memref<8x8xf64>, %out: memref<8x8xf64>{out}) {{
           %t = alloc() : memref<8x8xf64>
           {}
           {}
           dealloc %t : memref<8x8xf64>
           return
         }}",
        nest("%t[%i, %j]", "%a[%i, %j]"),
        // The previous value of `%a[%j, %i]` may be overwritten by this nest if the two are the
        // same memory.
        "affine.for %i = 0 to 8 { affine.for %j = 0 to 8 {
           %x = affine.load %t[%i, %j] : memref<8x8xf64>
           affine.store %x, %out[%j, %i] : memref<8x8xf64>
         } }",
    );
    let mut module = parse(&text);
    module
        .children_mut()
        .into_iter()
        .map(|(_, function)| fuse_affine_loops(function, &AliasAnalysis::default()))
        .sum()
}

#[test]
fn arguments_that_are_promised_not_to_alias_are_told_apart() {
    assert_eq!(with_result(""), 0);
    assert_eq!(with_result(" {llvm.noalias}"), 1);
}
