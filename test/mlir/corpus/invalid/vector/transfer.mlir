func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires 2 indices}}
  %0 = vector.transfer_read %A[%i], %p : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{expected a custom permutation_map when rank(source) != rank(destination)}}
  %0 = vector.transfer_read %A[%i, %i], %p : memref<7x?xf32>, vector<3x7x8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<7x?xf32>, vector<8x8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (1)>} : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0) -> (d0)>} : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires permutation_map without symbols}}
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1)[s0] -> (d0)>} : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2}}
  %0 = vector.transfer_read %A[%i, %i], %p {in_bounds = [true, true]} : memref<7x?xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>) {
  // expected-error@below {{expected ',' and the padding: 'vector.transfer_read %A[%i], %pad {permutation_map = affine_map<..>} : memref<..>, vector<..>'}}
  %0 = vector.transfer_read %A[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<7x?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%i: index, %p: f32) {
  // expected-error@below {{requires memref or ranked tensor type, and vector type}}
  %0 = vector.transfer_read %p[%i, %i], %p : f32, vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32) {
  // expected-error@below {{requires memref or ranked tensor type, and vector type}}
  %0 = vector.transfer_read %A[%i, %i], %p : memref<7x?xf32>, f32
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>) {
  // expected-error@below {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %w, %A[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<8xf32>, memref<7x?xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>) {
  // expected-error@below {{'vector.transfer_write' op requires 2 indices}}
  vector.transfer_write %w, %A[%i] : vector<8xf32>, memref<7x?xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %i: index, %A: memref<7x?xf32>) {
  // expected-error@below {{'vector.transfer_write' op result #0 must be ranked tensor of any type values, but got 'memref<7x?xf32>'}}
  %0 = "vector.transfer_write"(%w, %A, %i, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<8xf32>, memref<7x?xf32>, index, index) -> memref<7x?xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %d: f64) {
  // expected-error@below {{'vector.transfer_read' op requires formal padding and source of the same elemental type}}
  %0 = "vector.transfer_read"(%A, %i, %i, %d) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<7x?xf32>, index, index, f64) -> vector<8xf32>
  return
}

// -----

func.func @f(%i: index, %A: memref<7x?xf32>, %p: f32, %m2: vector<4x8xi1>) {
  // expected-error@below {{'vector.transfer_read' op inferred mask type ('vector<8xi1>') and mask operand type ('vector<4x8xi1>') don't match}}
  %0 = "vector.transfer_read"(%A, %i, %i, %p, %m2) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<7x?xf32>, index, index, f32, vector<4x8xi1>) -> vector<8xf32>
  return
}
