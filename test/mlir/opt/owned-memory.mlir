// Memory is freed where its condition holds, unless it is retained.
// RUN: mlir-lite-opt %s --run=values | FileCheck %s --check-prefix=VALUES
// RUN: not mlir-lite-opt %s --run=freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @nothing(
// CHECK-NEXT: %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT: return %[[FALSE]]
func.func @nothing(%m: memref<4xf32>) -> i1 {
  bufferization.dealloc
  %0 = bufferization.dealloc retain (%m : memref<4xf32>)
  return %0 : i1
}

// VALUES: true
// VALUES-NEXT: false
// VALUES-NEXT: 3.000000e+00 : f32
func.func @values() -> (i1, i1, f32) {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %x = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  memref.store %x, %b[%c0] : memref<4xf32>
  %0:2 = bufferization.dealloc (%a, %a, %b : memref<4xf32>, memref<4xf32>, memref<4xf32>) if (%false, %true, %false) retain (%a, %b : memref<4xf32>, memref<4xf32>)
  %1 = memref.load %a[%c0] : memref<4xf32>
  return %0#0, %0#1, %1 : i1, i1, f32
}

// FREED: error:
func.func @freed() -> f32 {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %x = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%c0] : memref<4xf32>
  bufferization.dealloc (%a : memref<4xf32>) if (%true)
  %1 = memref.load %a[%c0] : memref<4xf32>
  return %1 : f32
}
