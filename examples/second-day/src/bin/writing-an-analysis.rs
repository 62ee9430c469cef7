//! The program of `docs/writing-an-analysis.md`.

use mlir_lite::analysis::dataflow::{
    ConstantPropagation, Known, Lattice, Results, Solution, SparseForwardAnalysis, States, solve,
};
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::standard::{AddIOp, MulIOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::{read_module, register_all_dialects};

/// How many of the low bits are zero, at least.
#[derive(Clone, Copy, PartialEq, Debug)]
struct LowZeros(u32);

impl Lattice for LowZeros {
    fn join(&self, other: &Self) -> Self {
        Self(self.0.min(other.0))
    }
}

struct LowZeroAnalysis<'s> {
    /// The zeros of each argument of a function that others may call.
    arguments: LowZeros,
    constants: &'s Solution<'s, Known>,
}

impl SparseForwardAnalysis for LowZeroAnalysis<'_> {
    type Value = LowZeros;
    /// From 64 zeros to none.
    const MAX_CHANGES: u8 = 65;

    fn entry(&self, value: ValueRef<'_>) -> LowZeros {
        if value.defining_op().is_some() { LowZeros(0) } else { self.arguments }
    }

    fn visit_op(&self, op: OpRef<'_>, operands: States<'_, LowZeros>) -> Option<Results<LowZeros>> {
        let result = op.body().value(op.results().next()?);
        let zeros = if let Some(constant) = self.constant(result, &LowZeros(0)) {
            constant.as_i64(op.context())?.trailing_zeros()
        } else if op.is::<AddIOp>() {
            operands.iter().map(|operand| operand.0).min()?
        } else if op.is::<MulIOp>() {
            operands.iter().map(|operand| operand.0).sum::<u32>().min(64)
        } else {
            return None;
        };
        Some(Results::from_elem(LowZeros(zeros), 1))
    }

    fn constant(&self, value: ValueRef<'_>, _: &LowZeros) -> Option<Attribute> {
        self.constants.value(value)?.constant()
    }
}

fn main() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let text = "func private @scaled(%x: i64) -> i64 {
  %c16 = constant 16 : i64
  %0 = muli %x, %c16 : i64
  return %0 : i64
}
func @f(%n: index, %c: i1) -> i64 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c64 = constant 64 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c64) -> (i64) {
    %next = addi %a, %c64 : i64
    scf.yield %next : i64
  }
  %r = call @scaled(%sum) : (i64) -> i64
  return %r : i64
}";
    let module = read_module(&ctx, text).expect("the text is right");
    let constants = solve(&ConstantPropagation, &module);
    let analysis = LowZeroAnalysis { arguments: LowZeros(0), constants: &constants };
    let found = solve(&analysis, &module);
    let zeros_of = |name: &str| {
        let op = module.walk().filter(|op| op.info().name() == name).last();
        let op = op.expect("there is such an op");
        found.value(op.body().value(op.result(0))).copied()
    };
    assert_eq!(zeros_of("scf.for"), Some(LowZeros(6)));
    assert_eq!(zeros_of("std.call"), Some(LowZeros(10)));
}
