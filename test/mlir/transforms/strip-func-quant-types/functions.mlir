// Functions take and give integers, as by mlir-opt 22.
// RUN: mlir-lite-opt %s --strip-func-quant-types | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// CHECK: func private @callee(i8, tensor<?xi8>) -> i8
func private @callee(!q, tensor<?x!q>) -> !q

// CHECK-LABEL: func @stripped(
// CHECK-SAME: %arg0: i8, %arg1: tensor<?xi8>) -> (i8, f32)
func @stripped(%a: !q, %b: tensor<?x!q>) -> (!q, f32) {
  // CHECK-NEXT: %0 = "quant.scast"(%arg0) : (i8) -> !quant.uniform<i8:f32, 2.000000e+00:10>
  // CHECK-NEXT: %1 = "quant.dcast"(%0)
  %0 = "quant.dcast"(%a) : (!q) -> f32
  // CHECK-NEXT: %2 = call @callee(%arg0, %arg1) : (i8, tensor<?xi8>) -> i8
  %1 = call @callee(%a, %b) : (!q, tensor<?x!q>) -> !q
  // CHECK-NEXT: return %2, %1 : i8, f32
  return %1, %0 : !q, f32
}
