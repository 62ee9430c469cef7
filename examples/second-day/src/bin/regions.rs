//! The program of `docs/second-day/regions.md`.

use mlir_lite::ir::interfaces::LoopLikeOpInterface;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::read_module;
use mlir_lite::register_all_dialects;
use mlir_lite::transforms::loop_invariant_code_motion::LoopInvariantCodeMotionPass;

/// Runs its body a number of times. The body gets a value, and gives the next one.
#[op(
    name = "again.times",
    traits(SingleBlock, RecursiveMemoryEffects, AllTypesMatch(start, result)),
    implements(VerifyOp, LoopLikeOpInterface),
    format = "$count `from` $start attr-dict `:` type($start) $body"
)]
pub struct TimesOp {
    /// How many times.
    #[operand]
    count: Index,
    /// The first value.
    #[operand]
    start: AnyType,
    /// The last value.
    #[result]
    result: AnyType,
    #[region]
    body: SingleBlockRegion,
}

/// Gives the next value.
#[op(
    name = "again.next",
    traits(Terminator, ReturnLike, Pure, HasParent<TimesOp>),
    format = "$value attr-dict `:` type($value)"
)]
pub struct NextOp {
    #[operand]
    value: AnyType,
}

impl VerifyOp for TimesOp {
    fn verify(op: TimesOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some(block) = op.body().entry() else { return };
        let types: Vec<Type> = block.argument_types().collect();
        if types != [op.start().ty()] {
            let message = "has a body of one argument, of the type of the first value";
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl LoopLikeOpInterface for TimesOp {
    fn inits(op: TimesOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        SmallVec::from_slice(&[op.start().id()])
    }

    fn region_iter_args(op: TimesOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.body().entry().map_or(SmallVec::new(), |block| SmallVec::from_slice(block.arguments()))
    }

    fn yielded_values(op: TimesOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let end = op.body().entry().and_then(|block| block.terminator());
        end.map_or(SmallVec::new(), |end| end.operands().collect())
    }

    fn loop_results(op: TimesOpRef<'_>) -> Option<SmallVec<[ValueId; 4]>> {
        Some(SmallVec::from_slice(&[op.result().id()]))
    }
}

struct AgainDialect;

impl Dialect for AgainDialect {
    const NAMESPACE: &'static str = "again";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<TimesOp>();
        dialect.op::<NextOp>();
    }
}

fn main() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.load::<AgainDialect>();
    let text = "func @f(%n: index, %x: f64) -> f64 {
  %0 = again.times %n from %x : f64 {
  ^bb0(%value: f64):
    %twice = addf %x, %x : f64
    %next = mulf %value, %twice : f64
    again.next %next : f64
  }
  return %0 : f64
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    let mut passes = PassManager::new();
    passes.nest("std.func").add_pass(LoopInvariantCodeMotionPass);
    let mut diagnostics = Diagnostics::new();
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("nothing fails");
    assert_eq!(
        module.to_string(),
        "module {
  func @f(%arg0: index, %arg1: f64) -> f64 {
    %0 = addf %arg1, %arg1 : f64
    %1 = again.times %arg0 from %arg1 : f64 {
    ^bb0(%arg2: f64):
      %2 = mulf %arg2, %0 : f64
      again.next %2 : f64
    }
    return %1 : f64
  }
}"
    );

    let wrong = text.replace("%value: f64", "%value: f64, %more: f64");
    let error = read_module(&ctx, &wrong).expect_err("the body has two arguments");
    assert!(error.contains("has a body of one argument"), "{error}");
}
