// Statistics of a trial run are written in.
// RUN: mlir-lite-opt %s --quant-resolve-stats=run=trial | FileCheck %s

// Two runs of the loop: the range includes the numbers of both. What did not run keeps its reference.
// CHECK-LABEL: func @trial(
func @trial() -> tensor<2xf32> {
  %0 = constant dense<[-1.0, 0.5]> : tensor<2xf32>
  %1 = constant dense<[1.0, 1.5]> : tensor<2xf32>
  %2 = call @observed(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = call @observed(%1) : (tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// CHECK-LABEL: func @observed(
func @observed(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: "quant.stats"(%arg0) {layerStats = dense<[-1.000000e+00, 1.500000e+00]> : tensor<2xf64>} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = "quant.stats_ref"(%a) {statsKey = "observed"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @not_observed(
func @not_observed(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: "quant.stats_ref"(%arg0) {statsKey = "other"}
  %0 = "quant.stats_ref"(%a) {statsKey = "other"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
