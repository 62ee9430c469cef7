// Maps and sets are simplified, and what they decide. Other ops stay, where `mlir-opt` leaves
// `affine.load` and loops that do not run as they are.
// RUN: mlir-lite-opt %s --affine-simplify-structures | FileCheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0 * 2 + 2)>
// CHECK-DAG: #[[SET:.*]] = affine_set<(d0) : (d0 >= 0)>

// CHECK-LABEL: func @maps
// CHECK: %[[ZERO:.*]] = constant 0 : index
// CHECK: affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT: %[[AT:.*]] = affine.apply #[[MAP]](%[[I]])
// CHECK-NEXT: call @use(%[[ZERO]], %[[AT]])
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] + 2]
// CHECK-NEXT: affine.store
// CHECK-NEXT: affine.if #[[SET]](%[[I]]) {
// CHECK: %[[SUM:.*]] = addi
// CHECK-NEXT: call @number(%[[SUM]])
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
func @maps(%m: memref<100xf32>, %n: index, %three: i32) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 mod 1 + d0 - d0)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%1)
    call @use(%0, %2) : (index, index) -> ()
    %3 = affine.load %m[%2 - %i] : memref<100xf32>
    affine.store %3, %m[0] : memref<100xf32>
    affine.if affine_set<(d0) : (d0 - d0 >= 0, d0 * 2 - d0 >= 0)>(%i) {
      call @use(%0, %2) : (index, index) -> ()
    }
    affine.if affine_set<(d0) : (d0 - d0 - 1 >= 0)>(%i) {
      call @use(%2, %2) : (index, index) -> ()
    }
    %zero = constant 0 : i32
    %sum = addi %three, %zero : i32
    call @number(%sum) : (i32) -> ()
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - s0 + 4)>()[%n] {
    call @use(%i, %i) : (index, index) -> ()
  }
  return
}

func private @use(index, index)
func private @number(i32)
