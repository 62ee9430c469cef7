// Dimensions of affine ops are of the top level of a function: what computes them stays there. What
// other ops use moves, and so do constants.
// RUN: mlir-lite-opt %s --control-flow-sink --spelling=upstream | FileCheck %s

#set = affine_set<(d0) : (d0 - 1 >= 0)>

// CHECK-LABEL: func.func @dimension
// CHECK-NEXT: [[I:%.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.if #set([[I]])
// CHECK-NEXT: [[V:%.*]] = arith.addf
// CHECK-NEXT: [[ZERO:%.*]] = arith.constant 0 : index
// CHECK-NEXT: affine.store [[V]], %{{.*}}{{\[}}[[ZERO]]]
func.func @dimension(%c: i1, %x: i32, %m: memref<?xf32>, %v: f32) {
  %i = arith.index_cast %x : i32 to index
  %zero = arith.constant 0 : index
  %w = arith.addf %v, %v : f32
  scf.if %c {
    affine.if #set(%i) {
      affine.store %w, %m[%zero] : memref<?xf32>
    }
  }
  return
}
