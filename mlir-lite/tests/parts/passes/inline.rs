//! Stack, dialects and limits. `test/mlir/transforms/inline` shows what is inlined.

use mlir_lite::ir::interfaces::{CallOpInterface, Callee};
use mlir_lite::ir::prelude::*;
use mlir_lite::transforms::inline::{InlineLimits, InlinerPass};
use pretty_assertions::assert_eq;
use test_support::{context, parse, parse_in, print, run_pass};

#[track_caller]
fn inlined(pass: &InlinerPass, text: &str) -> String {
    run_pass(pass, &mut parse(&context(), text), &[])
}

#[test]
fn chains_of_calls_take_no_stack() {
    let mut text = String::from("func @f0() {\n  return\n}\n");
    for i in 1..10_000 {
        text +=
            &format!("func private @f{i}() {{\n  call @f{}() : () -> ()\n  return\n}}\n", i - 1);
    }
    text += "func @main() {\n  call @f9999() : () -> ()\n  return\n}";
    assert_eq!(
        inlined(&InlinerPass::default(), &text),
        "module {\n  func @f0() {\n    return\n  }\n  func @main() {\n    return\n  }\n}"
    );
}

/// `c`: calls whose integers may be wider or narrower than the function's.
struct ConvertingDialect;

impl Dialect for ConvertingDialect {
    const NAMESPACE: &'static str = "c";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ConvertingCallOp>();
        dialect.op::<ConvertOp>();
        dialect.interface::<dyn DialectInlinerInterface>(&Self);
    }
}

/// A call.
#[op(name = "c.call", implements(CallOpInterface))]
struct ConvertingCallOp {
    #[attr]
    callee: FlatSymbolRefAttr,
    #[operand]
    operands: Variadic<AnyType>,
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for ConvertingCallOp {
    fn callee(op: ConvertingCallOpRef<'_>) -> Option<Callee> {
        let op = op.op();
        op.attr(Ident::CALLEE)?.as_flat_symbol(op.context()).map(Callee::Symbol)
    }
    fn arguments(op: ConvertingCallOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.operands().ids().collect()
    }
}

/// A conversion.
#[op(name = "c.convert", traits(Pure))]
struct ConvertOp {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

impl DialectInlinerInterface for ConvertingDialect {
    fn returned_values(&self, _op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        None
    }
    fn materialize_call_conversion(
        &self,
        builder: &mut dyn OpBuilder,
        value: ValueId,
        ty: Type,
        location: Location,
    ) -> Option<ValueId> {
        let (ctx, from) = (builder.context(), builder.body().ty(value));
        if !ty.is_integer(ctx) || !from.is_integer(ctx) {
            return None;
        }
        Some(ConvertOp::build(builder, location, value, ty).output(builder.body()))
    }
}

#[test]
fn the_dialect_of_the_call_bridges_types() {
    let mut module = parse_in(
        |ctx| {
            ctx.load::<ConvertingDialect>();
        },
        "
        func private @f(%a: i32, %c: i1) -> (i32, i32) {
          cond_br %c, ^a, ^b
        ^a:
          return %a, %a : i32, i32
        ^b:
          %0 = addi %a, %a : i32
          return %0, %a : i32, i32
        }
        func private @g(%a: i32, %b: f32) -> (i32, f32) {
          return %a, %b : i32, f32
        }
        func @main(%a: i64, %c: i1) -> (i8, i32) {
          %0:2 = \"c.call\"(%a, %c) {callee = @f} : (i64, i1) -> (i8, i32)
          %1:2 = \"c.call\"(%a, %a) {callee = @g} : (i64, i64) -> (i8, i64)
          return %0#0, %0#1 : i8, i32
        }",
    );
    let printed = run_pass(&InlinerPass::default(), &mut module, &[]);
    assert_eq!(
        printed,
        "\
module {
  func private @g(%arg0: i32, %arg1: f32) -> (i32, f32) {
    return %arg0, %arg1 : i32, f32
  }
  func @main(%arg0: i64, %arg1: i1) -> (i8, i32) {
    %0 = \"c.convert\"(%arg0) : (i64) -> i32
    cond_br %arg1, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    br ^bb3(%0, %0 : i32, i32)
  ^bb2:  // pred: ^bb0
    %1 = addi %0, %0 : i32
    br ^bb3(%1, %0 : i32, i32)
  ^bb3(%2: i32, %3: i32):  // 2 preds: ^bb1, ^bb2
    %4 = \"c.convert\"(%2) : (i32) -> i8
    %5:2 = \"c.call\"(%arg0, %arg0) {callee = @g} : (i64, i64) -> (i8, i64)
    return %4, %3 : i8, i32
  }
}"
    );
}

/// Functions of two ops and of three, each called twice: a budget of five ops suffices for all
/// calls of the first only.
#[test]
fn a_function_is_inlined_everywhere_or_nowhere() {
    let text = "
        func @main(%a: i32) -> i32 {
          %0 = call @three(%a) : (i32) -> i32
          %1 = call @two(%0) : (i32) -> i32
          %2 = call @two(%1) : (i32) -> i32
          %3 = call @three(%2) : (i32) -> i32
          return %3 : i32
        }
        func private @two(%a: i32) -> i32 {
          %0 = addi %a, %a : i32
          return %0 : i32
        }
        func private @three(%a: i32) -> i32 {
          %0 = muli %a, %a : i32
          %1 = muli %0, %0 : i32
          return %1 : i32
        }";
    let within = |total_ops, function_ops| {
        inlined(
            &InlinerPass::limited(InlineLimits { callee_ops: 10, total_ops, function_ops }),
            text,
        )
    };
    let limited = |total_ops| within(total_ops, 0);
    let main =
        |text: &str| text.lines().take_while(|line| *line != "  }").collect::<Vec<_>>().join("\n");
    assert_eq!(
        main(&limited(5)),
        "\
module {
  func @main(%arg0: i32) -> i32 {
    %0 = call @three(%arg0) : (i32) -> i32
    %1 = addi %0, %0 : i32
    %2 = addi %1, %1 : i32
    %3 = call @three(%2) : (i32) -> i32
    return %3 : i32"
    );
    assert!(!limited(5).contains("@two"));
    assert!(!limited(10).contains("@three"));
    // Copies that are not larger than the functions themselves are free.
    assert!(!within(0, 6).contains("call"));
    assert!(within(0, 5).contains("call @three"));
}

/// `n`: tables and boundaries without bodies of their own, in which calls may be.
struct NestingDialect;

impl Dialect for NestingDialect {
    const NAMESPACE: &'static str = "n";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<TableOp>();
        dialect.op::<BoundaryOp>();
        dialect.op::<RegionOp>();
        dialect.interface::<dyn DialectInlinerInterface>(&Self);
    }
}

impl DialectInlinerInterface for NestingDialect {
    fn returned_values(&self, _: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        None
    }
}

/// A symbol table.
#[op(name = "n.table", traits(SymbolTable, NoTerminator), format = "attr-dict-with-keyword $body")]
struct TableOp {
    #[region]
    body: SingleBlockRegion,
}

/// Isolates symbols.
#[op(
    name = "n.boundary",
    traits(IsolatedSymbols, NoTerminator),
    format = "attr-dict-with-keyword $body"
)]
struct BoundaryOp {
    #[region]
    body: SingleBlockRegion,
}

/// Neither.
#[op(name = "n.region", traits(NoTerminator), format = "attr-dict-with-keyword $body")]
struct RegionOp {
    #[region]
    body: SingleBlockRegion,
}

/// In the other table, the function's reference would resolve to another symbol, or to none.
#[test]
fn calls_in_another_table_stay() {
    let text = "func private @x() {
  return
}
func @f() {
  call @x() : () -> ()
  return
}
func @caller() {
  n.table {
    func private @f()
    call @f() : () -> ()
  }
  n.region {
    call @f() : () -> ()
  }
  return
}";
    let with = |text: &str| {
        let ctx = context();
        ctx.load::<NestingDialect>();
        run_pass(&InlinerPass::default(), &mut parse(&ctx, text), &[])
    };
    let inlined = with(text);
    // The table has another function of that name.
    assert_eq!(inlined.matches("call @f").count(), 1, "{inlined}");
    assert!(inlined.contains("func private @f()\n      call @f()"), "{inlined}");
    assert_eq!(inlined.matches("call @x").count(), 0, "{inlined}");
    // Symbols are not visible in a boundary, so the call is not valid, and is not changed.
    let ctx = context();
    ctx.load::<NestingDialect>();
    let mut module = parse(&ctx, &text.replace("n.region", "n.boundary"));
    let mut diagnostics = Diagnostics::new();
    let mut passes = mlir_lite::pass::PassManager::new();
    passes.add_pass(InlinerPass::default());
    let mut options = mlir_lite::pass::RunOptions::default().with_verify_each(false);
    assert!(passes.run(&mut module, &mut options, &mut diagnostics).is_ok());
    let inlined = print(&module);
    assert_eq!(inlined.matches("call @f").count(), 2, "{inlined}");
}
