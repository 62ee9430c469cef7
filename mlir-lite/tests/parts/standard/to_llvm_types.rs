//! Types as the llvm dialect has them, and types without a counterpart there. The lowered functions
//! are in `test/mlir/transforms/convert-std-to-llvm`.

use mlir_lite::context::Context;
use mlir_lite::conversions::std_to_llvm::{StdToLlvmPass, llvm_type_converter, strides_and_offset};
use mlir_lite::dialects::{builtin::BuiltinDialect, llvm::LlvmDialect, standard::StdDialect};
use mlir_lite::ir::{Body, SymbolRequests};
use mlir_lite::pass::{PassContext, RunPass, SymbolSnapshot};
use mlir_lite::text::{ParseOptions, parse_module, print_type};
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
        assert_eq!(strides_and_offset(&ctx, ty), Some((strides.into(), offset)), "{text}");
    }
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
