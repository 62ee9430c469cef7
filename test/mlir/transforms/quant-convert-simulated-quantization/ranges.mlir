// Simulated quantization becomes casts, with the types that MLIR 13 makes of the same attributes.
// RUN: mlir-lite-opt %s --quant-convert-simulated-quantization | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// CHECK-LABEL: func @simulated(
func @simulated(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: "quant.qcast"(%arg0) : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8<-127:127>:f32, 0.0078740157480314959>>
  // CHECK-NEXT: "quant.dcast"(%0) : (tensor<2x4x!quant.uniform<i8<-127:127>:f32, 0.0078740157480314959>>) -> tensor<2x4xf32>
  %0 = "quant.const_fake_quant"(%a) {min = -1.0 : f32, max = 1.0 : f32, num_bits = 8, is_signed = true, narrow_range = true} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: "quant.qcast"(%1) : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<u8:f32:0, {0.0078431372549019607:128,0.0078431372549019607}>>
  // CHECK-NEXT: "quant.dcast"
  %1 = "quant.const_fake_quant_per_axis"(%0) {min = [-1.0 : f32, 0.0 : f32], max = [1.0 : f32, 2.0 : f32], axis = 0, num_bits = 8} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
