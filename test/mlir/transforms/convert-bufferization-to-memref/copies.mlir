// A copy is new memory of the same sizes; the memory is row-major.
// RUN: mlir-lite-opt %s --convert-bufferization-to-memref --canonicalize > %t
// RUN: FileCheck %s < %t
// RUN: mlir-opt %s --convert-bufferization-to-memref --canonicalize | diff %t -
// RUN: mlir-lite-opt %s --run=sum | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --convert-bufferization-to-memref --run=sum | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @open(
// CHECK: %[[D:.*]] = memref.dim %arg0, %{{.*}}
// CHECK-NEXT: %[[M:.*]] = memref.alloc(%[[D]]) : memref<?x4xf32>
// CHECK-NEXT: memref.copy %arg0, %[[M]]
func.func @open(%m: memref<?x4xf32, strided<[8, 1], offset: ?>>) -> memref<?x4xf32> {
  %0 = bufferization.clone %m : memref<?x4xf32, strided<[8, 1], offset: ?>> to memref<?x4xf32>
  return %0 : memref<?x4xf32>
}

// 2.5 in the copy, and 4.0 in the memory.
// VALUE: 6.500000e+00
func.func @sum() -> f32 {
  %c1 = arith.constant 1 : index
  %x = arith.constant 2.5 : f32
  %y = arith.constant 4.0 : f32
  %m = memref.alloc() : memref<2xf32>
  memref.store %x, %m[%c1] : memref<2xf32>
  %k = bufferization.clone %m : memref<2xf32> to memref<2xf32>
  memref.store %y, %m[%c1] : memref<2xf32>
  %0 = memref.load %m[%c1] : memref<2xf32>
  %1 = memref.load %k[%c1] : memref<2xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}
