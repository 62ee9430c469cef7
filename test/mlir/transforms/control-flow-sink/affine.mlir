// Into the regions of `affine.if`, which `mlir-opt` 22 does not know as conditionals. An op that other
// sunk ops use moves after them.
// RUN: mlir-lite-opt %s --control-flow-sink --pass-statistics 2>%t.statistics | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t.statistics
// COUNT: 3 num-sunk

// CHECK-LABEL: func @conditional
// CHECK-NEXT: affine.if
// CHECK-NEXT: %[[A:.*]] = addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[B:.*]] = muli %[[A]], %[[A]] : i32
// CHECK-NEXT: %[[C:.*]] = subi %[[B]], %[[A]] : i32
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %[[A]]
// CHECK-NEXT: affine.store %[[C]]
func @conditional(%n: index, %x: i32, %m: memref<10xi32>) {
  %a = addi %x, %x : i32
  %b = muli %a, %a : i32
  %c = subi %b, %a : i32
  affine.if affine_set<()[s0] : (s0 >= 0)>()[%n] {
    affine.for %i = 0 to 10 {
      affine.store %a, %m[%i] : memref<10xi32>
      affine.store %c, %m[%i] : memref<10xi32>
    }
  }
  return
}
