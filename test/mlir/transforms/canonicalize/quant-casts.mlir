// Casts that change nothing are removed.
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// A float is rounded by a cast to quantized numbers: it is kept. mlir-opt removes both casts. A cast to floats and back
// is removed, unless the floats have too few digits.
// CHECK-LABEL: func @kept(
func @kept(%a: f32, %b: !quant.uniform<i8:bf16, 0.1>, %c: !q) -> (f32, !quant.uniform<i8:bf16, 0.1>, !q) {
  // CHECK-NEXT: "quant.qcast"(%arg0)
  %0 = "quant.qcast"(%a) : (f32) -> !q
  // CHECK-NEXT: %[[KEPT:.*]] = "quant.dcast"
  %1 = "quant.dcast"(%0) : (!q) -> f32
  // CHECK-NEXT: "quant.dcast"(%arg1)
  %2 = "quant.dcast"(%b) : (!quant.uniform<i8:bf16, 0.1>) -> bf16
  // CHECK-NEXT: %[[FEW:.*]] = "quant.qcast"
  %3 = "quant.qcast"(%2) : (bf16) -> !quant.uniform<i8:bf16, 0.1>
  %4 = "quant.dcast"(%c) : (!q) -> f32
  %5 = "quant.qcast"(%4) : (f32) -> !q
  // CHECK-NEXT: return %[[KEPT]], %[[FEW]], %arg2
  return %1, %3, %5 : f32, !quant.uniform<i8:bf16, 0.1>, !q
}
