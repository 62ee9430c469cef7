func.func @f() {
  // expected-error@below {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [9] : vector<8xi1>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %0 = vector.constant_mask [0, 3] : vector<8x4xi1>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.constant_mask' op must specify array attr of size equal vector result rank}}
  %0 = vector.constant_mask [3] : vector<8x4xi1>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [-1] : vector<8xi1>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions}}
  %0 = vector.constant_mask [3] : vector<[4]xi1>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.constant_mask' op result #0 must be vector of 1-bit signless integer values, but got 'vector<4xi8>'}}
  %0 = vector.constant_mask [3] : vector<4xi8>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %i : vector<8x4xi1>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %i, %i : vector<8xi1>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %0 = vector.mask %m { vector.fma %w, %w, %w : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %m2: vector<4x8xi1>) {
  // expected-error@below {{'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation}}
  %0 = vector.mask %m2 { vector.reduction <add>, %w : vector<8xf32> into f32 } : vector<4x8xi1> -> f32
  return
}

// -----

func.func @f(%w: vector<8xf32>, %p: f32, %m: vector<8xi1>) {
  // expected-error@below {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %m, %p { vector.reduction <add>, %w : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}

// -----

func.func @f(%w: vector<8xf32>, %m: vector<8xi1>) {
  // expected-error@below {{'vector.mask' op expects number of results to match maskable operation number of results}}
  vector.mask %m { vector.reduction <add>, %w : vector<8xf32> into f32 } : vector<8xi1>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'vector.yield' op must be the last operation in the parent block}}
  vector.yield
  return
}
