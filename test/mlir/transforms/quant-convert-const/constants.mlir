// Quantized constants become constants of integers.
// RUN: mlir-lite-opt %s --quant-convert-const | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// Halves are rounded to even, where MLIR 13 rounds them away from zero: 129, 130, 127; and, per axis, 1, 6, -1, 127.
// CHECK-LABEL: func @constants(
func @constants() -> (tensor<4x!quant.uniform<u8:f32, 0.5:128>>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25:3}>>, !quant.uniform<i8:f32, 0.5>) {
  // CHECK-DAG: constant dense<[-128, -126, -128, -1]> : tensor<4xi8>
  // CHECK-DAG: "quant.scast"(%{{.*}}) : (tensor<4xi8>) -> tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>>
  %0 = constant dense<[0.25, 0.75, -0.25, 1000.0]> : tensor<4xf32>
  %1 = "quant.qcast"(%0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>>
  // CHECK-DAG: constant dense<{{\[}}[0, 6], [0, 127]]> : tensor<2x2xi8>
  %2 = constant dense<[[0.25, 0.75], [-0.25, 1000.0]]> : tensor<2x2xf32>
  %3 = "quant.qcast"(%2) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25:3}>>
  // CHECK-DAG: constant -3 : i8
  %4 = constant -1.3 : f32
  %5 = "quant.qcast"(%4) : (f32) -> !quant.uniform<i8:f32, 0.5>
  // CHECK-NOT: quant.qcast
  // CHECK: return
  return %1, %3, %5 : tensor<4x!quant.uniform<u8:f32, 0.5:128>>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25:3}>>, !quant.uniform<i8:f32, 0.5>
}
