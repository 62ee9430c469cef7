// RUN: mlir-lite-opt %s --unroll-vectors="shape=2,4 contract-shape=2,2,1" | FileCheck %s

// CHECK-LABEL: func @elementwise(
// CHECK-COUNT-4: addf %{{.*}}, %{{.*}} : vector<2x4xf32>
// CHECK-NOT: addf
func @elementwise(%a: vector<4x8xf32>, %b: vector<4x8xf32>) -> vector<4x8xf32> {
  %0 = addf %a, %b : vector<4x8xf32>
  return %0 : vector<4x8xf32>
}

// Sizes that the shape does not divide, or another number of dimensions.
// CHECK-LABEL: func @stays(
// CHECK: mulf %{{.*}}, %{{.*}} : vector<3x8xf32>
// CHECK: mulf %{{.*}}, %{{.*}} : vector<8xf32>
func @stays(%a: vector<3x8xf32>, %b: vector<8xf32>) -> (vector<3x8xf32>, vector<8xf32>) {
  %0 = mulf %a, %a : vector<3x8xf32>
  %1 = mulf %b, %b : vector<8xf32>
  return %0, %1 : vector<3x8xf32>, vector<8xf32>
}

// CHECK-LABEL: func @transfers(
// CHECK-COUNT-2: vector.transfer_read %{{.*}} : memref<?x?xf32>, vector<2x4xf32>
// CHECK-COUNT-2: vector.transfer_write %{{.*}} : vector<2x4xf32>, memref<?x?xf32>
func @transfers(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  %0 = vector.transfer_read %m[%i, %i], %pad : memref<?x?xf32>, vector<2x8xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<2x8xf32>, memref<?x?xf32>
  return
}

// CHECK-LABEL: func @product(
// CHECK-COUNT-3: vector.contract {{.*}} : vector<2x1xf32>, vector<1x2xf32> into vector<2x2xf32>
// CHECK-NOT: vector.contract
func @product(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
