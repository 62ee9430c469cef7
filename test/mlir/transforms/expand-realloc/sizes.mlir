// RUN: mlir-lite-opt %s --expand-realloc | FileCheck %s
// RUN: mlir-lite-opt %s --expand-realloc=emit-deallocs=false | FileCheck %s --check-prefix=KEPT
// RUN: mlir-lite-opt %s --run=values | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --expand-realloc --run=values | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --expand-realloc --convert-scf-to-cf --convert-std-to-llvm --run=values \
// RUN:   | FileCheck %s --check-prefix=LOWERED

// CHECK-LABEL: func.func @grow(
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[OLD:.*]] = memref.dim %arg0, %[[C0]]
// CHECK-NEXT: %[[GROWS:.*]] = arith.cmpi ult, %[[OLD]], %arg1 : index
// CHECK-NEXT: scf.if %[[GROWS]] -> (memref<?xf32>) {
// CHECK-NEXT: %[[NEW:.*]] = memref.alloc(%arg1) : memref<?xf32>
// CHECK-NEXT: %[[PART:.*]] = memref.subview %[[NEW]][0] [%[[OLD]]] [1]
// CHECK-NEXT: memref.copy %arg0, %[[PART]]
// CHECK-NEXT: memref.dealloc %arg0
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[SAME:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg1], strides: [1]
// CHECK-NEXT: scf.yield %[[SAME]]
// KEPT-LABEL: func.func @grow(
// KEPT-NOT: memref.dealloc
// KEPT: return
func.func @grow(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// LOWERED: (5.000000e+00, 7.000000e+00, 2)
// VALUES: 5.000000e+00 : f32
// VALUES: 7.000000e+00 : f32
// VALUES: 2 : index
func.func @values() -> (f32, f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 5.0 : f32
  %y = arith.constant 7.0 : f32
  %m = memref.alloc(%c2) : memref<?xf32>
  memref.store %x, %m[%c1] : memref<?xf32>
  %large = call @grow(%m, %c8) : (memref<?xf32>, index) -> memref<?xf32>
  %c7 = arith.constant 7 : index
  memref.store %y, %large[%c7] : memref<?xf32>
  %0 = memref.load %large[%c1] : memref<?xf32>
  %1 = memref.load %large[%c7] : memref<?xf32>
  %small = call @grow(%large, %c2) : (memref<?xf32>, index) -> memref<?xf32>
  %2 = memref.dim %small, %c0 : memref<?xf32>
  memref.dealloc %small : memref<?xf32>
  return %0, %1, %2 : f32, f32, index
}
