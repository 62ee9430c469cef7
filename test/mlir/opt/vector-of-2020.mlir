// Vector ops in the text of 2020: read, printed in that text, and in that of MLIR 22, which mlir-opt reads.
// RUN: mlir-lite-opt %s | FileCheck %s
// RUN: mlir-lite-opt %s | mlir-lite-opt | FileCheck %s
// RUN: mlir-lite-opt %s --mlir-print-op-generic | mlir-lite-opt | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | FileCheck %s --check-prefix=TODAY

// CHECK-LABEL: func @document(
func @document(%0: vector<3x7x8xf32>, %x: vector<4xf32>, %y: vector<8xf32>, %z: vector<4x8xf32>,
               %s: vector<4x8x16xf32>, %A: memref<7x?xf32>, %i: index, %pad: f32,
               %B: memref<?x?x?x?xf32>, %f: vector<5x4x3xf32>) {
  // CHECK: vector.extract %{{.*}}[1] : vector<3x7x8xf32>
  // TODAY: vector.extract %{{.*}}[1] : vector<7x8xf32> from vector<3x7x8xf32>
  %1 = vector.extract %0[1]: vector<3x7x8xf32>
  // CHECK: vector.extract %{{.*}}[1, 5] : vector<3x7x8xf32>
  %2 = vector.extract %0[1, 5]: vector<3x7x8xf32>
  // CHECK: vector.extract %{{.*}}[1, 5, 2] : vector<3x7x8xf32>
  // TODAY: vector.extract %{{.*}}[1, 5, 2] : f32 from vector<3x7x8xf32>
  %3 = vector.extract %0[1, 5, 2]: vector<3x7x8xf32>
  // CHECK: vector.insert %{{.*}}, %{{.*}}[1] : vector<7x8xf32> into vector<3x7x8xf32>
  %4 = vector.insert %1, %0[1] : vector<7x8xf32> into vector<3x7x8xf32>
  // CHECK: vector.outerproduct %{{.*}}, %{{.*}} : vector<4xf32>, vector<8xf32>
  %5 = vector.outerproduct %x, %y: vector<4xf32>, vector<8xf32>
  // CHECK: vector.outerproduct %{{.*}}, %{{.*}}, %{{.*}} {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  %6 = vector.outerproduct %x, %y, %z: vector<4xf32>, vector<8xf32>
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x8x16xf32> to vector<2x2x16xf32>
  %7 = vector.strided_slice %s {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]}:
    vector<4x8x16xf32>
  // CHECK: vector.transfer_read
  %8 = vector.transfer_read %A[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>, masked = [false]} : memref<7x?xf32>, vector<4xf32>
  // TODAY: vector.transfer_read {{.*}} {in_bounds = [true], permutation_map
  // CHECK: vector.transfer_write
  vector.transfer_write %f, %B[%i, %i, %i, %i] {permutation_map = affine_map<(d0, d1, d2, d3) -> (d3, d1, d0)>} : vector<5x4x3xf32>, memref<?x?x?x?xf32>
  // CHECK: vector.shape_cast
  %9 = vector.cast %s : vector<4x8x16xf32> to vector<4x128xf32>
  // CHECK: vector.reduction <add>, %{{.*}} : vector<4xf32> into f32
  %10 = vector.reduction "add", %x : vector<4xf32> into f32
  return
}

// CHECK-LABEL: func @elements(
func @elements(%v: vector<8xf32>, %i: i32, %f: f32) -> f32 {
  // CHECK: index_castui %{{.*}} : i32 to index
  // CHECK: vector.extract %{{.*}}[%{{.*}}] : f32 from vector<8xf32>
  // TODAY: vector.extract %{{.*}}[%{{.*}}] : f32 from vector<8xf32>
  %0 = vector.extractelement %v[%i : i32] : vector<8xf32>
  // TODAY: vector.insert %{{.*}}, %{{.*}} [%{{.*}}] : f32 into vector<8xf32>
  %1 = vector.insertelement %f, %v[%i : i32] : vector<8xf32>
  %2 = vector.extractelement %1[%i : i32] : vector<8xf32>
  return %2 : f32
}
