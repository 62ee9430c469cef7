//! Aliases between values of ops of std, scf, affine and llvm.
//!
//! The expected answers follow from the semantics of the ops. Values are named by the location of
//! the op: `a` is the result of the op at `loc("a")`, `a#1` its second result, `a@0` the first
//! argument of its first region, `a@@0` of its second one. Arguments of the function's blocks are
//! `bb0.0` and so on.

use mlir_lite::analysis::alias::AliasResult::{self, May, Must, No};
use mlir_lite::analysis::alias::{AliasAnalysis, viewed};
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::ir::{Body, LocationKind, OpId, UniquedLocation, ValueId};
use pretty_assertions::assert_eq;
use test_support::parse_in;

/// A module of the globals, a function to call, and `@f`, whose arguments are `%own`, which is
/// declared not to alias, `%x` and `%y`, all of type `M`. It starts with two allocations.
fn module(text: &str) -> Body {
    let load = |ctx: &mlir_lite::Context| {
        ctx.load::<AffineDialect>();
        ctx.load::<ScfDialect>();
        ctx.load::<LlvmDialect>();
    };
    let text = format!(
        "global_memref @one : M
         global_memref @two : M
         func @use(%m: M) -> M {{ return %m : M }}
         func @make() -> M {{ %m = alloc() : M return %m : M }}
         func @f(%own: M {{llvm.noalias}}, %x: M, %y: M, %c: i1, %i: index, %v: f64) {{
           %a = alloc() : M loc(\"a\")
           %b = alloc() : M loc(\"b\")
           {text}
           return
         }}"
    );
    parse_in(load, &text.replace("M", "memref<4xf64>"))
}

fn function(module: &Body) -> &Body {
    module.children().last().expect("a function").1
}

fn value(body: &Body, name: &str) -> ValueId {
    let number = |text: &str| text.parse::<usize>().expect("a number");
    if let Some((block, index)) = name.strip_prefix("bb").and_then(|rest| rest.split_once('.')) {
        let block = body.blocks(body.regions(body.root())[0]).nth(number(block)).expect("a block");
        return body.arguments(block)[number(index)];
    }
    let (op, index) = name.split_once(['#', '@']).unwrap_or((name, "0"));
    let ctx = body.context();
    let is_at = |&id: &OpId| {
        matches!(body.location(id).kind(ctx),
            LocationKind::Uniqued(UniquedLocation::Name { name, .. }) if name.text(ctx) == op)
    };
    let id = body.own_ops().into_iter().find(is_at).expect("an op at the location");
    if !name.contains('@') {
        return body.result(id, number(index));
    }
    let (region, index) = index.strip_prefix('@').map_or((0, index), |index| (1, index));
    let block = body.entry_block(body.regions(id)[region]).expect("a block");
    body.arguments(block)[number(index)]
}

#[track_caller]
fn check(text: &str, cases: &[(&str, &str, AliasResult)]) {
    let module = module(text);
    let body = function(&module);
    let aliases = AliasAnalysis::default();
    for &(a, b, expected) in cases {
        let [first, second] = [a, b].map(|name| value(body, name));
        for (first, second) in [(first, second), (second, first)] {
            assert_eq!(aliases.alias(body, first, second), expected, "{a}, {b}");
        }
        let [first_class, second_class] = [first, second].map(|value| aliases.class(body, value));
        if first != second && !first_class.may_alias(second_class) {
            assert_eq!(expected, No, "{a}, {b}: {first_class:?}, {second_class:?}");
        }
    }
}

#[test]
fn allocations_and_arguments() {
    check(
        "%s = alloca() : M loc(\"s\")",
        &[
            ("a", "b", No),
            ("a", "s", No),
            ("a", "a", Must),
            // An allocation is not the memory of an argument, which there was before.
            ("a", "bb0.1", No),
            ("a", "bb0.0", No),
            ("bb0.0", "bb0.1", No),
            ("bb0.1", "bb0.2", May),
            ("bb0.1", "bb0.1", Must),
        ],
    );
}

#[test]
fn views_of_views() {
    check(
        "%c1 = constant 1 : index
         %s = alloc() : memref<2xindex>
         %p = memref_cast %a : M to memref<?xf64> loc(\"p\")
         %q = memref_cast %p : memref<?xf64> to memref<*xf64> loc(\"q\")
         %r = memref_reshape %p(%s) : (memref<?xf64>, memref<2xindex>) -> memref<2x2xf64> loc(\"r\")
         %part = subview %a[1] [2] [1] : M to memref<2xf64, offset: 1, strides: [1]> loc(\"part\")
         %again = memref_reinterpret_cast %part to offset: [0], sizes: [4], strides: [1]
           : memref<2xf64, offset: 1, strides: [1]> to M loc(\"again\")
         %other = memref_cast %b : M to memref<?xf64> loc(\"other\")",
        &[
            // All of the memory, as another type.
            ("a", "p", Must),
            ("a", "q", Must),
            ("q", "r", Must),
            // A part of it.
            ("a", "part", May),
            ("part", "q", May),
            ("part", "part", Must),
            // A reinterpreted memref may be any part.
            ("a", "again", May),
            ("again", "part", May),
            ("a", "other", No),
            ("part", "other", No),
            ("again", "b", No),
            ("again", "bb0.1", No),
        ],
    );
    let module = module("%p = memref_cast %x : M to memref<?xf64> loc(\"p\")");
    let body = function(&module);
    assert_eq!(viewed(body, value(body, "p")), value(body, "bb0.1"));
}

#[test]
fn globals() {
    check(
        "%g = get_global_memref @one : M loc(\"g\")
         %same = get_global_memref @one : M loc(\"same\")
         %h = get_global_memref @two : M loc(\"h\")
         %p = memref_cast %same : M to memref<?xf64> loc(\"p\")",
        &[
            ("g", "same", Must),
            ("g", "p", Must),
            ("g", "h", No),
            ("h", "p", No),
            // The caller may pass a global, but not memory that is allocated here.
            ("g", "bb0.1", May),
            ("g", "bb0.0", No),
            ("g", "a", No),
        ],
    );
}

#[test]
fn conditionals() {
    check(
        "%d = alloc() : M loc(\"d\")
         %r:2 = scf.if %c -> (M, M) {
           scf.yield %a, %b : M, M
         } else {
           scf.yield %b, %d : M, M
         } loc(\"r\")
         %k:2 = scf.if %c -> (M, M) {
           scf.yield %a, %x : M, M
         } else {
           scf.yield %a, %b : M, M
         } loc(\"k\")
         %w = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> M {
           affine.yield %a : M
         } else {
           affine.yield %b : M
         } loc(\"w\")
         %s = select %c, %a, %b : M loc(\"s\")",
        &[
            // If the condition does not hold, the first is %b, but it is never both.
            ("r#0", "r#1", May),
            ("r#0", "d", No),
            ("r#1", "a", No),
            ("r#0", "a", May),
            ("k#0", "a", May),
            ("k#0", "k#1", No),
            ("k#1", "bb0.1", May),
            ("w", "a", May),
            ("w", "d", No),
            ("s", "b", May),
            ("s", "d", No),
            ("s", "bb0.1", No),
        ],
    );
}

/// A loop that begins with two memrefs, and passes on others.
fn exchange(dialect: &str, inits: [&str; 2], yielded: [&str; 2]) -> String {
    let range = match dialect {
        "affine" => "%j = 0 to 4",
        _ => "%j = %i to %i step %i",
    };
    format!(
        "%r:2 = {dialect}.for {range} iter_args(%p = %{}, %q = %{}) -> (M, M) {{
           {dialect}.yield %{}, %{} : M, M
         }} loc(\"r\")",
        inits[0], inits[1], yielded[0], yielded[1],
    )
}

#[test]
fn what_loops_exchange() {
    // The arguments of the loop's region begin with its variable.
    let (p, q) = ("r@1", "r@2");
    for dialect in ["affine", "scf"] {
        let check = |inits, yielded, cases: &[(&str, &str, AliasResult)]| {
            check(&exchange(dialect, inits, yielded), cases);
        };
        for yielded in [["q", "p"], ["p", "q"]] {
            check(["a", "b"], yielded, &[(p, q, No), ("r#0", "r#1", No)]);
            check(["a", "x"], yielded, &[(p, q, No), ("r#0", "r#1", No), (p, "bb0.0", No)]);
            // Twice the same memref, and memrefs that may alias.
            check(["a", "a"], yielded, &[(p, q, May), ("r#0", "r#1", May)]);
            check(["x", "y"], yielded, &[(p, q, May), ("r#0", "r#1", May)]);
        }
        check(["a", "own"], ["q", "p"], &[(q, "bb0.1", No), ("r#1", "bb0.1", No)]);
        // Not exchanged: the first is always %a.
        check(["a", "b"], ["p", "q"], &[(p, "b", No), (q, "a", No), ("r#0", "b", No)]);
        // One of them, but it is not known which.
        check(["a", "b"], ["q", "p"], &[(p, "a", May), (p, "b", May), ("r#0", "b", May)]);
        // From the second iteration on, both are %b.
        check(["a", "b"], ["q", "q"], &[(p, q, May), ("r#0", "r#1", May)]);
        // Something from outside: in the next iteration, both may be %a.
        check(["a", "b"], ["q", "a"], &[(p, q, May)]);
    }
}

#[test]
fn loops_in_loops() {
    check(
        "%r:2 = affine.for %j = 0 to 4 iter_args(%p = %a, %q = %b) -> (M, M) {
           %s:2 = affine.for %k = 0 to 4 iter_args(%t = %q, %u = %p) -> (M, M) {
             affine.yield %u, %t : M, M
           } loc(\"s\")
           affine.yield %q, %p : M, M
         } loc(\"r\")",
        &[("s@1", "s@2", No), ("s#0", "s#1", No), ("s@1", "r@1", May), ("s#0", "bb0.1", No)],
    );
    // A loop may yield the memory that it allocated, which is that of an earlier iteration then.
    check(
        "%r = scf.for %j = %i to %i step %i iter_args(%p = %a) -> (M) {
           %new = alloc() : M loc(\"new\")
           scf.yield %new : M
         } loc(\"r\")",
        &[("r@1", "new", May), ("r#0", "a", May), ("r#0", "b", No), ("new", "a", No)],
    );
    // Values that pass the condition of a while loop.
    check(
        "%r = scf.while (%p = %a) : (M) -> M {
           scf.condition(%c) %p : M
         } do {
         ^bb0(%q: M):
           scf.yield %b : M
         } loc(\"r\")",
        &[("r@0", "a", May), ("r@0", "b", May), ("r@@0", "b", May), ("r#0", "bb0.1", No)],
    );
}

#[test]
fn blocks() {
    check(
        "cond_br %c, ^bb1(%a : M), ^bb1(%x : M)
         ^bb1(%p: M):
           br ^bb2(%p : M)
         ^bb2(%q: M):",
        &[("bb1.0", "a", May), ("bb2.0", "bb0.1", May), ("bb2.0", "b", No), ("bb2.0", "bb0.0", No)],
    );
}

#[test]
fn memory_that_escapes() {
    check(
        "%g = call @use(%a) : (M) -> M loc(\"g\")
         %h = call @make() : () -> M loc(\"h\")
         store %v, %b[%i] : M
         %p = memref_cast %own : M to memref<?xf64>
         store %v, %p[%i] : memref<?xf64>",
        &[
            // The call may return what it is given, and a later one too.
            ("a", "g", May),
            ("a", "h", May),
            ("g", "h", May),
            // %b and %own are not passed to the call.
            ("b", "g", No),
            ("b", "h", No),
            ("bb0.0", "h", No),
            ("bb0.1", "h", May),
        ],
    );
    // It escapes through a view, through memory, and out of a conditional.
    for using in [
        "%p = memref_cast %a : M to memref<?xf64> \"t.use\"(%p) : (memref<?xf64>) -> ()",
        "%all = alloc() : memref<2xM> store %a, %all[%i] : memref<2xM>",
        "%s = scf.if %c -> M { scf.yield %a : M } else { scf.yield %x : M }
         %g = call @use(%s) : (M) -> M",
        "br ^bb1(%a : M) ^bb1(%p: M): %g = call @use(%p) : (M) -> M",
        "affine.for %j = 0 to 4 { %g = call @use(%a) : (M) -> M }",
    ] {
        let text = format!("%h = call @make() : () -> M loc(\"h\") {using}");
        check(&text, &[("a", "h", May), ("b", "h", No), ("a", "bb0.1", No)]);
    }
}

#[test]
fn pointers() {
    let load = |ctx: &mlir_lite::Context| {
        ctx.load::<LlvmDialect>();
    };
    let module = parse_in(
        load,
        "llvm.mlir.global external @g() : f64
         llvm.mlir.global external @h() : f64
         llvm.func @make() -> !llvm.ptr
         llvm.func @f(%x: !llvm.ptr, %own: !llvm.ptr {llvm.noalias}, %c: i1) {
           %n = llvm.mlir.constant(4 : i64) : i64
           %v = llvm.mlir.constant(1.0 : f64) : f64
           %a = llvm.alloca %n x f64 : (i64) -> !llvm.ptr loc(\"a\")
           %b = llvm.alloca %n x f64 : (i64) -> !llvm.ptr loc(\"b\")
           %p = llvm.getelementptr %a[1] : (!llvm.ptr) -> !llvm.ptr, f64 loc(\"p\")
           %q = llvm.addrspacecast %a : !llvm.ptr to !llvm.ptr<1> loc(\"q\")
           %s = llvm.select %c, %p, %x : i1, !llvm.ptr loc(\"s\")
           %g = llvm.mlir.addressof @g : !llvm.ptr loc(\"g\")
           %i = llvm.mlir.addressof @g : !llvm.ptr loc(\"i\")
           %h = llvm.mlir.addressof @h : !llvm.ptr loc(\"h\")
           %u = llvm.call @make() : () -> !llvm.ptr loc(\"u\")
           llvm.store %v, %p : f64, !llvm.ptr
           llvm.store %b, %a : !llvm.ptr, !llvm.ptr
           llvm.return
         }",
    );
    let body = function(&module);
    let aliases = AliasAnalysis::default();
    for (a, b, expected) in [
        ("a", "b", No),
        ("a", "p", May),
        ("a", "q", Must),
        ("p", "b", No),
        ("p", "bb0.0", No),
        ("bb0.0", "bb0.1", No),
        ("s", "p", May),
        ("s", "bb0.0", May),
        ("s", "b", No),
        ("g", "i", Must),
        // One of them may be an alias of the other.
        ("g", "h", May),
        ("g", "a", No),
        ("g", "bb0.0", May),
        // The address of %b is stored, that of %a is not.
        ("u", "a", No),
        ("u", "b", May),
    ] {
        let [first, second] = [a, b].map(|name| value(body, name));
        assert_eq!(aliases.alias(body, first, second), expected, "{a}, {b}");
        assert_eq!(aliases.alias(body, second, first), expected, "{b}, {a}");
    }
}
