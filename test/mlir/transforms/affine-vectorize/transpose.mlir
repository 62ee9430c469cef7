// Blocks of 64 by 64 elements of a transpose are computed square by square: 8 vectors are read,
// transposed in registers and written. A loop whose accesses are contiguous is left to the code
// generator.
// RUN: mlir-lite-opt %s --affine-vectorize | FileCheck %s
// RUN: mlir-lite-opt %s --run=element --run-args=5.0 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-vectorize --run=element --run-args=5.0 | FileCheck %s --check-prefix=RESULT
// RESULT: 5.000000e+00 : f64

// CHECK-LABEL: func @transpose(
// CHECK: affine.for %{{.*}} = 0 to 64 step 64 {
// CHECK: affine.for %{{.*}} = 0 to 128 step 64 {
// CHECK: step 8 {
// CHECK: step 8 {
// CHECK-COUNT-8: affine.vector_load {{.*}} : memref<128x64xf64>, vector<8xf64>
// CHECK: vector.shuffle
// CHECK: affine.vector_store {{.*}} : memref<64x128xf64>, vector<8xf64>
func @transpose(%a: memref<128x64xf64>, %out: memref<64x128xf64> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %0 = affine.load %a[%j, %i] : memref<128x64xf64>
      affine.store %0, %out[%i, %j] : memref<64x128xf64>
    }
  }
  return
}

// CHECK-LABEL: func @contiguous(
// CHECK-NOT: vector
// CHECK: return
func @contiguous(%a: memref<64x128xf64>, %out: memref<64x128xf64> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %0 = affine.load %a[%i, %j] : memref<64x128xf64>
      affine.store %0, %out[%i, %j] : memref<64x128xf64>
    }
  }
  return
}

func @element(%x: f64) -> f64 {
  %zero = constant 0.0 : f64
  %a = alloc() : memref<128x64xf64>
  %out = alloc() : memref<64x128xf64>
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 64 {
      affine.store %zero, %a[%i, %j] : memref<128x64xf64>
    }
  }
  affine.store %x, %a[19, 3] : memref<128x64xf64>
  call @transpose(%a, %out) : (memref<128x64xf64>, memref<64x128xf64>) -> ()
  %0 = affine.load %out[3, 19] : memref<64x128xf64>
  return %0 : f64
}
