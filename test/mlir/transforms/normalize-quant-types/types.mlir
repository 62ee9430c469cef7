// Types with more scales than they need become simpler, as by mlir-opt 22.
// RUN: mlir-lite-opt %s --normalize-quant-types | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// CHECK-LABEL: func @normal(
// CHECK-SAME: %arg0: tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00:12,4.000000e+00}>>
// CHECK-SAME: %arg1: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:12>>
// CHECK-SAME: %arg2: tensor<?x?x!quant.uniform<i8:f32:0, {2.000000e+00:12,4.000000e+00}>>
// CHECK-SAME: %arg3: tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}2.000000e+00, 3.000000e+00}, {4.000000e+00, 5.000000e+00}}>>
// Blocks of two indices are no indices: mlir-opt makes a per-axis type of two scales for four indices.
// CHECK-SAME: %arg4: tensor<4x4x!quant.uniform<i8:f32:{0:2}, {{[{][{]}}2.000000e+00}, {3.000000e+00}}>>
func @normal(%a: tensor<2x4x!quant.uniform<i8:f32:{0:1}, {{2.0:12}, {4.0}}>>, %b: tensor<2x4x!quant.uniform<i8:f32:{}, {{2.0:12}}>>, %c: tensor<?x?x!quant.uniform<i8:f32:{1:4, 0:1}, {{2.0:12}, {4.0}}>>, %d: tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>>, %e: tensor<4x4x!quant.uniform<i8:f32:{0:2}, {{2.0}, {3.0}}>>) -> tensor<2x4xf32> {
  // CHECK-NEXT: "quant.dcast"(%arg0) : (tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00:12,4.000000e+00}>>) -> tensor<2x4xf32>
  %0 = "quant.dcast"(%a) : (tensor<2x4x!quant.uniform<i8:f32:{0:1}, {{2.0:12}, {4.0}}>>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
