// Constants through regions and calls. `judge.mlir` has more.
// RUN: mlir-lite-opt %s --sccp | FileCheck %s
// RUN: mlir-lite-opt %s --pass-pipeline="func(sccp)" | FileCheck %s --check-prefix=FUNCTION

// Only @f calls it, with 3.
// CHECK-LABEL: func private @twice(
// CHECK-NEXT: %[[SIX:.*]] = constant 6 : i32
// CHECK-NEXT: return %[[SIX]]
// FUNCTION-LABEL: func private @twice(
// FUNCTION-NEXT: addi
func private @twice(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  return %0 : i32
}

// On a function alone, nothing is known of others.
// CHECK-LABEL: func @f(
// CHECK-DAG: %[[THREE:.*]] = constant 3 : i32
// CHECK-DAG: %[[SIX:.*]] = constant 6 : i32
// CHECK: call @twice(%[[THREE]])
// CHECK-NEXT: return %[[THREE]], %[[SIX]] : i32, i32
// FUNCTION-LABEL: func @f(
// FUNCTION: %[[THREE:.*]] = constant 3 : i32
// FUNCTION-NEXT: %[[CALL:.*]] = call @twice(%[[THREE]])
// FUNCTION-NEXT: return %[[THREE]], %[[CALL]] : i32, i32
func @f(%c: i1) -> (i32, i32) {
  %x = constant 3 : i32
  %0 = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    %y = constant 3 : i32
    scf.yield %y : i32
  }
  %1 = call @twice(%x) : (i32) -> i32
  return %0, %1 : i32, i32
}
