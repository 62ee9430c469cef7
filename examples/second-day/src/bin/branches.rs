//! The program of `docs/second-day/branches.md`.

use mlir_lite::ir::interfaces::BranchOpInterface;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::read_module;
use mlir_lite::register_all_dialects;
use mlir_lite::transforms::canonicalize::CanonicalizerPass;

/// Goes to one block if the number is even, and to another one if it is odd.
#[op(
    name = "flow.parity",
    traits(Terminator, Pure),
    implements(BranchOpInterface),
    format = "$number `,` $even `,` $odd attr-dict"
)]
pub struct ParityOp {
    #[operand]
    number: I64,
    /// The block for even numbers, with the values of its arguments.
    #[successor]
    even: AnySuccessor,
    /// The block for odd numbers.
    #[successor]
    odd: AnySuccessor,
}

impl BranchOpInterface for ParityOp {
    fn successor_for(op: ParityOpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize> {
        let number = operands.first().copied().flatten()?.as_i64(op.context())?;
        Some(usize::from(number % 2 != 0))
    }
}

struct FlowDialect;

impl Dialect for FlowDialect {
    const NAMESPACE: &'static str = "flow";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ParityOp>();
    }
}

use mlir_lite::transforms::sccp::SccpPass;

fn main() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.load::<FlowDialect>();
    let text = "func @f(%x: i64) -> i64 {
  %c4 = constant 4 : i64
  flow.parity %c4, ^even(%c4 : i64), ^odd(%x : i64)
^even(%a: i64):
  return %a : i64
^odd(%b: i64):
  return %b : i64
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    let mut passes = PassManager::new();
    passes.nest("std.func").add_pass(SccpPass);
    passes.nest("std.func").add_pass(CanonicalizerPass::new(&ctx));
    let mut diagnostics = Diagnostics::new();
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("nothing fails");
    let printed = module.to_string();
    assert!(printed.contains("return %c4_i64 : i64"), "{printed}");

    let wrong = text.replace("^even(%c4 : i64)", "^even");
    let error = read_module(&ctx, &wrong).expect_err("the argument of the block has no value");
    assert!(error.contains("successor"), "{error}");
}
