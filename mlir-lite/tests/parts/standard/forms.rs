//! The forms of std, in both spellings. The upstream texts are what
//! `mlir-opt` 22 prints; the others are MLIR's documentation of 2020.

use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::standard::*;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{
    ParseOptions, PrintOptions, Spelling, parse_module, print_attribute, print_op,
};
use mlir_lite_diagnostics::{RenderStyle, Renderer};
use pretty_assertions::assert_eq;

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx
}

fn parse(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics).map_err(|_| {
        let mut out = Vec::new();
        Renderer::new(ctx.sources(), RenderStyle::Plain)
            .render_all(&diagnostics, &mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    })
}

fn print(module: &Body, spelling: Spelling, generic: bool) -> String {
    print_op(module.as_op(), PrintOptions::local().with_spelling(spelling).with_generic(generic))
        + "\n"
}

/// Both texts mean the same, and each spelling prints its own.
#[track_caller]
fn both(std: &str, upstream: &str) {
    for text in [std, upstream] {
        let ctx = context();
        let module = parse(&ctx, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(print(&module, Spelling::Std, false), std);
        assert_eq!(print(&module, Spelling::Upstream, false), upstream);
        for spelling in [Spelling::Std, Spelling::Upstream] {
            let generic = print(&module, spelling, true);
            let again = parse(&ctx, &generic).unwrap_or_else(|error| panic!("{error}\n{generic}"));
            assert_eq!(print(&again, Spelling::Std, false), std, "{generic}");
        }
    }
}

#[test]
fn functions_and_control_flow() {
    both(
        "module {
  func private @ext(f64 {c.d}, i32) -> (f64 {a.b = 1 : i64})
  func @f(%arg0: f64, %arg1: i32) -> (f64, i1) attributes {foo.bar} {
    %true = constant true
    %f = constant @ext : (f64, i32) -> f64
    %0 = call_indirect %f(%arg0, %arg1) {a = 1 : i32} : (f64, i32) -> f64
    %1 = call @ext(%arg0, %arg1) : (f64, i32) -> f64
    call @g() : () -> ()
    assert %true, \"no\"
    cond_br %true, ^bb1(%1, %true : f64, i1), ^bb2
  ^bb1(%2: f64, %3: i1):  // 2 preds: ^bb0, ^bb2
    return {tag} %2, %3 : f64, i1
  ^bb2:  // pred: ^bb0
    br ^bb1(%0, %true : f64, i1)
  }
  func @g() {
    return
  }
}
",
        "module {
  func.func private @ext(f64 {c.d}, i32) -> (f64 {a.b = 1 : i64})
  func.func @f(%arg0: f64, %arg1: i32) -> (f64, i1) attributes {foo.bar} {
    %true = arith.constant true
    %f = constant @ext : (f64, i32) -> f64
    %0 = call_indirect %f(%arg0, %arg1) {a = 1 : i32} : (f64, i32) -> f64
    %1 = call @ext(%arg0, %arg1) : (f64, i32) -> f64
    call @g() : () -> ()
    cf.assert %true, \"no\"
    cf.cond_br %true, ^bb1(%1, %true : f64, i1), ^bb2
  ^bb1(%2: f64, %3: i1):  // 2 preds: ^bb0, ^bb2
    return {tag} %2, %3 : f64, i1
  ^bb2:  // pred: ^bb0
    cf.br ^bb1(%0, %true : f64, i1)
  }
  func.func @g() {
    return
  }
}
",
    );
}

#[test]
fn memory() {
    both(
        "module {
  global_memref \"private\" constant @g : memref<2xf64> = dense<[1.000000e+00, 2.000000e+00]>
  global_memref @h : memref<2xf64>
  global_memref @i : memref<f64> = uninitialized {alignment = 64 : i64}
  func @f(%arg0: memref<?x4xf64, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>, %arg1: index) {
    %0 = alloc(%arg1)[%arg1] : memref<?x4xf64, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
    %1 = alloc() {alignment = 16 : i64} : memref<4xf64>
    %2 = alloca(%arg1) : memref<?xf64>
    %3 = get_global_memref @g : memref<2xf64>
    %4 = dim %arg0, %arg1 : memref<?x4xf64, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
    %5 = memref_cast %1 : memref<4xf64> to memref<?xf64>
    %6 = load %1[%arg1] : memref<4xf64>
    %7 = alloc() : memref<f64>
    %8 = load %7[] : memref<f64>
    store %6, %1[%arg1] {nontemporal = true} : memref<4xf64>
    dealloc %1 : memref<4xf64>
    return
  }
}
",
        "module {
  memref.global \"private\" constant @g : memref<2xf64> = dense<[1.000000e+00, 2.000000e+00]>
  memref.global @h : memref<2xf64>
  memref.global @i : memref<f64> = uninitialized {alignment = 64 : i64}
  func.func @f(%arg0: memref<?x4xf64, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>, %arg1: index) {
    %alloc = memref.alloc(%arg1)[%arg1] : memref<?x4xf64, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
    %alloc_0 = memref.alloc() {alignment = 16 : i64} : memref<4xf64>
    %alloca = memref.alloca(%arg1) : memref<?xf64>
    %0 = memref.get_global @g : memref<2xf64>
    %dim = memref.dim %arg0, %arg1 : memref<?x4xf64, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
    %cast = memref.cast %alloc_0 : memref<4xf64> to memref<?xf64>
    %1 = memref.load %alloc_0[%arg1] : memref<4xf64>
    %alloc_1 = memref.alloc() : memref<f64>
    %2 = memref.load %alloc_1[] : memref<f64>
    memref.store %1, %alloc_0[%arg1] {nontemporal = true} : memref<4xf64>
    memref.dealloc %alloc_0 : memref<4xf64>
    return
  }
}
",
    );
}

#[test]
fn arithmetic() {
    both(
        "module {
  func @f(%arg0: index, %arg1: f64) -> i1 {
    %cst = constant 1.000000e+00 : f32
    %c-7_i32 = constant -7 : i32
    %c0 = constant 0 : index
    %cst_0 = constant dense<[1, 2]> : tensor<2xi32>
    %false = constant false
    %0 = addf %arg1, %arg1 : f64
    %1 = negf %0 : f64
    %2 = fmaf %0, %1, %0 : f64
    %3 = copysign %2, %1 : f64
    %4 = divi_signed %c-7_i32, %c-7_i32 : i32
    %5 = and %false, %false : i1
    %6 = cmpi \"slt\", %arg0, %c0 : index
    %7 = cmpf \"ult\", %3, %0 : f64
    %8 = select %6, %2, %3 : f64
    %9 = fpext %cst : f32 to f64
    %10 = index_cast %arg0 : index to i32
    %11 = sitofp %10 : i32 to f64
    return %7 : i1
  }
}
",
        "module {
  func.func @f(%arg0: index, %arg1: f64) -> i1 {
    %cst = arith.constant 1.000000e+00 : f32
    %c-7_i32 = arith.constant -7 : i32
    %c0 = arith.constant 0 : index
    %cst_0 = arith.constant dense<[1, 2]> : tensor<2xi32>
    %false = arith.constant false
    %0 = arith.addf %arg1, %arg1 : f64
    %1 = arith.negf %0 : f64
    %2 = math.fma %0, %1, %0 : f64
    %3 = math.copysign %2, %1 : f64
    %4 = arith.divsi %c-7_i32, %c-7_i32 : i32
    %5 = arith.andi %false, %false : i1
    %6 = arith.cmpi slt, %arg0, %c0 : index
    %7 = arith.cmpf ult, %3, %0 : f64
    %8 = arith.select %6, %2, %3 : f64
    %9 = arith.extf %cst : f32 to f64
    %10 = arith.index_cast %arg0 : index to i32
    %11 = arith.sitofp %10 : i32 to f64
    return %7 : i1
  }
}
",
    );
}

#[test]
fn flags_of_arithmetic() {
    both(
        "module {
  func @f(%arg0: f64, %arg1: i32) {
    %0 = addf %arg0, %arg0 {fastmath = #arith.fastmath<fast>} : f64
    %1 = addi %arg1, %arg1 {overflowFlags = #arith.overflow<nsw, nuw>, tag} : i32
    %2 = cmpf \"olt\", %0, %0 {fastmath = #arith.fastmath<nnan>} : f64
    %3 = exp %0 {fastmath = #arith.fastmath<afn>} : f64
    return
  }
}
",
        "module {
  func.func @f(%arg0: f64, %arg1: i32) {
    %0 = arith.addf %arg0, %arg0 fastmath<fast> : f64
    %1 = arith.addi %arg1, %arg1 overflow<nsw, nuw> {tag} : i32
    %2 = arith.cmpf olt, %0, %0 fastmath<nnan> : f64
    %3 = math.exp %0 fastmath<afn> : f64
    return
  }
}
",
    );
}

#[test]
fn forms_of_2020_are_read() {
    let ctx = context();
    let module = parse(
        &ctx,
        "func @f(%m: memref<?x4xf64>, %c: i1, %a: i64) attributes {sym_visibility = \"private\"} {
           %d = dim %m, 0 : memref<?x4xf64>
           %e = std.cmpi slt, %d, %d : index
           br ^bb1(%a: i64)
         ^bb1(%x: i64):
           return
         }
         \"func\"() ({
         }) {sym_name = \"g\", type = () -> ()} : () -> ()
         module_terminator",
    )
    .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        print(&module, Spelling::Std, false),
        "module {
  func private @f(%arg0: memref<?x4xf64>, %arg1: i1, %arg2: i64) {
    %c0 = constant 0 : index
    %0 = dim %arg0, %c0 : memref<?x4xf64>
    %1 = cmpi \"slt\", %0, %0 : index
    br ^bb1(%arg2 : i64)
  ^bb1(%2: i64):  // pred: ^bb0
    return
  }
  func @g()
}
"
    );
}

#[test]
fn errors_of_forms() {
    let errors = [
        (
            "func @f(%a: i32) { %0 = cmpi \"foo\", %a, %a : i32\n return }",
            "1:30: error: unknown comparison predicate \"foo\"",
        ),
        ("func @f(%a: i32, i32)", "either all arguments have names or none has"),
        ("func @f() { %0 = constant \"x\"\n return }", "expected a constant with a type"),
        (
            "func @f(%a: i32, %i: index) { %0 = load %a[%i] : i32\n return }",
            "expected a memref type, found 'i32'",
        ),
        ("global_memref @g : i32", "expected a ranked memref type, found 'i32'"),
    ];
    for (text, expected) in errors {
        let error = parse(&context(), text).map(|_| ()).unwrap_err();
        assert!(error.contains(expected), "{text}\n{error}");
    }
}

/// Folds the last op before the return of a function of `text`, constants
/// being those of its operands.
fn fold(text: &str) -> Option<String> {
    let ctx = context();
    let text = format!("func @f(%x: f64, %i: i32, %n: index) {{\n{text}\nreturn\n}}");
    let mut module = parse(&ctx, &text).unwrap_or_else(|error| panic!("{error}"));
    let (_, function) = module.children_mut().pop()?;
    let region = function.region(function.root(), 0);
    let block = function.entry_block(region)?;
    let op = function.previous_op(function.last_op(block)?)?;
    let constants: Vec<Option<Attribute>> = function
        .operands(op)
        .map(|value| ConstantOp::defining(function, value).map(|constant| constant.value(function)))
        .collect();
    let fold = function.def(op)?.fold?;
    match fold(function.op(op), &constants) {
        Fold::Replaced(values) => Some(match values[0] {
            FoldValue::Constant(value) => print_attribute(&ctx, value),
            FoldValue::Value(value) => {
                format!("operand {}", function.operands(op).position(|v| v == value)?)
            }
        }),
        _ => None,
    }
}

#[test]
fn folds() {
    let folds = [
        (
            "%a = constant 1.5 : f64\n%b = constant 2.0 : f64\n%0 = mulf %a, %b : f64",
            Some("3.000000e+00 : f64"),
        ),
        ("%z = constant -0.0 : f64\n%0 = addf %x, %z : f64", Some("operand 0")),
        ("%z = constant 0.0 : f64\n%0 = addf %x, %z : f64", None),
        ("%z = constant 0.0 : f64\n%0 = subf %x, %z : f64", Some("operand 0")),
        (
            "%a = constant dense<[1.0, 2.0]> : tensor<2xf64>\n%0 = addf %a, %a : tensor<2xf64>",
            Some("dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf64>"),
        ),
        (
            "%a = constant 2147483647 : i32\n%b = constant 1 : i32\n%0 = addi %a, %b : i32",
            Some("-2147483648 : i32"),
        ),
        (
            "%a = constant -7 : i32\n%b = constant 2 : i32\n%0 = divi_signed %a, %b : i32",
            Some("-3 : i32"),
        ),
        (
            "%a = constant -7 : i32\n%b = constant 2 : i32\n%0 = floordivi_signed %a, %b : i32",
            Some("-4 : i32"),
        ),
        (
            "%a = constant -7 : i32\n%b = constant 2 : i32\n%0 = ceildivi_signed %a, %b : i32",
            Some("-3 : i32"),
        ),
        (
            "%a = constant -1 : i32\n%b = constant 2 : i32\n%0 = divi_unsigned %a, %b : i32",
            Some("2147483647 : i32"),
        ),
        ("%b = constant 0 : i32\n%0 = divi_signed %i, %b : i32", None),
        (
            "%a = constant -2147483648 : i32\n%b = constant -1 : i32\n%0 = divi_signed %a, %b : \
                i32",
            None,
        ),
        ("%a = constant 1 : i32\n%b = constant 32 : i32\n%0 = shift_left %a, %b : i32", None),
        (
            "%a = constant -8 : i32\n%b = constant 1 : i32\n%0 = shift_right_unsigned %a, %b : i32",
            Some("2147483644 : i32"),
        ),
        ("%0 = subi %i, %i : i32", Some("0 : i32")),
        (
            "%a = constant -1 : i32\n%b = constant 1 : i32\n%0 = cmpi \"ult\", %a, %b : i32",
            Some("false"),
        ),
        (
            "%a = constant -1 : i32\n%b = constant 1 : i32\n%0 = cmpi \"slt\", %a, %b : i32",
            Some("true"),
        ),
        ("%a = constant 0x7FF8000000000000 : f64\n%0 = cmpf \"une\", %a, %a : f64", Some("true")),
        ("%0 = cmpf \"oeq\", %x, %x : f64", None),
        ("%c = constant false\n%0 = select %c, %i, %i : i32", Some("operand 1")),
        ("%a = constant -3 : i32\n%0 = index_cast %a : i32 to index", Some("-3 : index")),
        ("%a = constant -1 : i32\n%0 = zexti %a : i32 to i64", Some("4294967295 : i64")),
        ("%a = constant 1.0e10 : f64\n%0 = fptosi %a : f64 to i32", None),
        ("%a = constant -1.75 : f64\n%0 = fptosi %a : f64 to i32", Some("-1 : i32")),
        (
            "%m = alloc() : memref<3xf64>\n%c = constant 0 : index\n%0 = dim %m, %c : \
                memref<3xf64>",
            Some("3 : index"),
        ),
        ("%a = constant 2.0 : f64\n%0 = fmaf %a, %a, %a : f64", Some("6.000000e+00 : f64")),
    ];
    for (text, expected) in folds {
        assert_eq!(fold(text).as_deref(), expected, "{text}");
    }
}

/// MLIR's documentation of 2020 has `addf` and `ceildivi_signed`; maxima of integers came later.
#[test]
fn the_documentation_says_which_ops_are_only_in_the_mlir_of_today() {
    let text = mlir_lite::docs::dialect_doc(&context(), "std").expect("std is loaded");
    let line_of = |op: &str| {
        let entry = text.split(&format!("`std.{op}` (")).nth(1).expect("the op has an entry");
        entry.lines().find(|line| line.contains("today's MLIR")).map(str::to_string)
    };
    assert_eq!(line_of("addf").as_deref(), Some("In today's MLIR: `arith.addf`"));
    assert_eq!(line_of("ceildivi_signed").as_deref(), Some("In today's MLIR: `arith.ceildivsi`"));
    assert_eq!(line_of("maxsi").as_deref(), Some("Only in today's MLIR: `arith.maxsi`"));
}
