// What ops of the quant dialect that MLIR 22 does not have must fulfil. The messages are those of MLIR 13, where it checks the same.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics

func @f(%a: f32) {
  // expected-error@below {{'quant.stats' op arg needs to be tensor type.}}
  %0 = "quant.stats"(%a) {layerStats = dense<[-1.0, 1.0]> : tensor<2xf32>} : (f32) -> f32
  return
}

// -----

func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.stats' op layerStats must have shape [2]}}
  %0 = "quant.stats"(%a) {layerStats = dense<[-1.0, 1.0, 2.0]> : tensor<3xf32>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.stats' op layerStats must have a floating point element type}}
  %0 = "quant.stats"(%a) {layerStats = dense<[-1, 1]> : tensor<2xi32>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.stats' op axis must be specified for axisStats}}
  %0 = "quant.stats"(%a) {layerStats = dense<[-1.0, 1.0]> : tensor<2xf32>, axisStats = dense<0.0> : tensor<4x2xf32>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func @f(%a: tensor<4x3xf32>) {
  // expected-error@below {{'quant.stats' op axisStats must have shape [N,2] where N = the slice size defined by the axis dim}}
  %0 = "quant.stats"(%a) {layerStats = dense<[-1.0, 1.0]> : tensor<2xf32>, axis = 1, axisStats = dense<0.0> : tensor<4x2xf32>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// An axis that there is not.
func @f(%a: tensor<4x3xf32>) {
  // expected-error@below {{'quant.stats' op axisStats must have shape [N,2] where N = the slice size defined by the axis dim}}
  %0 = "quant.stats"(%a) {layerStats = dense<[-1.0, 1.0]> : tensor<2xf32>, axis = -1, axisStats = dense<0.0> : tensor<4x2xf32>} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func @f(%a: tensor<4x3xi8>) {
  // expected-error@below {{'quant.stats_ref' op operand #0 must be primitive/tensor/vector of real valued primitive (float or quantized type), but got 'tensor<4x3xi8>'}}
  %0 = "quant.stats_ref"(%a) {statsKey = "a"} : (tensor<4x3xi8>) -> tensor<4x3xi8>
  return
}

// -----

func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.const_fake_quant' op unsupported FakeQuant number of bits: 33}}
  %0 = "quant.const_fake_quant"(%a) {min = -1.0 : f32, max = 1.0 : f32, num_bits = 33} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.const_fake_quant' op illegal scale: -5.882353e-03}}
  %0 = "quant.const_fake_quant"(%a) {min = 1.0 : f32, max = -0.5 : f32, num_bits = 8} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.const_fake_quant_per_axis' op mismatched per-axis min and max size: 1 vs. 2}}
  %0 = "quant.const_fake_quant_per_axis"(%a) {min = [-1.0 : f32], max = [1.0 : f32, 2.0 : f32], axis = 0, num_bits = 8} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// MLIR 13 makes a type of it that does not fit the tensor.
func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.const_fake_quant_per_axis' op quantized dimension size does not match number of scales}}
  %0 = "quant.const_fake_quant_per_axis"(%a) {min = [-1.0 : f32, 0.0 : f32, 0.0 : f32], max = [1.0 : f32, 2.0 : f32, 1.0 : f32], axis = 0, num_bits = 8} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.region' op has unmatched operands/results number and spec attributes number}}
  %0 = "quant.region"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    "quant.return"(%x) : (tensor<2xf32>) -> ()
  }) {input_specs = [], output_specs = [f32], logical_kernel = "copy"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.region' op has incompatible specification !quant.uniform<u8:f64, 5.000000e-01> and input type 'tensor<2xf32>'}}
  %0 = "quant.region"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    "quant.return"(%x) : (tensor<2xf32>) -> ()
  }) {input_specs = [!quant.uniform<u8:f64, 0.5>], output_specs = [f32], logical_kernel = "copy"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.region' op has incompatible specification f64 and output type 'tensor<2xf32>'}}
  %0 = "quant.region"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    "quant.return"(%x) : (tensor<2xf32>) -> ()
  }) {input_specs = [f32], output_specs = [f64], logical_kernel = "copy"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// MLIR 13 does not look into the region.
func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.region' op expects arguments of the inputs' types}}
  %0 = "quant.region"(%a) ({
  ^bb0(%x: tensor<3xf32>):
    "quant.return"(%x) : (tensor<3xf32>) -> ()
  }) {input_specs = [f32], output_specs = [f32], logical_kernel = "copy"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.region' op expects to return values of the results' types}}
  %0 = "quant.region"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    "quant.return"() : () -> ()
  }) {input_specs = [f32], output_specs = [f32], logical_kernel = "copy"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// The zero point is a number that can be stored: MLIR 13 and 22 do not check it.
// expected-error@below {{illegal zero point: 130, not between -4 and 3}}
func private @f(!quant.uniform<i8<-4:3>:f32, 2.0:130>)

// -----

// expected-error@below {{illegal zero point: 0, not between 1 and 9}}
func private @f(!quant.uniform<u8<1:9>:f32:0, {2.0:1, 2.0}>)
