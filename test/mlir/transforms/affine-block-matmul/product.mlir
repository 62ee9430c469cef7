// A product is computed block by block, with tiles of the result in vectors. A product of fewer
// multiplications than `minimum` remains as it is. The result is the same.
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=1000' | FileCheck %s
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=10000' | FileCheck %s --check-prefix=SMALL
// RUN: mlir-lite-opt %s --run=element | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-block-matmul='minimum=1000' --run=element | FileCheck %s --check-prefix=RESULT
// Sixteen times 2.0 * 3.0 is 96.0.
// RESULT: 9.600000e+01 : f64

// CHECK-LABEL: func @product(
// CHECK: vector<8xf64>
// CHECK: return
// SMALL-LABEL: func @product(
// SMALL: affine.for %[[I:.*]] = 0 to 16 {
// SMALL-NEXT: affine.for %[[J:.*]] = 0 to 16 {
// SMALL-NEXT: affine.for %[[K:.*]] = 0 to 16 {
// SMALL-NOT: vector
// SMALL: return
func @product(%a: memref<16x16xf64>, %b: memref<16x16xf64>, %c: memref<16x16xf64> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %a[%i, %k] : memref<16x16xf64>
        %1 = affine.load %b[%k, %j] : memref<16x16xf64>
        %2 = affine.load %c[%i, %j] : memref<16x16xf64>
        %3 = fmaf %0, %1, %2 : f64
        affine.store %3, %c[%i, %j] : memref<16x16xf64>
      }
    }
  }
  return
}

func @element() -> f64 {
  %zero = constant 0.0 : f64
  %two = constant 2.0 : f64
  %three = constant 3.0 : f64
  %a = alloc() : memref<16x16xf64>
  %b = alloc() : memref<16x16xf64>
  %c = alloc() : memref<16x16xf64>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.store %two, %a[%i, %j] : memref<16x16xf64>
      affine.store %three, %b[%i, %j] : memref<16x16xf64>
      affine.store %zero, %c[%i, %j] : memref<16x16xf64>
    }
  }
  call @product(%a, %b, %c) : (memref<16x16xf64>, memref<16x16xf64>, memref<16x16xf64>) -> ()
  %0 = affine.load %c[7, 9] : memref<16x16xf64>
  return %0 : f64
}
