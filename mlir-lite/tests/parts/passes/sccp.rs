//! Constants that cannot be made. `test/mlir/transforms/sccp` shows what is propagated.

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::transforms::sccp::SccpPass;
use test_support::{parse_in, run_pass};

/// The next number, of a dialect that has no constants.
#[op(name = "sc.next", traits(Pure), implements(FoldOp), format = "$input attr-dict")]
struct NextOp {
    #[operand]
    input: I32,
    #[result]
    output: I32,
}

impl FoldOp for NextOp {
    fn fold(op: NextOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let input = constants.input().and_then(|input| input.as_integer(ctx)?.to_i64());
        input.map(|input| ctx.integer_attr(Type::I32, input + 1)).into()
    }
}

struct NoConstantsDialect;

impl Dialect for NoConstantsDialect {
    const NAMESPACE: &'static str = "sc";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<NextOp>();
    }
}

#[test]
fn an_op_whose_constant_cannot_be_made_stays_with_what_it_needs() {
    let load = |ctx: &Context| {
        ctx.load::<StdDialect>();
        ctx.load::<NoConstantsDialect>();
    };
    let text = "func @f() -> (i32, i32) {
  %c2 = constant 2 : i32
  %four = addi %c2, %c2 : i32
  %next = sc.next %four
  %after = sc.next %next
  %twelve = addi %after, %after : i32
  return %after, %twelve : i32, i32
}";
    let mut module = parse_in(load, text);
    let (_, function) = module.children_mut().remove(0);
    let printed = run_pass(&SccpPass, function, &[]);
    let expected = "func @f() -> (i32, i32) {
  %c12_i32 = constant 12 : i32
  %c4_i32 = constant 4 : i32
  %c2_i32 = constant 2 : i32
  %0 = sc.next %c4_i32
  %1 = sc.next %0
  return %1, %c12_i32 : i32, i32
}";
    pretty_assertions::assert_eq!(printed, expected);
}
