func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %v[3] : vector<7x8xf32> from vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %v[-2] : vector<7x8xf32> from vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract' op expected position attribute of rank no greater than vector rank}}
  %0 = vector.extract %v[0, 0, 0, 0] : f32 from vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract' op inferred type(s) 'vector<7x8xf32>' are incompatible with return type(s) of operation 'vector<8xf32>'}}
  %0 = vector.extract %v[0] : vector<8xf32> from vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract' op inferred type(s) 'vector<7x8xf32>' are incompatible with return type(s) of operation 'f32'}}
  %0 = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<3x7x8xf32>) -> f32
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract' op expected 1 dynamic position values, found 0}}
  %0 = "vector.extract"(%v) <{static_position = array<i64: -9223372036854775808>}> : (vector<3x7x8xf32>) -> vector<7x8xf32>
  return
}

// -----

func.func @f(%A: memref<7x?xf32>) {
  // expected-error@below {{'vector.extract' op operand #0 must be vector of any type values, but got 'memref<7x?xf32>'}}
  %0 = vector.extract %A[0] : f32 from memref<7x?xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %p: f32) {
  // expected-error@below {{'vector.insert' op expected position attribute rank to match the dest vector rank}}
  %0 = vector.insert %p, %v[0, 0] : f32 into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %p: f32) {
  // expected-error@below {{'vector.insert' op expected position attribute #3 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %p, %v[0, 0, 9] : f32 into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %d: f64) {
  // expected-error@below {{'vector.insert' op failed to verify that source operand and result have same element type}}
  %0 = vector.insert %d, %v[0, 0, 1] : f64 into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert' op expected position attribute of rank no greater than dest vector rank}}
  %0 = vector.insert %w, %v[0, 0, 0, 1] : vector<8xf32> into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert' op expected position attribute rank + source rank to match dest vector rank}}
  %0 = vector.insert %w, %v[0] : vector<8xf32> into vector<3x7x8xf32>
  return
}
