// Values that come out of regions and calls are not known to be constant.
// RUN: mlir-lite-opt %s --sccp | FileCheck %s

func private @one() -> i32 {
  %0 = constant 1 : i32
  return %0 : i32
}

// CHECK-LABEL: func @f(
func @f(%c: i1) -> (i32, i32) {
  // CHECK: %[[REGION:.*]] = scf.if %arg0 -> (i32) {
  %1 = constant 1 : i32
  %2 = scf.if %c -> (i32) {
    scf.yield %1 : i32
  } else {
    scf.yield %1 : i32
  }
  // CHECK: %[[CALL:.*]] = call @one() : () -> i32
  %3 = call @one() : () -> i32
  // CHECK: return %[[REGION]], %[[CALL]] : i32, i32
  return %2, %3 : i32, i32
}
