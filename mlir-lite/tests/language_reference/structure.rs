//! "Understanding the IR structure": its example's text. The walks over it are
//! shown by `mlir-lite-opt`'s passes.

use crate::{context, prints, read};
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, FuncOp};
use mlir_lite::ir::ValueDef;
use mlir_lite::ir::prelude::*;

/// The module's name and terminator are those of 2020: in today's text the
/// former is `builtin.module`, and there is no terminator.
const NESTING: &str = "\"module\"() ( {
  %0:4 = \"dialect.op1\"() {\"attribute name\" = 42 : i32} : () -> (i1, i16, i32, i64)
  \"dialect.op2\"() ( {
    \"dialect.innerop1\"(%0#0, %0#1) : (i1, i16) -> ()
  },  {
    \"dialect.innerop2\"() : () -> ()
    \"dialect.innerop3\"(%0#0, %0#2, %0#3)[^bb1, ^bb2] : (i1, i32, i64) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    \"dialect.innerop4\"() : () -> ()
    \"dialect.innerop5\"() : () -> ()
  ^bb2(%2: i64):  // pred: ^bb0
    \"dialect.innerop6\"() : () -> ()
    \"dialect.innerop7\"() : () -> ()
  }) {\"other attribute\" = 42 : i64} : () -> ()
  \"module_terminator\"() : () -> ()
}) : () -> ()";

#[test]
fn the_example_is_read() {
    prints(
        NESTING,
        "module {
  %0:4 = \"dialect.op1\"() {\"attribute name\" = 42 : i32} : () -> (i1, i16, i32, i64)
  \"dialect.op2\"() ({
    \"dialect.innerop1\"(%0#0, %0#1) : (i1, i16) -> ()
  }, {
    \"dialect.innerop2\"() : () -> ()
    \"dialect.innerop3\"(%0#0, %0#2, %0#3)[^bb1, ^bb2] : (i1, i32, i64) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    \"dialect.innerop4\"() : () -> ()
    \"dialect.innerop5\"() : () -> ()
  ^bb2(%2: i64):  // pred: ^bb0
    \"dialect.innerop6\"() : () -> ()
    \"dialect.innerop7\"() : () -> ()
  }) {\"other attribute\" = 42 : i64} : () -> ()
}",
    );
}

#[test]
fn it_is_walked() {
    let ctx = context();
    let module = read(&ctx, NESTING).unwrap_or_else(|error| panic!("{error}"));
    // Two ops, and seven in the regions of the second; the terminator was erased.
    assert_eq!(module.walk().count(), 9);
}

const SUM: &str = "func @f(%x: i32) -> i32 {
  %c = constant 1 : i32
  %d = constant 2 : i32
  %s = addi %c, %c : i32
  %t = addi %s, %x : i32
  return %t : i32
}";

#[test]
fn ops_of_one_kind_are_found() {
    let ctx = context();
    let module = read(&ctx, SUM).unwrap_or_else(|error| panic!("{error}"));
    let function = module.walk().find(|op| op.is::<FuncOp>()).unwrap();
    let region = function.region(0).unwrap();
    assert_eq!(region.ops().filter(|op| op.is::<ConstantOp>()).count(), 2);
    assert_eq!(region.entry().unwrap().ops().filter(|op| op.is::<AddIOp>()).count(), 2);
}

#[test]
fn values_know_their_definition_and_their_uses() {
    let ctx = context();
    let mut module = read(&ctx, SUM).unwrap_or_else(|error| panic!("{error}"));
    let link = module.children().next().map(|(link, _)| link).unwrap();
    let function = module.child_mut(link).unwrap();
    let ops: Vec<OpId> = function.own_ops();
    let [c, d, s, t] = [0, 1, 2, 3].map(|index| function.result(ops[index], 0));
    let argument = function.operand(ops[3], 1);
    assert!(matches!(function.value_def(c), ValueDef::Result { op, .. } if op == ops[0]));
    assert!(matches!(function.value_def(argument), ValueDef::Argument { index: 0, .. }));
    // One entry for each use.
    assert_eq!(function.users(c).collect::<Vec<_>>(), [ops[2], ops[2]]);
    assert!(!function.has_uses(d) && !function.has_one_use(c) && function.has_one_use(t));
    function.replace_all_uses(c, d);
    assert!(!function.has_uses(c));
    assert_eq!(function.operands(ops[2]).collect::<Vec<_>>(), [d, d]);
    assert_eq!(function.users(s).count(), 1);
}
