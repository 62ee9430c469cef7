// A part of one element is a vector of that element.
// RUN: mlir-lite-opt %s --convert-vector-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --run=second --run-args=2.5 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --canonicalize --run=second --run-args=2.5 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --convert-vector-to-llvm --convert-to-llvm --reconcile-unrealized-casts --run=second --run-args=2.5 | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @part(
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK: %[[X:.*]] = llvm.extractelement %arg0[%[[ONE]] : i64] : vector<2xf16>
// CHECK: llvm.insertelement %[[X]], %{{.*}} : vector<1xf16>
func.func @part(%v: vector<2xf16>) -> vector<1xf16> {
  %0 = "vector.extract"(%v) {static_position = array<i64: 1>} : (vector<2xf16>) -> vector<1xf16>
  return %0 : vector<1xf16>
}

// VALUE: 5.000000e+00
func.func @second(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  %1 = vector.from_elements %x, %0 : vector<2xf32>
  %2 = "vector.extract"(%1) {static_position = array<i64: 1>} : (vector<2xf32>) -> vector<1xf32>
  %3 = vector.extract %2[0] : f32 from vector<1xf32>
  return %3 : f32
}

// The one element of a part is the element of the whole.
// FOLDED-LABEL: func.func @twice(
// FOLDED-NEXT: %[[X:.*]] = vector.extract %arg0[%arg1] : f32 from vector<2xf32>
// FOLDED-NEXT: return %[[X]] : f32
func.func @twice(%v: vector<2xf32>, %i: index) -> f32 {
  %0 = "vector.extract"(%v, %i) {static_position = array<i64: -9223372036854775808>} : (vector<2xf32>, index) -> vector<1xf32>
  %1 = vector.extract %0[0] : f32 from vector<1xf32>
  return %1 : f32
}
