// RUN: mlir-lite-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Both values of the loop are always equal, so they are not compared.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[R:.*]]:2 = scf.while (%[[A:.*]] = %arg0, %[[B:.*]] = %c0_i32)
// CHECK-NOT: scf.execute_region
// CHECK: ^bb0(%[[A]]: i32, %[[B]]: i32):
// CHECK-NEXT: %[[X:.*]] = arith.addi %[[B]], %[[B]] : i32
// CHECK-NEXT: %[[Y:.*]] = arith.addi %[[A]], %arg2 : i32
// CHECK-NEXT: scf.yield %[[Y]], %[[X]] : i32, i32
// CHECK: return %[[R]]#1
func.func @loop(%a: i32, %b: i32, %c: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0:3 = scf.while (%x = %a, %y = %c0, %z = %c0) : (i32, i32, i32) -> (i32, i32, i32) {
    %1 = arith.cmpi slt, %x, %b : i32
    scf.condition(%1) %x, %y, %z : i32, i32, i32
  } do {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %1:2 = scf.execute_region -> (i32, i32) {
      %3 = arith.cmpi slt, %y, %z : i32
      cf.cond_br %3, ^bb1, ^bb2
    ^bb1:
      %4 = arith.addi %y, %z : i32
      scf.yield %4, %4 : i32, i32
    ^bb2:
      %5 = arith.addi %y, %z : i32
      scf.yield %5, %5 : i32, i32
    }
    %2 = arith.addi %x, %c : i32
    scf.yield %2, %1#0, %1#1 : i32, i32, i32
  }
  return %0#2 : i32
}

// CHECK-LABEL: func.func @results(
// CHECK: %[[F:.*]] = scf.for {{.*}} iter_args(%[[V:.*]] = %arg1) -> (i32)
// CHECK-NEXT: arith.addi %[[V]], %[[V]] : i32
// CHECK: %[[I:.*]] = scf.if %arg2 -> (i32)
// CHECK: return %[[F]], %[[F]], %[[I]], %[[I]]
func.func @results(%n: index, %a: i32, %c: i1) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %z = arith.addi %x, %y : i32
    scf.yield %z, %z : i32, i32
  }
  %q:2 = scf.if %c -> (i32, i32) {
    %1 = "test.op"() : () -> i32
    scf.yield %1, %1 : i32, i32
  } else {
    %1 = "test.op"() : () -> i32
    scf.yield %1, %1 : i32, i32
  }
  return %r#0, %r#1, %q#0, %q#1 : i32, i32, i32, i32
}
