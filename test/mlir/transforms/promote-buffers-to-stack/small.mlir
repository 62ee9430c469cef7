// Small memory that only reads, writes, views and calls know moves to the stack.
// RUN: mlir-opt %s --promote-buffers-to-stack > %t.1
// RUN: mlir-lite-opt %s --promote-buffers-to-stack | diff %t.1 -
// RUN: mlir-opt %s --promote-buffers-to-stack=max-alloc-size-in-bytes=8 > %t.2
// RUN: mlir-lite-opt %s --promote-buffers-to-stack=max-alloc-size-in-bytes=8 | diff %t.2 -
// RUN: FileCheck %s < %t.1

func.func private @other(memref<4xf32>)

// CHECK-LABEL: func.func @sizes(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<4xf32>
// CHECK: memref.alloc() : memref<400xf32>
// CHECK: memref.alloc(%arg0)
// CHECK: memref.alloca() : memref<2xf32>
// CHECK: scf.for
// CHECK: memref.alloca() : memref<2xi8>
func.func @sizes(%n: index, %out: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  %1 = memref.alloc() : memref<400xf32>
  %2 = memref.alloc(%n) : memref<?xf32>
  %3 = memref.alloc() : memref<2xf32>
  func.call @other(%0) : (memref<4xf32>) -> ()
  %v = memref.subview %0[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.copy %v, %3 : memref<2xf32, strided<[1], offset: 1>> to memref<2xf32>
  scf.for %i = %c0 to %n step %c1 {
    %4 = memref.alloc() : memref<2xi8>
    %5 = memref.load %4[%i] : memref<2xi8>
    %6 = memref.load %1[%i] : memref<400xf32>
    memref.store %6, %2[%i] : memref<?xf32>
  }
  %7 = memref.load %3[%c0] : memref<2xf32>
  return %7 : f32
}

// CHECK-LABEL: func.func @returned(
// CHECK: memref.alloc()
func.func @returned() -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  return %0 : memref<4xf32>
}
