func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.reduction' op unsupported reduction type 'f32' for kind 'and'}}
  %0 = vector.reduction <and>, %w : vector<8xf32> into f32
  return
}

// -----

func.func @f(%iv: vector<8xi32>) {
  // expected-error@below {{'vector.reduction' op unsupported reduction type 'i32' for kind 'maximumf'}}
  %0 = vector.reduction <maximumf>, %iv : vector<8xi32> into i32
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.reduction' op unsupported reduction rank: 3}}
  %0 = vector.reduction <add>, %v : vector<3x7x8xf32> into f32
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{'vector.reduction' op failed to verify that all of {vector, dest} have same element type}}
  %0 = vector.reduction <add>, %w : vector<8xf32> into f64
  return
}

// -----

func.func @f(%w: vector<8xf32>) {
  // expected-error@below {{expected one of add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, minimumf, maximumf, found 'foo'}}
  %0 = vector.reduction <foo>, %w : vector<8xf32> into f32
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.multi_reduction' op destination type 'vector<8xf32>' is incompatible with source type 'vector<3x7x8xf32>'}}
  %0 = vector.multi_reduction <add>, %v, %w [0] : vector<3x7x8xf32> to vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.multi_reduction' op destination type 'vector<8xf32>' is incompatible with source type 'vector<3x7x8xf32>'}}
  %0 = vector.multi_reduction <add>, %v, %w [0, 4] : vector<3x7x8xf32> to vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %c48: vector<4x8xf32>) {
  // expected-error@below {{'vector.scan' op incompatible input/initial value shapes}}
  %0:2 = vector.scan <add>, %c48, %w {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %c48: vector<4x8xf32>) {
  // expected-error@below {{'vector.scan' op reduction dimension 2 has to be less than 2}}
  %0:2 = vector.scan <add>, %c48, %w {inclusive = true, reduction_dim = 2 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %c48: vector<4x8xf32>) {
  // expected-error@below {{'vector.scan' op unsupported reduction type 'f32' for kind 'or'}}
  %0:2 = vector.scan <or>, %c48, %w {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @into_vector(%v: vector<4xi8>) {
  // expected-error@below {{unsupported reduction type}}
  %0 = vector.reduction <maxui>, %v : vector<4xi8> into vector<4xi8>
  return
}
