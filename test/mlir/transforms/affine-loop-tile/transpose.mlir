// Loops over tiles are outside, and loops within one tile inside. Loops whose trip count is at most
// the tile size are not tiled.
// RUN: mlir-lite-opt %s --affine-loop-tile='tile-size=4' | FileCheck %s
// RUN: mlir-lite-opt %s --run=element --run-args=5.0 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-loop-tile='tile-size=4' --run=element --run-args=5.0 | FileCheck %s --check-prefix=RESULT
// RESULT: 5.000000e+00 : f64

// CHECK-LABEL: func @transpose(
// CHECK: affine.for %[[TI:.*]] = 0 to 8 step 4 {
// CHECK-NEXT: affine.for %[[TJ:.*]] = 0 to 12 step 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = #{{.*}}(%[[TI]]) to #{{.*}}(%[[TI]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = #{{.*}}(%[[TJ]]) to #{{.*}}(%[[TJ]]) {
// CHECK-NEXT: affine.load %{{.*}}[%[[J]], %[[I]]] : memref<12x8xf64>
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] : memref<8x12xf64>
func @transpose(%a: memref<12x8xf64>, %out: memref<8x12xf64> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 12 {
      %0 = affine.load %a[%j, %i] : memref<12x8xf64>
      affine.store %0, %out[%i, %j] : memref<8x12xf64>
    }
  }
  return
}

// CHECK-LABEL: func @small(
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT: affine.for
// CHECK: return
func @small(%a: memref<3x4xf64>, %out: memref<4x3xf64> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %0 = affine.load %a[%j, %i] : memref<3x4xf64>
      affine.store %0, %out[%i, %j] : memref<4x3xf64>
    }
  }
  return
}

func @element(%x: f64) -> f64 {
  %zero = constant 0.0 : f64
  %a = alloc() : memref<12x8xf64>
  %out = alloc() : memref<8x12xf64>
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %a[%i, %j] : memref<12x8xf64>
    }
  }
  affine.store %x, %a[11, 2] : memref<12x8xf64>
  call @transpose(%a, %out) : (memref<12x8xf64>, memref<8x12xf64>) -> ()
  %0 = affine.load %out[2, 11] : memref<8x12xf64>
  return %0 : f64
}
