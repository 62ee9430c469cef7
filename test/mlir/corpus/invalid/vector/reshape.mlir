func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.shape_cast' op has different number of elements at source (168) and result (16)}}
  %0 = vector.shape_cast %v : vector<3x7x8xf32> to vector<4x4xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.shape_cast' op has different source and result element types}}
  %0 = vector.shape_cast %v : vector<3x7x8xf32> to vector<168xf64>
  return
}

// -----

func.func @f(%sv: vector<[4]xf32>) {
  // expected-error@below {{'vector.shape_cast' op has different number of scalable dims at source (1) and result (0)}}
  %0 = vector.shape_cast %sv : vector<[4]xf32> to vector<4xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.broadcast' op dimension mismatch (8 vs. 4)}}
  %0 = vector.broadcast %w : vector<8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.broadcast' op source rank higher than destination rank}}
  %0 = vector.broadcast %v : vector<3x7x8xf32> to vector<8xf32>
  return
}

// -----

func.func @f(%p: f32) {
  // expected-error@below {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  %0 = vector.broadcast %p : f32 to vector<8xf64>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.broadcast' op dimension mismatch (8 vs. [8])}}
  %0 = vector.broadcast %w : vector<8xf32> to vector<[8]xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.transpose' op duplicate position index: 0}}
  %0 = vector.transpose %v, [0, 0, 1] : vector<3x7x8xf32> to vector<3x3x7xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.transpose' op vector result rank mismatch: 2}}
  %0 = vector.transpose %v, [0, 1] : vector<3x7x8xf32> to vector<3x7xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.transpose' op transposition length mismatch: 2}}
  %0 = vector.transpose %v, [2, 1] : vector<3x7x8xf32> to vector<8x7x3xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.transpose' op dimension size mismatch at: 2}}
  %0 = vector.transpose %v, [2, 1, 0] : vector<3x7x8xf32> to vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.transpose' op transposition index out of range: 3}}
  %0 = vector.transpose %v, [2, 1, 3] : vector<3x7x8xf32> to vector<8x7x3xf32>
  return
}
