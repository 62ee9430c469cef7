// An element of memory that is never written is a constant, also in another function's module.
// RUN: mlir-lite-opt %s --canonicalize --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize --spelling=upstream | mlir-opt | FileCheck %s

memref.global "private" constant @table : memref<2x4xi16> = dense<[[-10, 20, 3, 4], [5, 6, 7, 8]]>
memref.global "private" constant @ones : memref<4xf32> = dense<1.0>
memref.global "private" @written : memref<4xf32> = dense<1.0>
memref.global "private" constant @elsewhere : memref<4xf32>

// CHECK-LABEL: func.func @element()
// CHECK-NEXT: %[[C:.*]] = arith.constant 8 : i16
// CHECK-NEXT: return %[[C]]
func.func @element() -> i16 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.get_global @table : memref<2x4xi16>
  %1 = affine.load %0[%c1, %c1 + %c2] : memref<2x4xi16>
  return %1 : i16
}

// CHECK-LABEL: func.func @equal()
// CHECK-NEXT: %[[C:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: return %[[C]]
func.func @equal() -> f32 {
  %0 = memref.get_global @ones : memref<4xf32>
  %1 = affine.load %0[3] : memref<4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: affine.load
func.func @stays(%i: index) -> (i16, f32, f32, i16) {
  %0 = memref.get_global @table : memref<2x4xi16>
  %1 = affine.load %0[0, symbol(%i)] : memref<2x4xi16>
  %2 = memref.get_global @written : memref<4xf32>
  %3 = affine.load %2[3] : memref<4xf32>
  %4 = memref.get_global @elsewhere : memref<4xf32>
  %5 = affine.load %4[3] : memref<4xf32>
  %6 = affine.load %0[0, 7] : memref<2x4xi16>
  return %1, %3, %5, %6 : i16, f32, f32, i16
}
