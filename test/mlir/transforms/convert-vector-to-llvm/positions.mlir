// RUN: mlir-lite-opt %s --convert-vector-to-llvm | FileCheck %s

// Outer dimensions are those of arrays, with static positions.
// CHECK-LABEL: func @extract(
// CHECK: llvm.extractvalue %{{.*}}[1, 2] : !llvm.array<2 x array<3 x vector<4xf32>>>
func @extract(%v: vector<2x3x4xf32>) -> vector<4xf32> {
  %0 = vector.extract %v[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  return %0 : vector<4xf32>
}

// The last dimension is that of a vector.
// CHECK-LABEL: func @insert(
// CHECK-DAG: %[[ROW:.*]] = llvm.extractvalue %{{.*}}[1] : !llvm.array<2 x vector<4xf32>>
// CHECK-DAG: %[[THREE:.*]] = llvm.mlir.constant(3 : index) : i64
// CHECK: %[[NEW:.*]] = llvm.insertelement %{{.*}}, %[[ROW]][%[[THREE]] : i64] : vector<4xf32>
// CHECK: llvm.insertvalue %[[NEW]], %{{.*}}[1] : !llvm.array<2 x vector<4xf32>>
func @insert(%x: f32, %v: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.insert %x, %v[1, 3] : f32 into vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: func @shuffle(
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 4, 7] : vector<4xf32>
func @shuffle(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<3xf32> {
  %0 = vector.shuffle %a, %b [0, 4, 7] : vector<4xf32>, vector<4xf32>
  return %0 : vector<3xf32>
}
