//! What is erased because nothing uses it.

use crate::support::{parse, run_pass_with};
use mlir_lite::transforms::dead_code::DeadCodeEliminationPass;
use pretty_assertions::assert_eq;

#[test]
fn chains_and_unreached_blocks_go() {
    let mut module = parse(
        "func @f(%a: i32) -> i32 {
  %0 = addi %a, %a : i32
  %1 = muli %0, %0 : i32
  %2 = \"t.effect\"(%a) : (i32) -> i32
  return %a : i32
^dead(%b: i32):
  br ^dead(%1 : i32)
}",
    );
    let mut functions = module.children_mut();
    assert_eq!(
        run_pass_with(&DeadCodeEliminationPass, functions[0].1, &[]),
        "func @f(%arg0: i32) -> i32 {
  %0 = \"t.effect\"(%arg0) : (i32) -> i32
  return %arg0 : i32
}"
    );
}
