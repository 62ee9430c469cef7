// RUN: mlir-lite-opt %s --lower-vector | FileCheck %s

// A row for each element of the left vector.
// CHECK-LABEL: func @outer(
// CHECK-SAME: %[[A:.*]]: vector<2xf32>, %[[B:.*]]: vector<4xf32>)
// CHECK: %[[A0:.*]] = vector.extract %[[A]][0]
// CHECK: %[[ROW0:.*]] = mulf %{{.*}}, %[[B]] : vector<4xf32>
// CHECK: vector.insert %[[ROW0]], %{{.*}}[0]
// CHECK: %[[A1:.*]] = vector.extract %[[A]][1]
// CHECK: %[[ROW1:.*]] = mulf %{{.*}}, %[[B]] : vector<4xf32>
// CHECK: vector.insert %[[ROW1]], %{{.*}}[1]
// CHECK-NOT: vector.outerproduct
func @outer(%a: vector<2xf32>, %b: vector<4xf32>) -> vector<2x4xf32> {
  %0 = vector.outerproduct %a, %b : vector<2xf32>, vector<4xf32>
  return %0 : vector<2x4xf32>
}

// With something to add: fused multiply-adds.
// CHECK-LABEL: func @outer_sum(
// CHECK-COUNT-2: fma
// CHECK-NOT: mulf
func @outer_sum(%a: vector<2xf32>, %b: vector<4xf32>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.outerproduct %a, %b, %c : vector<2xf32>, vector<4xf32>
  return %0 : vector<2x4xf32>
}
