// The passes of the quant dialect. Types of simulated quantization are those that MLIR 13 makes; stripped and normalized types are those of mlir-opt 22.
// RUN: mlir-lite-opt %s --quant-convert-simulated-quantization | FileCheck %s --check-prefix=SIMULATED
// RUN: mlir-lite-opt %s --quant-convert-const | FileCheck %s --check-prefix=CONST
// RUN: mlir-lite-opt %s --normalize-quant-types | FileCheck %s --check-prefix=NORMAL
// RUN: mlir-lite-opt %s --strip-func-quant-types | FileCheck %s --check-prefix=STRIPPED
// RUN: mlir-lite-opt %s --quant-fuse-casts | FileCheck %s --check-prefix=FUSED
// RUN: mlir-lite-opt %s --quant-resolve-stats=run=trial | FileCheck %s --check-prefix=STATS
// RUN: mlir-lite-opt %s --quant-resolve-stats=run=trial --quant-convert-stats --quant-convert-const --canonicalize --cse | FileCheck %s --check-prefix=TYPES
// RUN: mlir-lite-opt %s --quant-convert-stats="bits=4 signed=false narrow=true" | FileCheck %s --check-prefix=NARROW
// RUN: mlir-lite-opt %s --quant-unify-coupled | FileCheck %s --check-prefix=COUPLED
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s --check-prefix=KEPT

// SIMULATED-LABEL: func @simulated(
func @simulated(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // SIMULATED-NEXT: "quant.qcast"(%arg0) : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8<-127:127>:f32, 0.0078740157480314959>>
  // SIMULATED-NEXT: "quant.dcast"(%0) : (tensor<2x4x!quant.uniform<i8<-127:127>:f32, 0.0078740157480314959>>) -> tensor<2x4xf32>
  %0 = "quant.const_fake_quant"(%a) {min = -1.0 : f32, max = 1.0 : f32, num_bits = 8, is_signed = true, narrow_range = true} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // SIMULATED-NEXT: "quant.qcast"(%1) : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<u8:f32:0, {0.0078431372549019607:128,0.0078431372549019607}>>
  // SIMULATED-NEXT: "quant.dcast"
  %1 = "quant.const_fake_quant_per_axis"(%0) {min = [-1.0 : f32, 0.0 : f32], max = [1.0 : f32, 2.0 : f32], axis = 0, num_bits = 8} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// Halves are rounded to even, where MLIR 13 rounds them away from zero: 129, 130, 127; and, per axis, 1, 6, -1, 127.
// CONST-LABEL: func @constants(
func @constants() -> (tensor<4x!quant.uniform<u8:f32, 0.5:128>>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25:3}>>, !quant.uniform<i8:f32, 0.5>) {
  // CONST-DAG: constant dense<[-128, -126, -128, -1]> : tensor<4xi8>
  // CONST-DAG: "quant.scast"(%{{.*}}) : (tensor<4xi8>) -> tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>>
  %0 = constant dense<[0.25, 0.75, -0.25, 1000.0]> : tensor<4xf32>
  %1 = "quant.qcast"(%0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>>
  // CONST-DAG: constant dense<{{\[}}[0, 6], [0, 127]]> : tensor<2x2xi8>
  %2 = constant dense<[[0.25, 0.75], [-0.25, 1000.0]]> : tensor<2x2xf32>
  %3 = "quant.qcast"(%2) : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25:3}>>
  // CONST-DAG: constant -3 : i8
  %4 = constant -1.3 : f32
  %5 = "quant.qcast"(%4) : (f32) -> !quant.uniform<i8:f32, 0.5>
  // CONST-NOT: quant.qcast
  // CONST: return
  return %1, %3, %5 : tensor<4x!quant.uniform<u8:f32, 0.5:128>>, tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25:3}>>, !quant.uniform<i8:f32, 0.5>
}

// NORMAL-LABEL: func @normal(
// NORMAL-SAME: %arg0: tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00:12,4.000000e+00}>>
// NORMAL-SAME: %arg1: tensor<2x4x!quant.uniform<i8:f32, 2.000000e+00:12>>
// NORMAL-SAME: %arg2: tensor<?x?x!quant.uniform<i8:f32:0, {2.000000e+00:12,4.000000e+00}>>
// NORMAL-SAME: %arg3: tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{[{][{]}}2.000000e+00, 3.000000e+00}, {4.000000e+00, 5.000000e+00}}>>
// Blocks of two indices are no indices: mlir-opt makes a per-axis type of two scales for four indices.
// NORMAL-SAME: %arg4: tensor<4x4x!quant.uniform<i8:f32:{0:2}, {{[{][{]}}2.000000e+00}, {3.000000e+00}}>>
func @normal(%a: tensor<2x4x!quant.uniform<i8:f32:{0:1}, {{2.0:12}, {4.0}}>>, %b: tensor<2x4x!quant.uniform<i8:f32:{}, {{2.0:12}}>>, %c: tensor<?x?x!quant.uniform<i8:f32:{1:4, 0:1}, {{2.0:12}, {4.0}}>>, %d: tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>>, %e: tensor<4x4x!quant.uniform<i8:f32:{0:2}, {{2.0}, {3.0}}>>) -> tensor<2x4xf32> {
  // NORMAL-NEXT: "quant.dcast"(%arg0) : (tensor<2x4x!quant.uniform<i8:f32:0, {2.000000e+00:12,4.000000e+00}>>) -> tensor<2x4xf32>
  %0 = "quant.dcast"(%a) : (tensor<2x4x!quant.uniform<i8:f32:{0:1}, {{2.0:12}, {4.0}}>>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

!q = type !quant.uniform<i8:f32, 2.0:10>

// STRIPPED: func private @callee(i8, tensor<?xi8>) -> i8
func private @callee(!q, tensor<?x!q>) -> !q

// STRIPPED-LABEL: func @stripped(
// STRIPPED-SAME: %arg0: i8, %arg1: tensor<?xi8>) -> (i8, f32)
func @stripped(%a: !q, %b: tensor<?x!q>) -> (!q, f32) {
  // STRIPPED-NEXT: %0 = "quant.scast"(%arg0) : (i8) -> !quant.uniform<i8:f32, 2.000000e+00:10>
  // STRIPPED-NEXT: %1 = "quant.dcast"(%0)
  %0 = "quant.dcast"(%a) : (!q) -> f32
  // STRIPPED-NEXT: %2 = call @callee(%arg0, %arg1) : (i8, tensor<?xi8>) -> i8
  %1 = call @callee(%a, %b) : (!q, tensor<?x!q>) -> !q
  // STRIPPED-NEXT: return %2, %1 : i8, f32
  return %1, %0 : !q, f32
}

// The selection works on quantized numbers. The sum keeps floats: no op says that it does otherwise.
// FUSED-LABEL: func @fused(
func @fused(%c: i1, %a: tensor<4x!q>, %b: tensor<4x!q>) -> tensor<4x!q> {
  // FUSED-NEXT: %[[A:.*]] = "quant.dcast"(%arg1)
  %0 = "quant.dcast"(%a) : (tensor<4x!q>) -> tensor<4xf32>
  // FUSED-NEXT: %[[B:.*]] = "quant.dcast"(%arg2)
  %1 = "quant.dcast"(%b) : (tensor<4x!q>) -> tensor<4xf32>
  // FUSED-NEXT: %[[SELECTED:.*]] = select %arg0, %arg1, %arg2 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00:10>>
  %2 = select %c, %0, %1 : tensor<4xf32>
  %3 = "quant.qcast"(%2) : (tensor<4xf32>) -> tensor<4x!q>
  // FUSED-NEXT: %[[S:.*]] = "quant.dcast"(%[[SELECTED]])
  %4 = "quant.dcast"(%3) : (tensor<4x!q>) -> tensor<4xf32>
  // FUSED-NEXT: %[[SUM:.*]] = addf %[[S]], %[[A]] : tensor<4xf32>
  %5 = addf %4, %0 : tensor<4xf32>
  // FUSED-NEXT: "quant.qcast"(%[[SUM]])
  %6 = "quant.qcast"(%5) : (tensor<4xf32>) -> tensor<4x!q>
  return %6 : tensor<4x!q>
}

// Another type, and a scale for each index, need the floats.
// FUSED-LABEL: func @not_fused(
func @not_fused(%c: i1, %a: tensor<2x!q>, %b: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> (tensor<2x!quant.uniform<i8:f32, 3.0>>, tensor<1x!quant.uniform<i8:f32, 1.0>>) {
  %0 = "quant.dcast"(%a) : (tensor<2x!q>) -> tensor<2xf32>
  // FUSED: select {{.*}} : tensor<2xf32>
  %1 = select %c, %0, %0 : tensor<2xf32>
  %2 = "quant.qcast"(%1) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 3.0>>
  %3 = "quant.dcast"(%b) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2xf32>
  // FUSED: subtensor {{.*}} : tensor<2xf32> to tensor<1xf32>
  %4 = tensor.extract_slice %3[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %5 = "quant.qcast"(%4) : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 1.0>>
  return %2, %5 : tensor<2x!quant.uniform<i8:f32, 3.0>>, tensor<1x!quant.uniform<i8:f32, 1.0>>
}

// Two runs of the loop: the range includes the numbers of both. What did not run keeps its reference.
// STATS-LABEL: func @trial(
// TYPES-LABEL: func @trial(
func @trial() -> tensor<2xf32> {
  %0 = constant dense<[-1.0, 0.5]> : tensor<2xf32>
  %1 = constant dense<[1.0, 1.5]> : tensor<2xf32>
  %2 = call @observed(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = call @observed(%1) : (tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// STATS-LABEL: func @observed(
// TYPES-LABEL: func @observed(
func @observed(%a: tensor<2xf32>) -> tensor<2xf32> {
  // STATS-NEXT: "quant.stats"(%arg0) {layerStats = dense<[-1.000000e+00, 1.500000e+00]> : tensor<2xf64>} : (tensor<2xf32>) -> tensor<2xf32>
  // TYPES-NEXT: "quant.qcast"(%arg0) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.0098039215686274508:-26>>
  // TYPES-NEXT: "quant.dcast"
  %0 = "quant.stats_ref"(%a) {statsKey = "observed"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// STATS-LABEL: func @not_observed(
func @not_observed(%a: tensor<2xf32>) -> tensor<2xf32> {
  // STATS-NEXT: "quant.stats_ref"(%arg0) {statsKey = "other"}
  %0 = "quant.stats_ref"(%a) {statsKey = "other"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A range without 0 is extended to it. Statistics of an axis give each index its scale.
// TYPES-LABEL: func @given(
// NARROW-LABEL: func @given(
func @given(%a: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // TYPES-NEXT: "quant.qcast"(%arg0) : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00:-128>>
  // NARROW-NEXT: "quant.qcast"(%arg0) : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<u8<1:255>:f32, 1.0039370078740157:1>>
  %0 = "quant.stats"(%a) {layerStats = dense<[1.0, 255.0]> : tensor<2xf32>} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  // TYPES: "quant.qcast"(%{{.*}}) : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00:-128,1.000000e+00:-1}>>
  %1 = "quant.stats"(%0) {layerStats = dense<[1.0, 255.0]> : tensor<2xf32>, axis = 1, axisStats = dense<[[0.0, 510.0], [-127.0, 128.0]]> : tensor<2x2xf32>} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// COUPLED-LABEL: func @coupled(
func @coupled(%a: tensor<2x!q>, %b: tensor<2xf32>, %c: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
  %0 = "quant.dcast"(%a) : (tensor<2x!q>) -> tensor<2xf32>
  %1 = "quant.coupled_ref"(%0) {coupledKey = "one"} : (tensor<2xf32>) -> tensor<2xf32>
  // COUPLED: %[[Q:.*]] = "quant.qcast"(%arg1) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:10>>
  // COUPLED-NEXT: %[[D:.*]] = "quant.dcast"(%[[Q]])
  // COUPLED-NEXT: "quant.coupled_ref"(%[[D]]) {coupledKey = "one"}
  %2 = "quant.coupled_ref"(%b) {coupledKey = "one"} : (tensor<2xf32>) -> tensor<2xf32>
  // COUPLED: layerStats = dense<[-3.000000e+00, 2.000000e+00]>
  %3 = "quant.stats"(%c) {layerStats = dense<[-1.0, 2.0]> : tensor<2xf32>} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "quant.coupled_ref"(%3) {coupledKey = "two"} : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2, %4 : tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
}

// COUPLED-LABEL: func @coupled_elsewhere(
func @coupled_elsewhere(%c: tensor<8xf32>) -> tensor<8xf32> {
  // COUPLED: layerStats = dense<[-3.000000e+00, 2.000000e+00]>
  %0 = "quant.stats"(%c) {layerStats = dense<[-3.0, 1.0]> : tensor<2xf32>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "quant.coupled_ref"(%0) {coupledKey = "two"} : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A float is rounded by a cast to quantized numbers: it is kept. mlir-opt removes both casts. A cast to floats and back
// is removed, unless the floats have too few digits.
// KEPT-LABEL: func @kept(
func @kept(%a: f32, %b: !quant.uniform<i8:bf16, 0.1>, %c: !q) -> (f32, !quant.uniform<i8:bf16, 0.1>, !q) {
  // KEPT-NEXT: "quant.qcast"(%arg0)
  %0 = "quant.qcast"(%a) : (f32) -> !q
  // KEPT-NEXT: %[[KEPT:.*]] = "quant.dcast"
  %1 = "quant.dcast"(%0) : (!q) -> f32
  // KEPT-NEXT: "quant.dcast"(%arg1)
  %2 = "quant.dcast"(%b) : (!quant.uniform<i8:bf16, 0.1>) -> bf16
  // KEPT-NEXT: %[[FEW:.*]] = "quant.qcast"
  %3 = "quant.qcast"(%2) : (bf16) -> !quant.uniform<i8:bf16, 0.1>
  %4 = "quant.dcast"(%c) : (!q) -> f32
  %5 = "quant.qcast"(%4) : (f32) -> !q
  // KEPT-NEXT: return %[[KEPT]], %[[FEW]], %arg2
  return %1, %3, %5 : f32, !quant.uniform<i8:bf16, 0.1>, !q
}
