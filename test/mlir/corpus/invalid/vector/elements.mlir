func.func @f(%p: f32) {
  // expected-error@below {{'vector.from_elements' op expects as many elements as the vector has}}
  %0 = vector.from_elements %p : vector<2xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{the vector has 8 elements, as many as results}}
  %0 = vector.to_elements %w : vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.to_elements' op expects as many elements as the vector has}}
  %0 = "vector.to_elements"(%w) : (vector<8xf32>) -> f32
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<4xf32>'}}
  %0 = vector.step : vector<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<2x4xindex>'}}
  %0 = vector.step : vector<2x4xindex>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %w : vector<8xf32> to vector<8xf64>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.bitcast' op dimension size mismatch at: 0}}
  %0 = vector.bitcast %v : vector<3x7x8xf32> to vector<7x3x8xi32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.bitcast' op failed to verify that all of {source, result} have same rank}}
  %0 = vector.bitcast %v : vector<3x7x8xf32> to vector<7x8xi32>
  return
}
