// RUN: mlir-lite-opt %s --convert-vector-to-scf | FileCheck %s

// In bounds, and along the last dimension: one load.
// CHECK-LABEL: func @in_bounds(
// CHECK-SAME: %[[M:.*]]: memref<?x8xf32>, %[[I:.*]]: index, %{{.*}}: f32)
// CHECK: %[[V:.*]] = vector.load %[[M]][%[[I]], %{{.*}}] : memref<?x8xf32>, vector<4xf32>
// CHECK-NEXT: return %[[V]]
func @in_bounds(%m: memref<?x8xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %c0 = constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true]} : memref<?x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// A column, of which a part may be outside: what is outside is the padding.
// CHECK-LABEL: func @column(
// CHECK-SAME: %[[M:.*]]: memref<?x8xf32>, %[[I:.*]]: index, %[[P:.*]]: f32)
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step
// CHECK: %[[ROW:.*]] = addi %[[I]], %[[K]] : index
// CHECK: %[[ROWS:.*]] = dim %[[M]]
// CHECK: cmpi "ult", %[[ROW]], %[[ROWS]] : index
// CHECK: scf.if
// CHECK: load %[[M]][%[[ROW]], %{{.*}}] : memref<?x8xf32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[P]] : f32
// CHECK-NOT: vector.transfer_read
func @column(%m: memref<?x8xf32>, %i: index, %p: f32) -> vector<4xf32> {
  %c0 = constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0], %p {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// Nothing is written outside.
// CHECK-LABEL: func @write(
// CHECK: scf.for
// CHECK: %[[INSIDE:.*]] = cmpi "ult"
// CHECK: scf.if %[[INSIDE]] {
// CHECK: store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x?xf32>
// CHECK-NOT: vector.transfer_write
func @write(%v: vector<4xf32>, %m: memref<8x?xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x?xf32>
  return
}
