// Values of one key are quantized in one way.
// RUN: mlir-lite-opt %s --quant-unify-coupled | FileCheck %s

!q = type !quant.uniform<i8:f32, 2.0:10>

// CHECK-LABEL: func @coupled(
func @coupled(%a: tensor<2x!q>, %b: tensor<2xf32>, %c: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  %0 = "quant.dcast"(%a) : (tensor<2x!q>) -> tensor<2xf32>
  %1 = "quant.coupled_ref"(%0) {coupledKey = "one"} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %[[Q:.*]] = "quant.qcast"(%arg1) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:10>>
  // CHECK-NEXT: %[[D:.*]] = "quant.dcast"(%[[Q]])
  // CHECK-NEXT: "quant.coupled_ref"(%[[D]]) {coupledKey = "one"}
  %2 = "quant.coupled_ref"(%b) {coupledKey = "one"} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: layerStats = dense<[-3.000000e+00, 2.000000e+00]>
  %3 = "quant.stats"(%c) {layerStats = dense<[-1.0, 2.0]> : tensor<2xf32>} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "quant.coupled_ref"(%3) {coupledKey = "two"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2, %4 : tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @coupled_elsewhere(
func @coupled_elsewhere(%c: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: layerStats = dense<[-3.000000e+00, 2.000000e+00]>
  %0 = "quant.stats"(%c) {layerStats = dense<[-3.0, 1.0]> : tensor<2xf32>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "quant.coupled_ref"(%0) {coupledKey = "two"} : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
