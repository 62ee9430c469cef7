// Accesses of memory.

func.func @vectors_in_memory(%A: memref<8xvector<4xf32>>, %i: index) {
  %0 = vector.load %A[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  vector.store %0, %A[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  return
}

func.func @without_dimensions(%A: memref<8xf32>, %i: index) {
  %0 = vector.load %A[%i] : memref<8xf32>, vector<f32>
  vector.store %0, %A[%i] : memref<8xf32>, vector<f32>
  return
}

func.func @scalable(%A: memref<?x8xf32>, %i: index) {
  %0 = vector.load %A[%i, %i] : memref<?x8xf32>, vector<[4]xf32>
  vector.store %0, %A[%i, %i] : memref<?x8xf32>, vector<[4]xf32>
  return
}

func.func @masked_4_f32(%A: memref<?x8xf32>, %i: index, %m: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.maskedload %A[%i, %i], %m, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %A[%i, %i], %m, %0 : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @gather_4_f32(%A: memref<?x8xf32>, %i: index, %x: vector<4xi32>, %m: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.gather %A[%i, %i] [%x], %m, %v : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %A[%i, %i] [%x], %m, %0 : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @masked_2_4_i8(%A: memref<8x8xi8>, %i: index, %m: vector<2x4xi1>, %v: vector<2x4xi8>) {
  %0 = vector.maskedload %A[%i, %i], %m, %v : memref<8x8xi8>, vector<2x4xi1>, vector<2x4xi8> into vector<2x4xi8>
  vector.maskedstore %A[%i, %i], %m, %0 : memref<8x8xi8>, vector<2x4xi1>, vector<2x4xi8>
  return
}

func.func @gather_2_4_i8(%A: memref<8x8xi8>, %i: index, %x: vector<2x4xi32>, %m: vector<2x4xi1>, %v: vector<2x4xi8>) {
  %0 = vector.gather %A[%i, %i] [%x], %m, %v : memref<8x8xi8>, vector<2x4xi32>, vector<2x4xi1>, vector<2x4xi8> into vector<2x4xi8>
  vector.scatter %A[%i, %i] [%x], %m, %0 : memref<8x8xi8>, vector<2x4xi32>, vector<2x4xi1>, vector<2x4xi8>
  return
}

func.func @masked_s4_f32(%A: memref<?xf32>, %i: index, %m: vector<[4]xi1>, %v: vector<[4]xf32>) {
  %0 = vector.maskedload %A[%i], %m, %v : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  vector.maskedstore %A[%i], %m, %0 : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32>
  return
}

func.func @gather_s4_f32(%A: memref<?xf32>, %i: index, %x: vector<[4]xi32>, %m: vector<[4]xi1>, %v: vector<[4]xf32>) {
  %0 = vector.gather %A[%i] [%x], %m, %v : memref<?xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  vector.scatter %A[%i] [%x], %m, %0 : memref<?xf32>, vector<[4]xi32>, vector<[4]xi1>, vector<[4]xf32>
  return
}

func.func @gather_tensor(%A: tensor<?xf32>, %i: index, %x: vector<4xindex>, %m: vector<4xi1>, %v: vector<4xf32>) -> tensor<?xf32> {
  %0 = vector.gather %A[%i] [%x], %m, %v : tensor<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.scatter %A[%i] [%x], %m, %0 : tensor<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

func.func @packed(%A: memref<?x8xf32>, %i: index, %m: vector<4xi1>, %v: vector<4xf32>) {
  %0 = vector.expandload %A[%i, %i], %m, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %A[%i, %i], %m, %0 : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  return
}

func.func @packed_aligned(%A: memref<?xi32>, %i: index, %m: vector<8xi1>, %v: vector<8xi32>) {
  %0 = vector.expandload %A[%i], %m, %v {alignment = 8 : i64} : memref<?xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  vector.compressstore %A[%i], %m, %0 {alignment = 8 : i64} : memref<?xi32>, vector<8xi1>, vector<8xi32>
  %1 = vector.maskedload %A[%i], %m, %v {alignment = 16 : i64} : memref<?xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  vector.maskedstore %A[%i], %m, %1 {alignment = 16 : i64} : memref<?xi32>, vector<8xi1>, vector<8xi32>
  return
}

func.func @type_cast(%A: memref<4x8xf32>) -> memref<vector<4x8xf32>> {
  %0 = vector.type_cast %A : memref<4x8xf32> to memref<vector<4x8xf32>>
  return %0 : memref<vector<4x8xf32>>
}

func.func @type_cast_rows(%A: memref<4x8xf32, 3>) -> memref<4xvector<8xf32>, 3> {
  %0 = vector.type_cast %A : memref<4x8xf32, 3> to memref<4xvector<8xf32>, 3>
  return %0 : memref<4xvector<8xf32>, 3>
}
