func.func @f(%t: tensor<2xf32>, %z: f32, %w: f64, %n: index) {
  // expected-error@below {{specified type 'tensor<5xf32>' does not match the inferred type 'tensor<4xf32>'}}
  %0 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<2xf32>, %z: f32, %w: f64, %n: index) {
  // expected-error@below {{expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %w : f64
  } : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<2xf32>, %z: f32, %w: f64, %n: index) {
  // expected-error@below {{expected the block to have 1 arguments}}
  %0 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<2xf32>, %z: f32, %w: f64, %n: index) {
  // expected-error@below {{expected a result, and elements before and after, of the rank of the source, 1}}
  %0 = tensor.pad %t low[1, 2] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@below {{static concatenation size mismatch}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@below {{concatenation dim must be at least 0 and less than the rank, 2, found 2}}
  %0 = tensor.concat dim(2) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@below {{is not the sum of the inputs' sizes, 4}}
  %0 = tensor.concat dim(0) %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@below {{rank of concatenated inputs must match the rank of the result}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{requires at least one input}}
  %0 = "tensor.concat"() {dim = 0 : i64} : () -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<2xi32>) {
  // expected-error@below {{length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error@below {{source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<?xi32>) {
  // expected-error@below {{cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  %0 = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<?xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error@below {{element types of source and destination tensor types should be the same}}
  %0 = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf64>
  return
}

// -----

func.func @f(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) {
  // expected-error@below {{gather_dims length must match the size of last dimension of indices, found 2 and 1}}
  %0 = tensor.gather %a[%i] gather_dims([0, 1]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x1x1xf32>
  return
}

// -----

func.func @f(%a: tensor<4x5xf32>, %i: tensor<3x2xindex>) {
  // expected-error@below {{gather_dims values must be strictly increasing}}
  %0 = tensor.gather %a[%i] gather_dims([1, 0]) : (tensor<4x5xf32>, tensor<3x2xindex>) -> tensor<3x1x1xf32>
  return
}

// -----

func.func @f(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) {
  // expected-error@below {{gather_dims values must be at least 0 and less than the source rank}}
  %0 = tensor.gather %a[%i] gather_dims([2]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x1x1xf32>
  return
}

// -----

func.func @f(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>) {
  // expected-error@below {{result type mismatch}}
  %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<3x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>, %s: tensor<3x5xf32>) {
  // expected-error@below {{requires 'unique' attribute to be set}}
  %0 = tensor.scatter %s into %a[%i] scatter_dims([0]) : (tensor<3x5xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x5xf32>, %i: tensor<3x1xindex>, %s: tensor<3x4xf32>) {
  // expected-error@below {{source type mismatch}}
  %0 = tensor.scatter %s into %a[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<4x5xf32>, tensor<3x1xindex>) -> tensor<4x5xf32>
  return
}
