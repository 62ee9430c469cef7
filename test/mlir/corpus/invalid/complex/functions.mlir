func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{casting bitwidths do not match}}
  %0 = complex.bitcast %a : complex<f32> to i32
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{requires that either input or output has a complex type}}
  %0 = complex.bitcast %i : i32 to f32
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{result #0 must be int/float/complex}}
  %0 = complex.bitcast %a : complex<f32> to vector<2xf32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{must be complex type with floating-point elements}}
  %0 = complex.exp %x : f32
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{requires the same type for all operands and results}}
  %0 = "complex.pow"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{failed to verify that all of {lhs, result} have same type}}
  %0 = "complex.powi"(%a, %i) : (complex<f32>, i32) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>, %i: i32, %x: f32) {
  // expected-error@below {{failed to verify that complex element type matches result type}}
  %0 = "complex.angle"(%a) : (complex<f32>) -> f64
  return
}
