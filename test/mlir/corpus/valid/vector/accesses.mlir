// Loads and stores of vectors.

func.func @rows(%m: memref<8x16xf32>, %i: index, %j: index) -> vector<4xf32> {
  %0 = vector.load %m[%i, %j] : memref<8x16xf32>, vector<4xf32>
  vector.store %0, %m[%j, %i] : memref<8x16xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @planes(%m: memref<8x16xi32>, %i: index) -> vector<2x4xi32> {
  %0 = vector.load %m[%i, %i] : memref<8x16xi32>, vector<2x4xi32>
  vector.store %0, %m[%i, %i] : memref<8x16xi32>, vector<2x4xi32>
  return %0 : vector<2x4xi32>
}

func.func @cast(%m: memref<16xf64>, %i: index, %v: vector<2xf64>) {
  %0 = memref.cast %m : memref<16xf64> to memref<?xf64>
  vector.store %v, %0[%i] : memref<?xf64>, vector<2xf64>
  return
}

func.func @access_properties(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.load %m[%i] {nontemporal = true} : memref<8xf32>, vector<4xf32>
  %1 = vector.load %m[%i] {alignment = 16} : memref<8xf32>, vector<4xf32>
  %2 = vector.load %m[%i] {nontemporal = false} : memref<8xf32>, vector<4xf32>
  vector.store %0, %m[%i] {nontemporal = true, tag} : memref<8xf32>, vector<4xf32>
  "vector.store"(%1, %m, %i) <{nontemporal = false, alignment = 8 : i64}> : (vector<4xf32>, memref<8xf32>, index) -> ()
  return %2 : vector<4xf32>
}
