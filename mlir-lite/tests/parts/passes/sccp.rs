//! Constants through branches, loops and calls.

use crate::support::{parse, run_pass_with};
use mlir_lite::ir::Body;
use mlir_lite::transforms::sccp::SccpPass;
use pretty_assertions::assert_eq;

#[track_caller]
fn sccp(text: &str) -> String {
    let mut module = parse(text);
    let functions = module.children_mut().into_iter();
    let printed: Vec<String> = functions
        .map(|(_, function): (_, &mut Body)| run_pass_with(&SccpPass, function, &[]))
        .collect();
    printed.join("\n")
}

/// The example of Wegman and Zadeck: only the optimistic assumption shows that the branch is never
/// taken.
#[test]
fn a_loop_that_never_changes_its_variable() {
    let text = "func @f() -> i32 {
  %c1 = constant 1 : i32
  br ^loop(%c1 : i32)
^loop(%x: i32):
  %is_one = cmpi \"eq\", %x, %c1 : i32
  cond_br %is_one, ^same, ^other
^same:
  br ^next(%x : i32)
^other:
  %c2 = constant 2 : i32
  br ^next(%c2 : i32)
^next(%y: i32):
  %go_on = \"t.unknown\"() : () -> i1
  cond_br %go_on, ^loop(%y : i32), ^end
^end:
  return %y : i32
}";
    assert_eq!(
        sccp(text),
        "func @f() -> i32 {
  %true = constant true
  %c1_i32 = constant 1 : i32
  br ^bb1(%c1_i32 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb4
  cond_br %true, ^bb2, ^bb3
^bb2:  // pred: ^bb1
  br ^bb4(%c1_i32 : i32)
^bb3:  // pred: ^bb1
  %c2_i32 = constant 2 : i32
  br ^bb4(%c2_i32 : i32)
^bb4(%1: i32):  // 2 preds: ^bb2, ^bb3
  %2 = \"t.unknown\"() : () -> i1
  cond_br %2, ^bb1(%c1_i32 : i32), ^bb5
^bb5:  // pred: ^bb4
  return %c1_i32 : i32
}"
    );
}

#[test]
fn values_that_differ_by_path_stay() {
    let text = "func @f(%c: i1) -> i32 {
  %c1_i32 = constant 1 : i32
  %c2_i32 = constant 2 : i32
  cond_br %c, ^bb1(%c1_i32 : i32), ^bb1(%c2_i32 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  %1 = addi %0, %c1_i32 : i32
  return %1 : i32
}";
    assert_eq!(sccp(text).replace("%arg0", "%c"), text);
}

#[test]
fn regions_see_the_constants_around_them() {
    let text = "func @f() -> i32 {
  %c3 = constant 3 : i32
  %c4 = constant 4 : i32
  %r = dynamic_tensor_from_elements {
  ^bb0(%i: index):
    %s = addi %c3, %c4 : i32
    \"t.use\"(%s) : (i32) -> ()
    yield %s : i32
  } : tensor<3xi32>
  return %c3 : i32
}";
    let found = sccp(text);
    assert!(found.starts_with("func @f() -> i32 {\n  %c7_i32 = constant 7 : i32\n"), "{found}");
    assert!(
        found.contains("    \"t.use\"(%c7_i32) : (i32) -> ()\n    yield %c7_i32 : i32\n"),
        "{found}"
    );
}

/// An op that is not known may be isolated from above: constants found in its regions are created
/// there.
#[test]
fn constants_found_in_an_unknown_op_are_made_in_it() {
    let text = "func @f() -> i32 {
  %r = \"t.region\"() ({
    %c4 = constant 4 : i32
    %s = addi %c4, %c4 : i32
    \"t.yield\"(%s) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}";
    assert_eq!(
        sccp(text),
        "func @f() -> i32 {
  %0 = \"t.region\"() ({
    %c8_i32 = constant 8 : i32
    %c4_i32 = constant 4 : i32
    \"t.yield\"(%c8_i32) : (i32) -> ()
  }) : () -> i32
  return %0 : i32
}"
    );
}
