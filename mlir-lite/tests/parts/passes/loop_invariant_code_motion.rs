//! What moves out of loops.

use crate::support::{parse_in, run_pass_with};
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::transforms::loop_invariant_code_motion::LoopInvariantCodeMotionPass;
use pretty_assertions::assert_eq;

#[track_caller]
fn licm(text: &str) -> String {
    let mut module = parse_in(
        |ctx| {
            ctx.load::<AffineDialect>();
            ctx.load::<ScfDialect>();
        },
        text,
    );
    run_pass_with(&LoopInvariantCodeMotionPass, module.children_mut().remove(0).1, &[])
}

#[test]
fn sums_move_out_of_both_loops_and_chains_follow() {
    let text = "func @f(%a: f32, %b: f32, %m: memref<10xf32>) {
          affine.for %i = 0 to 10 {
            affine.for %j = 0 to 10 {
              %0 = addf %a, %b : f32
              %1 = mulf %0, %0 : f32
              affine.store %1, %m[%i] : memref<10xf32>
            }
          }
          return
        }";
    assert_eq!(
        licm(text),
        "func @f(%arg0: f32, %arg1: f32, %arg2: memref<10xf32>) {
  %0 = addf %arg0, %arg1 : f32
  %1 = mulf %0, %0 : f32
  affine.for %arg3 = 0 to 10 {
    affine.for %arg4 = 0 to 10 {
      affine.store %1, %arg2[%arg3] : memref<10xf32>
    }
  }
  return
}"
    );
}

/// A division by zero, or a load out of bounds, must not be executed if the loop is not.
#[test]
fn what_may_be_undefined_or_depends_on_the_loop_stays() {
    let text = "func @f(%a: i32, %b: i32, %m: memref<10xi32>, %n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c7_i32 = constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %2 = divi_signed %a, %b : i32
    %3 = load %m[%c0] : memref<10xi32>
    %4 = addi %3, %2 : i32
    %5 = addi %i, %c1 : index
    \"t.use\"(%4, %5) : (i32, index) -> ()
    %6 = divi_signed %a, %c7_i32 : i32
    \"t.use\"(%6) : (i32) -> ()
  }
  return
}";
    assert_eq!(
        licm(text),
        "func @f(%arg0: i32, %arg1: i32, %arg2: memref<10xi32>, %arg3: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c7_i32 = constant 7 : i32
  %0 = divi_signed %arg0, %c7_i32 : i32
  scf.for %arg4 = %c0 to %arg3 step %c1 {
    %1 = divi_signed %arg0, %arg1 : i32
    %2 = load %arg2[%c0] : memref<10xi32>
    %3 = addi %2, %1 : i32
    %4 = addi %arg4, %c1 : index
    \"t.use\"(%3, %4) : (i32, index) -> ()
    \"t.use\"(%0) : (i32) -> ()
  }
  return
}"
    );
}

#[test]
fn conditions_move_with_what_is_in_them() {
    let text = "func @f(%c: i1, %a: f32, %n: index) {
          affine.for %i = 0 to 10 {
            %0 = scf.if %c -> (f32) {
              %1 = addf %a, %a : f32
              scf.yield %1 : f32
            } else {
              scf.yield %a : f32
            }
            \"t.use\"(%0) : (f32) -> ()
          }
          return
        }";
    assert_eq!(
        licm(text),
        "func @f(%arg0: i1, %arg1: f32, %arg2: index) {
  %0 = scf.if %arg0 -> (f32) {
    %1 = addf %arg1, %arg1 : f32
    scf.yield %1 : f32
  } else {
    scf.yield %arg1 : f32
  }
  affine.for %arg3 = 0 to 10 {
    \"t.use\"(%0) : (f32) -> ()
  }
  return
}"
    );
}
