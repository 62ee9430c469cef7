// The quant dialect in the text of 2020: generic forms, which MLIR 13 reads and prints alike. In today's text, casts have a form of their own, and mlir-opt reads them.
// RUN: mlir-lite-opt %s | FileCheck %s
// RUN: mlir-lite-opt %s | mlir-lite-opt | FileCheck %s
// RUN: mlir-lite-opt %s --mlir-print-op-generic | mlir-lite-opt | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-lite-opt --spelling=std | FileCheck %s
// RUN: mlir-lite-opt %s --split-input-file --spelling=upstream | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUES

// VALUES: [5.000000e-01, 1.500000e+00, -2.000000e+00, 4.000000e+00] : tensor<4xf32>
// VALUES-NEXT: [0.250980407, 0.752941251, -0.996078491, 0.996078491] : tensor<4xf32>
// VALUES-NEXT: {{\[}}[0.000000e+00, 1.000000e+00], [-2.000000e+00, 3.000000e+00]] : tensor<2x2xf32>

// CHECK-LABEL: func @casts(
// TODAY-LABEL: func.func @casts(
func @casts(%a: tensor<4xf32>) -> tensor<4xi8> {
  // CHECK: "quant.qcast"(%arg0) : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>>
  // TODAY: quant.qcast %arg0 : tensor<4xf32> to tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>>
  %0 = "quant.qcast"(%a) : (tensor<4xf32>) -> tensor<4x!quant.uniform<u8:f32, 0.5:128>>
  // CHECK: "quant.dcast"(%0) : (tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>>) -> tensor<4xf32>
  // TODAY: quant.dcast %0 : tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>> to tensor<4xf32>
  %1 = "quant.dcast"(%0) : (tensor<4x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<4xf32>
  // CHECK: "quant.scast"(%0) : (tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>>) -> tensor<4xi8>
  // TODAY: quant.scast %0 : tensor<4x!quant.uniform<u8:f32, 5.000000e-01:128>> to tensor<4xi8>
  %2 = "quant.scast"(%0) : (tensor<4x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<4xi8>
  return %2 : tensor<4xi8>
}

// CHECK-LABEL: func @main(
func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>) {
  %a = constant dense<[0.25, 0.75, -1.0, 2.0]> : tensor<4xf32>
  %c = constant dense<[[-1.0, 1.0], [-2.0, 9.0]]> : tensor<2x2xf32>
  // CHECK: "quant.region"(%cst) ({
  %0 = "quant.region"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %y = addf %x, %x : tensor<4xf32>
    // CHECK: "quant.return"(%{{.*}}) : (tensor<4xf32>) -> ()
    "quant.return"(%y) : (tensor<4xf32>) -> ()
  // CHECK: }) {input_specs = [!quant.uniform<u8:f32, 5.000000e-01:128>], logical_kernel = "twice", output_specs = [f32]} : (tensor<4xf32>) -> tensor<4xf32>
  }) {input_specs = [!quant.uniform<u8:f32, 0.5:128>], output_specs = [f32], logical_kernel = "twice"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "quant.stats"(%{{.*}}) {axis = 0 : i64, axisStats = dense<0.000000e+00> : tensor<4x2xf32>, layerStats = dense<[-1.000000e+00, 1.000000e+00]> : tensor<2xf32>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "quant.stats"(%0) {layerStats = dense<[-1.0, 1.0]> : tensor<2xf32>, axis = 0, axisStats = dense<0.0> : tensor<4x2xf32>} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "quant.stats_ref"(%{{.*}}) {statsKey = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "quant.stats_ref"(%1) {statsKey = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "quant.coupled_ref"(%{{.*}}) {coupledKey = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "quant.coupled_ref"(%2) {coupledKey = "a"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "quant.const_fake_quant"(%{{.*}}) {max = 1.000000e+00 : f32, min = -1.000000e+00 : f32, num_bits = 8 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "quant.const_fake_quant"(%a) {min = -1.0 : f32, max = 1.0 : f32, num_bits = 8} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "quant.const_fake_quant_per_axis"(%{{.*}}) {axis = 1 : i64, is_signed = true, max = [6.350000e+01 : f32, 1.270000e+02 : f32], min = [-6.350000e+01 : f32, -1.270000e+02 : f32], narrow_range = true, num_bits = 8 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = constant dense<[[0.25, 1.25], [-2.125, 3.0]]> : tensor<2x2xf32>
  %5 = "quant.const_fake_quant_per_axis"(%d) {min = [-63.5 : f32, -127.0 : f32], max = [63.5 : f32, 127.0 : f32], axis = 1, num_bits = 8, narrow_range = true, is_signed = true} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>
}
