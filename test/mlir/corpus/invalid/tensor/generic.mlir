// What the custom forms of ops on tensors and memory cannot say.

func.func @f(%x: f32) {
  // expected-error@below {{'tensor.splat' op expected an operand of the result's element type}}
  %0 = "tensor.splat"(%x) : (f32) -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: f32, %a: i32) {
  // expected-error@below {{'tensor.from_elements' op expected operands of the tensor's element type}}
  %0 = "tensor.from_elements"(%x, %a) : (f32, i32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'tensor.generate' op expected a body}}
  %0 = "tensor.generate"(%n) ({
  }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: f32, %t: tensor<4xf32>, %i: index) {
  // expected-error@below {{'tensor.insert' op expected a result of the destination's type}}
  %0 = "tensor.insert"(%x, %t, %i) : (f32, tensor<4xf32>, index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %t: tensor<8xf32>) {
  // expected-error@below {{'tensor.insert_slice' op expected a result of the destination's type}}
  %0 = "tensor.insert_slice"(%s, %t) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (tensor<4xf32>, tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%c: i1, %x: f32, %y: f64) {
  // expected-error@below {{'arith.select' op requires the same type for both values and the result}}
  %0 = "arith.select"(%c, %x, %y) : (i1, f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'arith.cmpf' op result #0 must be bool-like, but got 'i32'}}
  %0 = "arith.cmpf"(%x, %x) <{predicate = 1 : i64, fastmath = #arith.fastmath<none>}> : (f32, f32) -> i32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error@below {{'complex.create' op failed to verify that complex element type matches imaginary operand type: expected 'f32', found 'f64'}}
  %0 = "complex.create"(%x, %y) : (f32, f64) -> complex<f32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<1xindex>) {
  // expected-error@below {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<?xi32>
  return
}

// -----

// expected-error@below {{'memref.global' op type should be static shaped memref}}
memref.global @g : memref<?xf32>

// -----

// expected-error@below {{expected 2 elements in this list of the literal, found 3}}
memref.global @g : memref<2xf32> = dense<[1.0, 2.0, 3.0]>
