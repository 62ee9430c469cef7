// Loads and stores of vectors.

// One index for each dimension.
func.func @f(%m: memref<8x16xf32>, %n: index) {
  // expected-error@below {{'vector.load' op requires 2 indices}}
  %0 = vector.load %m[%n] : memref<8x16xf32>, vector<4xf32>
  return
}

// -----

// Of the memref's elements.
func.func @f(%m: memref<8x16xf32>, %n: index, %v: vector<4xf64>) {
  // expected-error@below {{'vector.store' op base and valueToStore element types should match}}
  vector.store %v, %m[%n, %n] : memref<8x16xf32>, vector<4xf64>
  return
}

// -----

// Of no more dimensions than the memref has.
func.func @f(%m: memref<16xf32>, %n: index) {
  // expected-error@below {{'vector.load' op destination memref has lower rank than the result vector}}
  %0 = vector.load %m[%n] : memref<16xf32>, vector<2x4xf32>
  return
}
