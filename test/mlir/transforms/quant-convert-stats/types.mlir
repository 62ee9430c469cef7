// Statistics become casts.
// RUN: mlir-lite-opt %s --quant-resolve-stats=run=trial --quant-convert-stats --quant-convert-const --canonicalize --cse | FileCheck %s
// RUN: mlir-lite-opt %s --quant-convert-stats="bits=4 signed=false narrow=true" | FileCheck %s --check-prefix=NARROW

!q = type !quant.uniform<i8:f32, 2.0:10>

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
  // CHECK-NEXT: "quant.qcast"(%arg0) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.0098039215686274508:-26>>
  // CHECK-NEXT: "quant.dcast"
  %0 = "quant.stats_ref"(%a) {statsKey = "observed"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A range without 0 is extended to it. Statistics of an axis give each index its scale.
// CHECK-LABEL: func @given(
// NARROW-LABEL: func @given(
func @given(%a: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // CHECK-NEXT: "quant.qcast"(%arg0) : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00:-128>>
  // NARROW-NEXT: "quant.qcast"(%arg0) : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<u8<1:255>:f32, 1.0039370078740157:1>>
  %0 = "quant.stats"(%a) {layerStats = dense<[1.0, 255.0]> : tensor<2xf32>} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  // CHECK: "quant.qcast"(%{{.*}}) : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00:-128,1.000000e+00:-1}>>
  %1 = "quant.stats"(%0) {layerStats = dense<[1.0, 255.0]> : tensor<2xf32>, axis = 1, axisStats = dense<[[0.0, 510.0], [-127.0, 128.0]]> : tensor<2x2xf32>} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}
