// Iterations that may run at the same time keep memory of their own.
// RUN: mlir-lite-opt %s --buffer-loop-hoisting | FileCheck %s

// CHECK-LABEL: func.func @parallel(
// CHECK: scf.parallel
// CHECK-NEXT: memref.alloc()
// CHECK: affine.parallel
// CHECK-NEXT: memref.alloc()
// CHECK: memref.alloc()
// CHECK-NEXT: affine.for
func.func @parallel(%n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.alloc() : memref<4xf32>
    memref.copy %out, %0 : memref<4xf32> to memref<4xf32>
  }
  affine.parallel (%i) = (0) to (8) {
    %1 = memref.alloc() : memref<4xf32>
    memref.copy %out, %1 : memref<4xf32> to memref<4xf32>
  }
  affine.for %i = 0 to 8 {
    %2 = memref.alloc() : memref<4xf32>
    memref.copy %out, %2 : memref<4xf32> to memref<4xf32>
  }
  return
}
