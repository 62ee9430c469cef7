// Ops between casts work on quantized numbers if they say that they can.
// RUN: mlir-lite-opt %s --quant-fuse-casts | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// The selection works on quantized numbers. The sum keeps floats: no op says that it does otherwise.
// CHECK-LABEL: func @fused(
func @fused(%c: i1, %a: tensor<4x!q>, %b: tensor<4x!q>) -> tensor<4x!q> {
  // CHECK-NEXT: %[[A:.*]] = "quant.dcast"(%arg1)
  %0 = "quant.dcast"(%a) : (tensor<4x!q>) -> tensor<4xf32>
  // CHECK-NEXT: %[[B:.*]] = "quant.dcast"(%arg2)
  %1 = "quant.dcast"(%b) : (tensor<4x!q>) -> tensor<4xf32>
  // CHECK-NEXT: %[[SELECTED:.*]] = select %arg0, %arg1, %arg2 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00:10>>
  %2 = select %c, %0, %1 : tensor<4xf32>
  %3 = "quant.qcast"(%2) : (tensor<4xf32>) -> tensor<4x!q>
  // CHECK-NEXT: %[[S:.*]] = "quant.dcast"(%[[SELECTED]])
  %4 = "quant.dcast"(%3) : (tensor<4x!q>) -> tensor<4xf32>
  // CHECK-NEXT: %[[SUM:.*]] = addf %[[S]], %[[A]] : tensor<4xf32>
  %5 = addf %4, %0 : tensor<4xf32>
  // CHECK-NEXT: "quant.qcast"(%[[SUM]])
  %6 = "quant.qcast"(%5) : (tensor<4xf32>) -> tensor<4x!q>
  return %6 : tensor<4x!q>
}

// Another type, and a scale for each index, need the floats.
// CHECK-LABEL: func @not_fused(
func @not_fused(%c: i1, %a: tensor<2x!q>, %b: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> (tensor<2x!quant.uniform<i8:f32, 3.0>>, tensor<1x!quant.uniform<i8:f32, 1.0>>) {
  %0 = "quant.dcast"(%a) : (tensor<2x!q>) -> tensor<2xf32>
  // CHECK: select {{.*}} : tensor<2xf32>
  %1 = select %c, %0, %0 : tensor<2xf32>
  %2 = "quant.qcast"(%1) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 3.0>>
  %3 = "quant.dcast"(%b) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2xf32>
  // CHECK: subtensor {{.*}} : tensor<2xf32> to tensor<1xf32>
  %4 = tensor.extract_slice %3[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %5 = "quant.qcast"(%4) : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 1.0>>
  return %2, %5 : tensor<2x!quant.uniform<i8:f32, 3.0>>, tensor<1x!quant.uniform<i8:f32, 1.0>>
}
