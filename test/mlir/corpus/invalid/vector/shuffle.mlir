func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %w, %w [16] : vector<8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %w, %w [-2] : vector<8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.shuffle' op rank mismatch}}
  %0 = vector.shuffle %w, %v [0] : vector<8xf32>, vector<3x7x8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.shuffle' op invalid mask length}}
  %0 = vector.shuffle %w, %w [] : vector<8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%sv: vector<[4]xf32>) {
  // expected-error@below {{'vector.shuffle' op expects vectors of fixed length}}
  %0 = vector.shuffle %sv, %sv [0] : vector<[4]xf32>, vector<[4]xf32>
  return
}

// -----

func.func @f(%a: vector<4x3xf32>, %b: vector<3x7xf32>) {
  // expected-error@below {{'vector.shuffle' op dimension mismatch}}
  %0 = vector.shuffle %a, %b [0] : vector<4x3xf32>, vector<3x7xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.shuffle' op mask length mismatch}}
  %0 = "vector.shuffle"(%w, %w) <{mask = array<i64: 0, 1>}> : (vector<8xf32>, vector<8xf32>) -> vector<3xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
  %0 = vector.interleave %w, %w : vector<8xf32> -> vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.deinterleave' op failed to verify that the trailing dimension of the results is half the width of source trailing dimension}}
  %0, %1 = vector.deinterleave %w : vector<8xf32> -> vector<8xf32>
  return
}
