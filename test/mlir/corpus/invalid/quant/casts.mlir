// Casts of types that do not fit.

func.func @f(%a: f16) {
  // expected-error@below {{'quant.qcast' op expressed type in quantized type expected to match float type}}
  %0 = "quant.qcast"(%a) : (f16) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: !quant.uniform<i8:f32, 2.0:10>) {
  // expected-error@below {{'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got '!quant.uniform<i8:f32, 2.000000e+00:10>'}}
  %0 = "quant.qcast"(%a) : (!quant.uniform<i8:f32, 2.0:10>) -> f32
  return
}

// -----

func.func @f(%a: !quant.uniform<i8:f32, 2.0:10>) {
  // expected-error@below {{'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got '!quant.uniform<i8:f32, 2.000000e+00:10>'}}
  %0 = "quant.qcast"(%a) : (!quant.uniform<i8:f32, 2.0:10>) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'f32'}}
  %0 = "quant.qcast"(%a) : (f32) -> f32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'quant.qcast' op scalar types may not use per-axis quantization}}
  %0 = "quant.qcast"(%a) : (f32) -> !quant.uniform<i8:f32:1, {2.0:10,3.0}>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'quant.qcast' op scalar types may not use sub-channel quantization}}
  %0 = "quant.qcast"(%a) : (f32) -> !quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error@below {{'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got 'i8'}}
  %0 = "quant.qcast"(%a) : (i8) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.qcast"(%a) : (tensor<4xf32>) -> tensor<5x!quant.uniform<i8:f32, 2.0:10>>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.qcast"(%a) : (tensor<4xf32>) -> tensor<?x!quant.uniform<i8:f32, 2.0:10>>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.qcast"(%a) : (tensor<4xf32>) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  // expected-error@below {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.qcast"(%a) : (tensor<*xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:10>>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@below {{'quant.qcast' op quantized dimension must be less than tensor rank}}
  %0 = "quant.qcast"(%a) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32:1, {2.0:10,3.0}>>
  return
}

// -----

func.func @f(%a: tensor<4x3xf32>) {
  // expected-error@below {{'quant.qcast' op quantized dimension size does not match number of scales}}
  %0 = "quant.qcast"(%a) : (tensor<4x3xf32>) -> tensor<4x3x!quant.uniform<i8:f32:1, {2.0:10,3.0}>>
  return
}

// -----

func.func @f(%a: tensor<3x4xf32>) {
  // expected-error@below {{'quant.qcast' op dimension size 2 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 3}}
  %0 = "quant.qcast"(%a) : (tensor<3x4xf32>) -> tensor<3x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>
  return
}

// -----

func.func @f(%a: tensor<2x5xf32>) {
  // expected-error@below {{'quant.qcast' op tensor dimension size 5 at axis 1 must be divisible by the corresponding block size 2}}
  %0 = "quant.qcast"(%a) : (tensor<2x5xf32>) -> tensor<2x5x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@below {{'quant.qcast' op quantized dimension 1 must be less than tensor rank 1}}
  %0 = "quant.qcast"(%a) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  // expected-error@below {{'quant.qcast' op tensor containing the sub-channel quantized type must be ranked}}
  %0 = "quant.qcast"(%a) : (tensor<*xf32>) -> tensor<*x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>
  return
}

// -----

func.func @f(%a: tensor<2x4xf32>) {
  // expected-error@below {{'quant.qcast' op Rank of scales 1 must match the rank of the tensor 2}}
  %0 = "quant.qcast"(%a) : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {2.0:120, 3.0:127}>>
  return
}

// -----

func.func @f(%a: tensor<2x4x7xf32>) {
  // expected-error@below {{'quant.qcast' op Rank of scales 2 must match the rank of the tensor 3}}
  %0 = "quant.qcast"(%a) : (tensor<2x4x7xf32>) -> tensor<2x4x7x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>>
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  // expected-error@below {{'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got 'vector<4xf32>'}}
  %0 = "quant.qcast"(%a) : (vector<4xf32>) -> vector<4xi8>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'quant.dcast' op operand #0 must be scalar or tensor of quantized type, but got 'f32'}}
  %0 = "quant.dcast"(%a) : (f32) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: !quant.uniform<i8:f32, 2.0:10>) {
  // expected-error@below {{'quant.dcast' op expressed type in quantized type expected to match float type}}
  %0 = "quant.dcast"(%a) : (!quant.uniform<i8:f32, 2.0:10>) -> f64
  return
}

// -----

func.func @f(%a: !quant.uniform<i8:f32, 2.0:10>) {
  // expected-error@below {{'quant.dcast' op result #0 must be scalar or tensor of floating-point, but got '!quant.uniform<i8:f32, 2.000000e+00:10>'}}
  %0 = "quant.dcast"(%a) : (!quant.uniform<i8:f32, 2.0:10>) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: i16) {
  // expected-error@below {{'quant.scast' op storage type in quantized type expected to match integer type}}
  %0 = "quant.scast"(%a) : (i16) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'f32'}}
  %0 = "quant.scast"(%a) : (f32) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: !quant.uniform<i8:f32, 2.0:10>) {
  // expected-error@below {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = "quant.scast"(%a) : (!quant.uniform<i8:f32, 2.0:10>) -> !quant.uniform<i8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error@below {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = "quant.scast"(%a) : (i8) -> i8
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error@below {{'quant.scast' op storage type in quantized type expected to match integer type}}
  %0 = "quant.scast"(%a) : (i8) -> !quant.calibrated<f32<-1.0:1.0>>
  return
}

// -----

func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0:10>>) {
  // expected-error@below {{'quant.scast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.scast"(%a) : (tensor<4x!quant.uniform<i8:f32, 2.0:10>>) -> tensor<5xi8>
  return
}

// -----

func.func @f(%a: ui8) {
  // expected-error@below {{'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'ui8'}}
  %0 = "quant.scast"(%a) : (ui8) -> !quant.uniform<u8:f32, 2.0:10>
  return
}

// -----

func.func @f(%a: tensor<4x3xi8>) {
  // expected-error@below {{'quant.scast' op quantized dimension size does not match number of scales}}
  %0 = "quant.scast"(%a) : (tensor<4x3xi8>) -> tensor<4x3x!quant.uniform<i8:f32:1, {2.0:10,3.0}>>
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@below {{'quant.scast' op storage type in quantized type expected to match integer type}}
  %0 = "quant.scast"(%a) : (i32) -> !quant.calibrated<f32<-1.0:1.0>>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'quant.qcast' op expressed type in quantized type expected to match float type}}
  %0 = "quant.qcast"(%a) : (f32) -> !quant.any<i8>
  return
}

// -----

func.func @f(%a: !quant.any<i8>) {
  // expected-error@below {{'quant.dcast' op expressed type in quantized type expected to match float type}}
  %0 = "quant.dcast"(%a) : (!quant.any<i8>) -> f32
  return
}
