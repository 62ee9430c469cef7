// A gather from one element, and a load in more dimensions than the memory has, stay.
// RUN: mlir-lite-opt %s --convert-vector-to-scf | FileCheck %s

// CHECK-LABEL: @gathered
// CHECK-NEXT: vector.gather
// CHECK-NEXT: return
func.func @gathered(%from: memref<f32>, %at: vector<4xi32>, %mask: vector<4xi1>, %else: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.gather %from[] [%at], %mask, %else : memref<f32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: @loaded
// CHECK: vector.maskedload
// CHECK-NEXT: return
func.func @loaded(%from: memref<8xf32>, %at: index, %mask: vector<2x4xi1>, %else: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.maskedload %from[%at], %mask, %else : memref<8xf32>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
