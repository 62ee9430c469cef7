//! The lowering of each op.

mod common;

use common::{Compiled, read_back};
use mlir_lite::ir::OpDefinition as _;
use pretty_assertions::assert_eq;
use toy_dialect::lowering::LowerPrintPass;
use toy_dialect::pipeline::{Optimization, add_affine_passes};

/// The body of `main` in affine form, without indentation.
#[track_caller]
fn affine(source: &str, optimization: Optimization) -> String {
    let mut program = Compiled::new(source);
    program.run_toy_passes().unwrap();
    program.run(|ctx, passes| add_affine_passes(ctx, passes, optimization, None)).unwrap();
    let text = program.text();
    assert_eq!(read_back(&text), text);
    text
}

const PRODUCT: &str =
    "def main() { var a = [[1, 2, 3], [4, 5, 6]]; print(transpose(a) * transpose(a)); }";

#[test]
fn the_tutorials_product() {
    let expected = "\
module {
  func @main() {
    %cst = constant 1.000000e+00 : f64
    %cst_0 = constant 2.000000e+00 : f64
    %cst_1 = constant 3.000000e+00 : f64
    %cst_2 = constant 4.000000e+00 : f64
    %cst_3 = constant 5.000000e+00 : f64
    %cst_4 = constant 6.000000e+00 : f64
    %0 = alloc() : memref<3x2xf64>
    %1 = alloc() : memref<3x2xf64>
    %2 = alloc() : memref<2x3xf64>
    affine.store %cst, %2[0, 0] : memref<2x3xf64>
    affine.store %cst_0, %2[0, 1] : memref<2x3xf64>
    affine.store %cst_1, %2[0, 2] : memref<2x3xf64>
    affine.store %cst_2, %2[1, 0] : memref<2x3xf64>
    affine.store %cst_3, %2[1, 1] : memref<2x3xf64>
    affine.store %cst_4, %2[1, 2] : memref<2x3xf64>
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
    toy.print %0 : memref<3x2xf64>
    dealloc %2 : memref<2x3xf64>
    dealloc %1 : memref<3x2xf64>
    dealloc %0 : memref<3x2xf64>
    return
  }
}";
    assert_eq!(affine(PRODUCT, Optimization::None), expected);
}

#[test]
fn the_tutorials_product_optimised() {
    let expected = "\
module {
  func @main() {
    %cst = constant 1.000000e+00 : f64
    %cst_0 = constant 2.000000e+00 : f64
    %cst_1 = constant 3.000000e+00 : f64
    %cst_2 = constant 4.000000e+00 : f64
    %cst_3 = constant 5.000000e+00 : f64
    %cst_4 = constant 6.000000e+00 : f64
    %0 = alloc() : memref<3x2xf64>
    %1 = alloc() : memref<2x3xf64>
    affine.store %cst, %1[0, 0] : memref<2x3xf64>
    affine.store %cst_0, %1[0, 1] : memref<2x3xf64>
    affine.store %cst_1, %1[0, 2] : memref<2x3xf64>
    affine.store %cst_2, %1[1, 0] : memref<2x3xf64>
    affine.store %cst_3, %1[1, 1] : memref<2x3xf64>
    affine.store %cst_4, %1[1, 2] : memref<2x3xf64>
    affine.for %arg0 = 0 to 3 {
      affine.for %arg1 = 0 to 2 {
        %2 = affine.load %1[%arg1, %arg0] : memref<2x3xf64>
        %3 = mulf %2, %2 : f64
        affine.store %3, %0[%arg0, %arg1] : memref<3x2xf64>
      }
    }
    toy.print %0 : memref<3x2xf64>
    dealloc %1 : memref<2x3xf64>
    dealloc %0 : memref<3x2xf64>
    return
  }
}";
    assert_eq!(affine(PRODUCT, Optimization::Full), expected);
}

#[test]
fn numbers_need_no_loop() {
    let expected = "\
module {
  func @main() {
    %cst = constant 2.000000e+00 : f64
    %0 = alloc() : memref<f64>
    %1 = alloc() : memref<f64>
    affine.store %cst, %1[] : memref<f64>
    %2 = affine.load %1[] : memref<f64>
    %3 = negf %2 : f64
    affine.store %3, %0[] : memref<f64>
    toy.print %0 : memref<f64>
    dealloc %1 : memref<f64>
    dealloc %0 : memref<f64>
    return
  }
}";
    assert_eq!(affine("def main() { print(-2); }", Optimization::None), expected);
}

/// The loops of `main`.
#[track_caller]
fn loops(source: &str) -> Vec<String> {
    let text = affine(source, Optimization::None);
    let lines = text.lines().map(str::trim);
    lines
        .filter(|l| l.contains("affine.for") || l.contains("affine.load"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn operands_are_broadcast_by_their_subscripts() {
    let found = loops("def main() { print([[1], [2]] + [3, 4, 5] / 6); }");
    let expected = [
        "affine.for %arg0 = 0 to 3 {",
        "%5 = affine.load %3[%arg0] : memref<3xf64>",
        "%6 = affine.load %2[] : memref<f64>",
        "affine.for %arg0 = 0 to 2 {",
        "affine.for %arg1 = 0 to 3 {",
        "%5 = affine.load %4[%arg0, 0] : memref<2x1xf64>",
        "%6 = affine.load %1[%arg1] : memref<3xf64>",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_reshape_computes_where_each_element_was() {
    let found = loops("def main() { var a<4> = transpose([[1, 2], [3, 4]]); print(a); }");
    let expected = [
        "affine.for %arg0 = 0 to 2 {",
        "affine.for %arg1 = 0 to 2 {",
        "%3 = affine.load %2[%arg1, %arg0] : memref<2x2xf64>",
        "affine.for %arg0 = 0 to 4 {",
        "%3 = affine.load %1[%arg0 floordiv 2, %arg0 mod 2] : memref<2x2xf64>",
    ];
    assert_eq!(found, expected);
}

#[test]
fn large_constants_are_globals_and_equal_ones_share_one() {
    let values = (0..100).map(|i| i.to_string()).collect::<Vec<_>>().join(", ");
    let text = affine(
        &format!(
            "def main() {{ var a = [{values}]; var b = [{values}]; print(a + 1); print(b * 2); }}"
        ),
        Optimization::None,
    );
    assert_eq!(
        text.matches("global_memref \"private\" constant @constant.100xf64_").count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("get_global_memref @constant.100xf64_").count(), 1, "{text}");
    assert_eq!(text.matches("affine.store").count(), 4, "{text}");
    assert!(!text.contains("dealloc %1 : memref<100xf64>\n    dealloc %1"), "{text}");
}

#[test]
fn functions_of_unknown_shapes_are_dropped() {
    assert_eq!(
        affine("def f(x) { return x; } def g(x) { return f(x); }", Optimization::None),
        "module {\n}"
    );
}

/// The lowering of the print in a program with one print, without the ops for the printed tensor.
#[track_caller]
fn printing(source: &str) -> String {
    let mut program = Compiled::new(source);
    program.run_toy_passes().unwrap();
    program.run(|ctx, passes| add_affine_passes(ctx, passes, Optimization::None, None)).unwrap();
    let lower = |ctx: &mlir_lite::Context, passes: &mut mlir_lite::pass::PassManager| {
        passes.nest(mlir_lite::dialects::standard::FuncOp::NAME).add_pass(LowerPrintPass::new(ctx));
    };
    program.run(lower).unwrap();
    let text = program.text();
    assert_eq!(read_back(&text), text);
    let skipped = ["= constant ", "alloc", "affine.", "func @main", "return", "module"];
    let lines = text.lines().filter(|line| !skipped.iter().any(|skip| line.contains(skip)));
    lines.map(|line| format!("{}\n", line.trim())).collect()
}

const CALL: &str = "vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr";

#[test]
fn numbers_print_as_a_line() {
    let expected = format!(
        "\
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @print.number(\"%f \\00\") {{addr_space = 0 : i32}}
llvm.mlir.global internal constant @print.newline(\"\\0A\\00\") {{addr_space = 0 : i32}}
%1 = load %0[] : memref<f64>
%2 = cmpf \"uno\", %1, %1 : f64
%3 = absf %1 : f64
%4 = select %2, %3, %1 : f64
%5 = llvm.mlir.addressof @print.number : !llvm.ptr
%6 = llvm.call @printf(%5, %4) {CALL}, f64) -> i32
%7 = llvm.mlir.addressof @print.newline : !llvm.ptr
%8 = llvm.call @printf(%7) {CALL}) -> i32
}}
}}
"
    );
    assert_eq!(printing("def main() { print(2); }"), expected);
}

#[test]
fn each_row_prints_as_a_line() {
    let text = printing("def main() { print([[1, 2, 3]]); }");
    let loops = text.split_once("scf.for").unwrap().1;
    let expected = format!(
        " %arg0 = %c0 to %c1 step %c1_2 {{
scf.for %arg1 = %c0_3 to %c3 step %c1_4 {{
%3 = load %0[%arg0, %arg1] : memref<1x3xf64>
%4 = cmpf \"uno\", %3, %3 : f64
%5 = absf %3 : f64
%6 = select %4, %5, %3 : f64
%7 = llvm.mlir.addressof @print.number : !llvm.ptr
%8 = llvm.call @printf(%7, %6) {CALL}, f64) -> i32
}}
%1 = llvm.mlir.addressof @print.newline : !llvm.ptr
%2 = llvm.call @printf(%1) {CALL}) -> i32
}}
}}
}}
"
    );
    assert_eq!(loops, expected);
}
