// Transfers along any dimensions.

func.func @read_row(%A: memref<7x?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p : memref<7x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @write_row(%A: memref<7x?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %A[%i, %i] : vector<4xf32>, memref<7x?xf32>
  return
}

func.func @read_column(%A: memref<7x?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<7x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @write_column(%A: memref<7x?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %A[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<7x?xf32>
  return
}

func.func @read_in_bounds(%A: memref<7x?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p {in_bounds = [true]} : memref<7x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @write_in_bounds(%A: memref<7x?xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %A[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<7x?xf32>
  return
}

func.func @read_tensor(%A: tensor<7x?xi8>, %i: index, %p: i8) -> vector<4x3xi8> {
  %0 = vector.transfer_read %A[%i, %i], %p {in_bounds = [true, false]} : tensor<7x?xi8>, vector<4x3xi8>
  return %0 : vector<4x3xi8>
}

func.func @write_tensor(%A: tensor<7x?xi8>, %i: index, %v: vector<4x3xi8>) -> tensor<7x?xi8> {
  %0 = vector.transfer_write %v, %A[%i, %i] {in_bounds = [true, false]} : vector<4x3xi8>, tensor<7x?xi8>
  return %0 : tensor<7x?xi8>
}

func.func @read_repeated(%A: memref<7x?xf32>, %i: index, %p: f32) -> vector<4x3xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<7x?xf32>, vector<4x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @read_repeated_in_bounds(%A: memref<7x?xf32>, %i: index, %p: f32) -> vector<4x3xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<7x?xf32>, vector<4x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @read_masked(%A: memref<7x?xf32>, %i: index, %p: f32, %m: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p, %m : memref<7x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @write_masked(%A: memref<7x?xf32>, %i: index, %v: vector<4xf32>, %m: vector<4xi1>) {
  vector.transfer_write %v, %A[%i, %i], %m : vector<4xf32>, memref<7x?xf32>
  return
}

func.func @read_permuted_0(%A: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %A[%i, %i, %i], %p : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

func.func @write_permuted_0(%A: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i] : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

func.func @read_permuted_1(%A: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %A[%i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

func.func @write_permuted_1(%A: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

func.func @read_permuted_2(%A: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %A[%i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

func.func @write_permuted_2(%A: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

func.func @read_permuted_3(%A: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %A[%i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d1, d2, d0)>} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

func.func @write_permuted_3(%A: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d1, d2, d0)>} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

func.func @read_permuted_4(%A: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %A[%i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0, d1)>} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

func.func @write_permuted_4(%A: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0, d1)>} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

func.func @read_permuted_5(%A: memref<?x?x?xf32>, %i: index, %p: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %A[%i, %i, %i], %p {permutation_map = affine_map<(d0, d1, d2) -> (d2, d1, d0)>} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

func.func @write_permuted_5(%A: memref<?x?x?xf32>, %i: index, %v: vector<2x3x4xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i] {permutation_map = affine_map<(d0, d1, d2) -> (d2, d1, d0)>} : vector<2x3x4xf32>, memref<?x?x?xf32>
  return
}

func.func @read_masked_transposed(%A: memref<?x?xf32>, %i: index, %p: f32, %m: vector<3x4xi1>) -> vector<4x3xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p, %m {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @write_masked_transposed(%A: memref<?x?xf32>, %i: index, %v: vector<4x3xf32>, %m: vector<3x4xi1>) {
  vector.transfer_write %v, %A[%i, %i], %m {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x3xf32>, memref<?x?xf32>
  return
}

func.func @read_masked_repeated(%A: memref<?x?xf32>, %i: index, %p: f32, %m: vector<3xi1>) -> vector<4x3xf32> {
  %0 = vector.transfer_read %A[%i, %i], %p, %m {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<4x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @write_document(%A: memref<?x?x?x?xf32>, %i: index, %v: vector<5x4x3xf32>) {
  vector.transfer_write %v, %A[%i, %i, %i, %i] {permutation_map = affine_map<(d0, d1, d2, d3) -> (d3, d1, d0)>} : vector<5x4x3xf32>, memref<?x?x?x?xf32>
  return
}

func.func @read_scalable(%A: memref<?xf32>, %i: index, %p: f32) -> vector<[4]xf32> {
  %0 = vector.transfer_read %A[%i], %p : memref<?xf32>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

func.func @write_scalable(%A: memref<?xf32>, %i: index, %v: vector<[4]xf32>) {
  vector.transfer_write %v, %A[%i] {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  return
}

func.func @read_point(%A: memref<?xf32>, %i: index, %p: f32) -> vector<f32> {
  %0 = vector.transfer_read %A[%i], %p : memref<?xf32>, vector<f32>
  return %0 : vector<f32>
}

func.func @write_point(%A: memref<f32>, %i: index, %v: vector<f32>) {
  vector.transfer_write %v, %A[] : vector<f32>, memref<f32>
  return
}

func.func @read_scalar(%A: tensor<f32>, %i: index, %p: f32) -> vector<f32> {
  %0 = vector.transfer_read %A[], %p : tensor<f32>, vector<f32>
  return %0 : vector<f32>
}

func.func @read_vectors(%A: memref<8xvector<4xf32>>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.transfer_read %A[%i], %p : memref<8xvector<4xf32>>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @read_more_vectors(%A: memref<8xvector<4xf32>>, %i: index, %p: vector<4xf32>) -> vector<2x4xf32> {
  %0 = vector.transfer_read %A[%i], %p : memref<8xvector<4xf32>>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @write_vectors(%A: memref<8xvector<4xf32>>, %i: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %A[%i] : vector<2x4xf32>, memref<8xvector<4xf32>>
  return
}

func.func @read_attribute(%A: memref<?xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %A[%i], %p {in_bounds = [true], tag} : memref<?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @other_elements(%A: memref<?x?xvector<4x3xi32>>, %B: memref<?x?xvector<4x3xindex>>, %i: index, %p: vector<4x3xi32>, %q: vector<4x3xindex>) {
  %0 = vector.transfer_read %A[%i, %i], %p {in_bounds = []} : memref<?x?xvector<4x3xi32>>, vector<5x24xi8>
  %1 = vector.transfer_read %B[%i, %i], %q : memref<?x?xvector<4x3xindex>>, vector<5x48xi8>
  vector.transfer_write %0, %A[%i, %i] : vector<5x24xi8>, memref<?x?xvector<4x3xi32>>
  return
}
