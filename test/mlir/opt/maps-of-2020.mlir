// Maps without `affine_map<..>`, as one document of 2020 has them in transfers: the error says what to write.
// RUN: not mlir-lite-opt -split-input-file %s 2>&1 | FileCheck %s

func @write(%f: vector<5x4x3xf32>, %A: memref<?x?x?x?xf32>, %i: index) {
  // CHECK: [[#@LINE+1]]:68: error: expected non-function type, found 'd0'
  vector.transfer_write %f, %A[%i, %i, %i, %i] {permutation_map = (d0, d1, d2, d3) -> (d3, d1, d0)} : vector<5x4x3xf32>, memref<?x?x?x?xf32>
  // CHECK: help: an affine map is written 'affine_map<(d0) -> (d0)>'
  return
}

// -----

func @read(%A: memref<7x?xf32>, %i: index) {
  // CHECK: [[#@LINE+1]]:40: error: expected ',' and the padding: 'vector.transfer_read %A[%i], %pad {permutation_map = affine_map<..>} : memref<..>, vector<..>'
  %0 = vector.transfer_read %A[%i, %i] {permutation_map = (d0, d1) -> (d0)}: memref<7x?xf32>, vector<4xf32>
  return
}
