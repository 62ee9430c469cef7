//! Functions of several blocks are inlined as by `mlir-opt -inline` 22: it splits, orders and
//! merges blocks in the same way.

use crate::support::{parse, parse_in, run_pass, run_pass_with};
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::ir::interfaces::{CallOpInterface, Callee};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::transforms::inline::{InlineLimits, InlinerPass};
use pretty_assertions::assert_eq;

#[test]
fn calls_become_bodies_and_private_functions_go() {
    assert_eq!(
        run_pass(
            &InlinerPass::default(),
            "
            func @main(%a: i32) -> i32 {
              %0 = call @square(%a) : (i32) -> i32
              call @nothing() : () -> ()
              %1 = call @twice(%0) : (i32) -> i32
              return %1 : i32
            }
            func private @twice(%a: i32) -> i32 {
              %0 = call @square(%a) : (i32) -> i32
              %1 = addi %0, %0 : i32
              return %1 : i32
            }
            func @square(%a: i32) -> i32 {
              %0 = muli %a, %a : i32
              return %0 : i32
            }
            func private @nothing() {
              return
            }
            func private @declared()"
        ),
        "\
module {
  func @main(%arg0: i32) -> i32 {
    %0 = muli %arg0, %arg0 : i32
    %1 = muli %0, %0 : i32
    %2 = addi %1, %1 : i32
    return %2 : i32
  }
  func @square(%arg0: i32) -> i32 {
    %0 = muli %arg0, %arg0 : i32
    return %0 : i32
  }
  func private @declared()
}"
    );
}

#[test]
fn arguments_may_be_returned() {
    assert_eq!(
        run_pass(
            &InlinerPass::default(),
            "
            func @main(%a: i32, %b: i32) -> (i32, i32) {
              %0:2 = call @swap(%a, %b) : (i32, i32) -> (i32, i32)
              return %0#0, %0#1 : i32, i32
            }
            func private @swap(%a: i32, %b: i32) -> (i32, i32) {
              return %b, %a : i32, i32
            }"
        ),
        "\
module {
  func @main(%arg0: i32, %arg1: i32) -> (i32, i32) {
    return %arg1, %arg0 : i32, i32
  }
}"
    );
}

#[test]
fn a_function_of_several_blocks_splits_the_block_of_the_call() {
    assert_eq!(
        run_pass(
            &InlinerPass::default(),
            "
            func private @choose(%c: i1) -> i32 {
              cond_br %c, ^a, ^b
            ^a:
              %0 = constant 1 : i32
              return %0 : i32
            ^b:
              %1 = constant 2 : i32
              return %1 : i32
            }
            func @main(%c: i1) -> i32 {
              %0 = call @choose(%c) : (i1) -> i32
              %1 = addi %0, %0 : i32
              return %1 : i32
            }"
        ),
        "\
module {
  func @main(%arg0: i1) -> i32 {
    cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %c1_i32 = constant 1 : i32
    br ^bb3(%c1_i32 : i32)
  ^bb2:  // pred: ^bb0
    %c2_i32 = constant 2 : i32
    br ^bb3(%c2_i32 : i32)
  ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
    %1 = addi %0, %0 : i32
    return %1 : i32
  }
}"
    );
}

/// `@loop` is inlined twice into a block that is the target of a branch; its
/// entry uses its arguments in later blocks.
#[test]
fn several_calls_in_one_block_are_split_one_after_the_other() {
    assert_eq!(
        run_pass(
            &InlinerPass::default(),
            "
            func private @loop(%n: i32) {
              %0 = addi %n, %n : i32
              br ^head
            ^head:
              %1 = cmpi \"eq\", %0, %n : i32
              cond_br %1, ^head, ^end
            ^end:
              return
            }
            func @main(%a: i32) -> i32 {
              br ^next(%a : i32)
            ^next(%b: i32):
              %0 = muli %b, %b : i32
              call @loop(%0) : (i32) -> ()
              call @loop(%b) : (i32) -> ()
              return %0 : i32
            }"
        ),
        "\
module {
  func @main(%arg0: i32) -> i32 {
    br ^bb1(%arg0 : i32)
  ^bb1(%0: i32):  // pred: ^bb0
    %1 = muli %0, %0 : i32
    %2 = addi %1, %1 : i32
    br ^bb2
  ^bb2:  // 2 preds: ^bb1, ^bb2
    %3 = cmpi \"eq\", %2, %1 : i32
    cond_br %3, ^bb2, ^bb3
  ^bb3:  // pred: ^bb2
    br ^bb4
  ^bb4:  // pred: ^bb3
    %4 = addi %0, %0 : i32
    br ^bb5
  ^bb5:  // 2 preds: ^bb4, ^bb5
    %5 = cmpi \"eq\", %4, %0 : i32
    cond_br %5, ^bb5, ^bb6
  ^bb6:  // pred: ^bb5
    br ^bb7
  ^bb7:  // pred: ^bb6
    return %1 : i32
  }
}"
    );
}

#[test]
fn only_functions_of_one_block_go_into_nested_regions() {
    let text = "\
module {
  func @main(%arg0: i32, %arg1: i1) {
    scf.if %arg1 {
      %0 = CALL
      \"t.use\"(%0) : (i32) -> ()
      call @jump() : () -> ()
    }
    return
  }
  func private @jump() {
    br ^bb1
  ^bb1:  // pred: ^bb0
    return
  }
DOUBLE}";
    let double = "  func private @double(%arg0: i32) -> i32 {
    %0 = addi %arg0, %arg0 : i32
    return %0 : i32
  }
";
    let before =
        text.replace("CALL", "call @double(%arg0) : (i32) -> i32").replace("DOUBLE", double);
    let after = text.replace("CALL", "addi %arg0, %arg0 : i32").replace("DOUBLE", "");
    let mut module = parse_in(
        |ctx| {
            ctx.load::<ScfDialect>();
        },
        &before,
    );
    assert_eq!(run_pass_with(&InlinerPass::default(), &mut module, &[]), after);
}

/// It is not known what the regions of an unknown op may contain.
#[test]
fn nothing_is_inlined_into_an_unknown_op() {
    let text = "\
module {
  func @main(%arg0: i32) {
    \"t.region\"() ({
      %0 = call @double(%arg0) : (i32) -> i32
      \"t.use\"(%0) : (i32) -> ()
    }) : () -> ()
    return
  }
  func private @double(%arg0: i32) -> i32 {
    %0 = addi %arg0, %arg0 : i32
    return %0 : i32
  }
}";
    assert_eq!(run_pass(&InlinerPass::default(), text), text);
}

#[test]
fn recursive_calls_stay() {
    let text = "\
module {
  func @count(%arg0: i32) -> i32 {
    %0 = call @count(%arg0) : (i32) -> i32
    return %0 : i32
  }
  func @ping() {
    call @pong() : () -> ()
    return
  }
  func @pong() {
    call @ping() : () -> ()
    return
  }
  func @main() {
    CALL
    return
  }
}";
    // One level of the recursion replaces a call from outside.
    let before = text.replace("CALL", "call @ping() : () -> ()");
    let after = text.replace("CALL", "call @pong() : () -> ()");
    assert_eq!(run_pass(&InlinerPass::default(), &before), after);
}

#[test]
fn what_is_not_known_is_not_copied() {
    let text = "\
module {
  func private @unknown() {
    \"t.unknown\"() : () -> ()
    return
  }
  func private @declared()
  func @main() {
    call @unknown() : () -> ()
    call @declared() : () -> ()
    return
  }
}";
    assert_eq!(run_pass(&InlinerPass::default(), text), text);
}

/// As by `mlir-opt -inline` 22; the block after the call takes the results from where the call was.
#[test]
fn arguments_of_copied_blocks_say_where_they_were_called() {
    let mut module = parse_in(
        |ctx| {
            ctx.load::<ScfDialect>();
        },
        r#"
        func private @f(%a: i32, %c: i1, %n: index) -> i32 {
          cond_br %c, ^bb1(%a : i32), ^bb2
        ^bb1(%x: i32 loc("x")):
          "scf.for"(%n, %n, %n) ({
          ^bb0(%i: index loc("i")):
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          br ^bb2
        ^bb2:
          return %a : i32
        }
        func @g(%a: i32, %c: i1, %n: index) -> i32 {
          %0 = call @f(%a, %c, %n) : (i32, i1, index) -> i32 loc("call")
          return %0 : i32
        }"#,
    );
    run_pass_with(&InlinerPass::default(), &mut module, &[]);
    let options = PrintOptions {
        spelling: Spelling::Upstream,
        debug_info: true,
        generic: true,
        local_scope: true,
    };
    let text = print_op(module.as_op(), options);
    let blocks: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("^bb") && line.contains("call"))
        .collect();
    assert_eq!(
        blocks,
        [
            r#"^bb1(%0: i32 loc(callsite("x" at "call"))):  // pred: ^bb0"#,
            r#"^bb0(%arg3: index loc(callsite("i" at "call"))):"#,
            r#"^bb3(%1: i32 loc("call")):  // pred: ^bb2"#,
        ]
    );
}

#[test]
fn copies_say_where_they_were_called() {
    let mut module = parse(
        "
        func private @f(%a: i32) -> i32 {
          %0 = addi %a, %a : i32 loc(\"f.toy\":1:2)
          return %0 : i32
        }
        func private @g(%a: i32) -> i32 {
          %0 = call @f(%a) : (i32) -> i32 loc(\"g.toy\":3:4)
          return %0 : i32
        }
        func @main(%a: i32) -> i32 {
          %0 = call @g(%a) : (i32) -> i32 loc(\"main.toy\":5:6)
          return %0 : i32
        }",
    );
    run_pass_with(&InlinerPass::default(), &mut module, &[]);
    let text = print_op(module.as_op(), PrintOptions { debug_info: true, ..PrintOptions::local() });
    let addition = text.lines().find(|line| line.contains("addi")).unwrap_or(&text);
    assert!(
        addition
            .ends_with(r#"loc(callsite(callsite("f.toy":1:2 at "g.toy":3:4) at "main.toy":5:6))"#),
        "{text}"
    );
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
        run_pass(&InlinerPass::default(), &text),
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
#[op(name = "c.call", interfaces(CallOpInterface))]
struct ConvertingCallOp {
    #[attr]
    callee: FlatSymbolRefAttr,
    #[operand]
    operands: Variadic<AnyType>,
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for ConvertingCallOpRef<'_> {
    fn callee(&self) -> Option<Callee> {
        let op = self.op();
        op.attr(Ident::CALLEE)?.as_flat_symbol(op.context()).map(Callee::Symbol)
    }
    fn arguments(&self) -> SmallVec<[ValueId; 4]> {
        self.operands().ids().collect()
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
    let printed = run_pass_with(&InlinerPass::default(), &mut module, &[]);
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
        run_pass(
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
