//! Lowered functions: their text.

use super::{StdToLlvmPass, llvm_type_converter, strides_and_offset};
use mlir_lite::context::Context;
use mlir_lite::dialects::{builtin::BuiltinDialect, llvm::LlvmDialect, standard::StdDialect};
use mlir_lite::ir::{Body, SymbolRequests};
use mlir_lite::pass::{PassContext, RunPass, SymbolSnapshot};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op, print_type};
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx.load::<LlvmDialect>();
    ctx
}

fn parse(ctx: &Context, source: &str) -> Body {
    let file = ctx.sources().add("test.mlir", source).unwrap();
    let mut diagnostics = Diagnostics::new();
    parse_module(
        ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    )
    .unwrap_or_else(|_| panic!("{:?}", diagnostics.iter().map(|d| &d.message).collect::<Vec<_>>()))
}

fn lower(ctx: &Context, source: &str) -> Result<Body, String> {
    lower_by(&StdToLlvmPass::full(ctx), ctx, source)
}

fn lower_by(pass: &StdToLlvmPass, ctx: &Context, source: &str) -> Result<Body, String> {
    let mut module = parse(ctx, source);
    let mut diagnostics = Diagnostics::new();
    let mut requests = SymbolRequests::new();
    let symbols = SymbolSnapshot::default();
    let mut cx = PassContext::new(&mut diagnostics, &mut requests, &symbols);
    let result = pass.run(&mut module, &mut cx);
    match result {
        Ok(()) => {
            let mut problems = Diagnostics::new();
            let _ = mlir_lite::verify::verify(&module, &mut problems);
            assert!(
                problems.is_empty(),
                "{:?}",
                problems.iter().map(|d| &d.message).collect::<Vec<_>>()
            );
            Ok(module)
        }
        Err(_) => Err(diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n")),
    }
}

fn lowered(source: &str) -> String {
    let module = lower(&context(), source).unwrap();
    print_op(module.as_op(), PrintOptions::default())
}

#[test]
fn types() {
    let ctx = context();
    let converter = llvm_type_converter(&ctx);
    let cases = [
        ("index", "i64"),
        ("i32", "i32"),
        ("f64", "f64"),
        ("bf16", "bf16"),
        ("vector<4xf32>", "vector<4xf32>"),
        ("vector<4x8x16xf32>", "!llvm.array<4 x array<8 x vector<16xf32>>>"),
        ("memref<f32>", "!llvm.struct<(ptr, ptr, i64)>"),
        ("memref<1xf32>", "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"),
        ("memref<?xf32>", "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"),
        (
            "memref<10x42x42x43x123xf32>",
            "!llvm.struct<(ptr, ptr, i64, array<5 x i64>, array<5 x i64>)>",
        ),
        (
            "memref<10x?x42x?x123xf32>",
            "!llvm.struct<(ptr, ptr, i64, array<5 x i64>, array<5 x i64>)>",
        ),
        ("memref<*xf32>", "!llvm.struct<(i64, ptr)>"),
        ("() -> ()", "!llvm.ptr"),
    ];
    for (from, to) in cases {
        let module = parse(&ctx, &format!("\"t.op\"() {{ty = {from}}} : () -> ()"));
        let op = module.walk().next().unwrap();
        let ty = op.attr_named("ty").unwrap().as_type(&ctx).unwrap();
        assert_eq!(
            converter.convert_type(ty).map(|ty| print_type(&ctx, ty)).as_deref(),
            Some(to),
            "{from}"
        );
    }
    for from in [
        "tensor<2xf64>",
        "si8",
        "tuple<i32>",
        "memref<2xmemref<2xf64, affine_map<(d0) -> (d0 mod 2)>>>",
        "memref<4xf64, affine_map<(d0) -> (d0 mod 2)>>",
    ] {
        let module = parse(&ctx, &format!("\"t.op\"() {{ty = {from}}} : () -> ()"));
        let op = module.walk().next().unwrap();
        let ty = op.attr_named("ty").unwrap().as_type(&ctx).unwrap();
        assert_eq!(converter.convert_type(ty), None, "{from}");
    }
}

#[test]
fn strides() {
    let ctx = context();
    let cases = [
        ("memref<10x11x13x7xf32>", vec![Some(1001), Some(91), Some(7), Some(1)], Some(0)),
        ("memref<10x?x13x?xf32>", vec![None, None, None, Some(1)], Some(0)),
        (
            "memref<2x3xf64, affine_map<(d0, d1) -> (d1 * 2 + d0 + 5)>>",
            vec![Some(1), Some(2)],
            Some(5),
        ),
        (
            "memref<2x3xf64, affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1)>>",
            vec![None, Some(1)],
            None,
        ),
    ];
    for (text, strides, offset) in cases {
        let module = parse(&ctx, &format!("\"t.op\"() {{ty = {text}}} : () -> ()"));
        let ty = module.walk().next().unwrap().attr_named("ty").unwrap().as_type(&ctx).unwrap();
        assert_eq!(strides_and_offset(&ctx, ty), Some((strides, offset)), "{text}");
    }
}

#[test]
fn several_results_are_packed() {
    let source = "
func @foo(%arg0: i32, %arg1: i64) -> (i32, i64) {
  return %arg0, %arg1 : i32, i64
}
func @bar() {
  %0 = constant 42 : i32
  %1 = constant 17 : i64
  %2:2 = call @foo(%0, %1) : (i32, i64) -> (i32, i64)
  %3:2 = call @foo(%2#0, %2#1) : (i32, i64) -> (i32, i64)
  return
}";
    let expected = "module {
  llvm.func @foo(%arg0: i32, %arg1: i64) -> !llvm.struct<(i32, i64)> {
    %0 = llvm.mlir.poison : !llvm.struct<(i32, i64)>
    %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(i32, i64)>
    %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(i32, i64)>
    llvm.return %2 : !llvm.struct<(i32, i64)>
  }
  llvm.func @bar() {
    %0 = llvm.mlir.constant(42 : i32) : i32
    %1 = llvm.mlir.constant(17 : i64) : i64
    %2 = llvm.call @foo(%0, %1) : (i32, i64) -> !llvm.struct<(i32, i64)>
    %3 = llvm.extractvalue %2[0] : !llvm.struct<(i32, i64)>
    %4 = llvm.extractvalue %2[1] : !llvm.struct<(i32, i64)>
    %5 = llvm.call @foo(%3, %4) : (i32, i64) -> !llvm.struct<(i32, i64)>
    llvm.return
  }
}";
    assert_eq!(lowered(source), expected);
}

#[test]
fn memrefs_are_passed_as_their_fields() {
    let source = "
func private @bar(%m: memref<?xf32>)
func @foo(%m: memref<?xf32>, %i: index) -> f32 {
  call @bar(%m) : (memref<?xf32>) -> ()
  %0 = load %m[%i] : memref<?xf32>
  return %0 : f32
}";
    let expected = "module {
  llvm.func @bar(!llvm.ptr, !llvm.ptr, i64, i64, i64) attributes {sym_visibility = \"private\"}
  llvm.func @foo(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64) -> f32 {
    llvm.call @bar(%arg0, %arg1, %arg2, %arg3, %arg4) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
    %0 = llvm.getelementptr inbounds|nuw %arg1[%arg5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %1 = llvm.load %0 : !llvm.ptr -> f32
    llvm.return %1 : f32
  }
}";
    assert_eq!(lowered(&source.replace("(%m: memref<?xf32>)\n", "(memref<?xf32>)\n")), expected);
}

#[test]
fn accesses_are_linear_in_strides_and_offset() {
    // load %m[%i, %j] of strides 7 and unknown, offset unknown: 2 products, 2 sums.
    let source = "
func @f(%m: memref<4x?xf64, affine_map<(d0, d1)[s0, s1] -> (d0 * 7 + d1 * s1 + s0)>>, %i: index, %j: index, %x: f64) {
  store %x, %m[%i, %j] : memref<4x?xf64, affine_map<(d0, d1)[s0, s1] -> (d0 * 7 + d1 * s1 + s0)>>
  return
}";
    let expected = "module {
  llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i64, %arg8: i64, %arg9: f64) {
    %0 = llvm.mlir.constant(7 : index) : i64
    %1 = llvm.mul %arg7, %0 overflow<nsw, nuw> : i64
    %2 = llvm.mul %arg8, %arg6 overflow<nsw, nuw> : i64
    %3 = llvm.add %1, %2 overflow<nsw, nuw> : i64
    %4 = llvm.add %3, %arg2 overflow<nsw, nuw> : i64
    %5 = llvm.getelementptr inbounds|nuw %arg1[%4] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %arg9, %5 : f64, !llvm.ptr
    llvm.return
  }
}";
    assert_eq!(lowered(source), expected);
}

#[test]
fn memory_comes_from_malloc_and_globals_stay_where_they_are() {
    let source = "
global_memref \"private\" constant @g : memref<2x3xf64> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
func @f(%i: index) -> f64 {
  %a = alloc() : memref<2x3xf64>
  %g = get_global_memref @g : memref<2x3xf64>
  %x = load %g[%i, %i] : memref<2x3xf64>
  store %x, %a[%i, %i] : memref<2x3xf64>
  dealloc %a : memref<2x3xf64>
  return %x : f64
}";
    let expected = "module {
  llvm.func @malloc(i64) -> !llvm.ptr
  llvm.func @free(!llvm.ptr)
  llvm.mlir.global private constant @g(dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>) {addr_space = 0 : i32} : !llvm.array<2 x array<3 x f64>>
  llvm.func @f(%arg0: i64) -> f64 {
    %0 = llvm.mlir.constant(6 : index) : i64
    %1 = llvm.mlir.zero : !llvm.ptr
    %2 = llvm.getelementptr %1[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %3 = llvm.ptrtoint %2 : !llvm.ptr to i64
    %4 = llvm.call @malloc(%3) : (i64) -> !llvm.ptr
    %5 = llvm.mlir.addressof @g : !llvm.ptr
    %6 = llvm.getelementptr %5[0, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<3 x f64>>
    %7 = llvm.mlir.constant(3 : index) : i64
    %8 = llvm.mul %arg0, %7 overflow<nsw, nuw> : i64
    %9 = llvm.add %8, %arg0 overflow<nsw, nuw> : i64
    %10 = llvm.getelementptr inbounds|nuw %6[%9] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %11 = llvm.load %10 : !llvm.ptr -> f64
    %12 = llvm.mlir.constant(3 : index) : i64
    %13 = llvm.mul %arg0, %12 overflow<nsw, nuw> : i64
    %14 = llvm.add %13, %arg0 overflow<nsw, nuw> : i64
    %15 = llvm.getelementptr inbounds|nuw %4[%14] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %11, %15 : f64, !llvm.ptr
    llvm.call @free(%4) : (!llvm.ptr) -> ()
    llvm.return %11 : f64
  }
}";
    assert_eq!(lowered(source), expected);
}

#[test]
fn what_cannot_be_lowered_is_reported_and_nothing_is_changed() {
    let ctx = context();
    let cases = [
        ("func @f() {\n  \"toy.print\"() : () -> ()\n  return\n}", "toy.print"),
        ("func @f(%t: tensor<2xf64>) {\n  return\n}", "std.func"),
        (
            "func @f() {\n  %a = alloc() : memref<4xf64, affine_map<(d0) -> (d0 mod 2)>>\n  \
                return\n}",
            "std.alloc",
        ),
    ];
    for (source, op) in cases {
        let error = lower(&ctx, source).map(|_| ()).unwrap_err();
        assert!(error.contains(op), "{error}");
    }
}
