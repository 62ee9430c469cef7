// Loads and stores of vectors.

// One index for each dimension.
func.func @f(%m: memref<8x16xf32>, %n: index) {
  // expected-error@below {{'vector.load' op incorrect number of indices: expected 2, found 1}}
  %0 = vector.load %m[%n] : memref<8x16xf32>, vector<4xf32>
  return
}

// -----

// Of the memref's elements.
func.func @f(%m: memref<8x16xf32>, %n: index, %v: vector<4xf64>) {
  // expected-error@below {{'vector.store' op 'vector<4xf64>' has other elements than 'memref<8x16xf32>'}}
  vector.store %v, %m[%n, %n] : memref<8x16xf32>, vector<4xf64>
  return
}

// -----

// Of no more dimensions than the memref has.
func.func @f(%m: memref<16xf32>, %n: index) {
  // expected-error@below {{'vector.load' op 'vector<2x4xf32>' has more dimensions than 'memref<16xf32>'}}
  %0 = vector.load %m[%n] : memref<16xf32>, vector<2x4xf32>
  return
}
