// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @just_written(
// CHECK-NEXT: return %arg1
func.func @just_written(%t: tensor<128xf16>, %v: vector<128xf16>) -> vector<128xf16> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f16
  %0 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<128xf16>, tensor<128xf16>
  %1 = vector.transfer_read %0[%c0], %cst {in_bounds = [true]} : tensor<128xf16>, vector<128xf16>
  return %1 : vector<128xf16>
}

// What is read beyond the tensor was not written.
// CHECK-LABEL: func.func @beyond(
// CHECK: vector.transfer_read
func.func @beyond(%t: tensor<?xf16>, %v: vector<128xf16>) -> vector<128xf16> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f16
  %0 = vector.transfer_write %v, %t[%c0] : vector<128xf16>, tensor<?xf16>
  %1 = vector.transfer_read %0[%c0], %cst : tensor<?xf16>, vector<128xf16>
  return %1 : vector<128xf16>
}

// CHECK-LABEL: func.func @joined_and_split(
// CHECK-NEXT: %[[R:.*]] = tensor.collapse_shape %arg0 {{\[}}[0], [1], [2], [3], [4, 5]]
// CHECK-NEXT: return %[[R]]
func.func @joined_and_split(%t: tensor<4x32x?x32x?x32xf32>, %n: index, %m: index)
    -> tensor<4x32x?x32x?xf32> {
  %0 = tensor.collapse_shape %t [[0], [1], [2, 3], [4, 5]]
    : tensor<4x32x?x32x?x32xf32> into tensor<4x32x?x?xf32>
  %1 = tensor.expand_shape %0 [[0], [1], [2, 3], [4]] output_shape [4, 32, %n, 32, %m]
    : tensor<4x32x?x?xf32> into tensor<4x32x?x32x?xf32>
  return %1 : tensor<4x32x?x32x?xf32>
}

// With two open sizes, how the dimensions were joined is not known to be how they are split.
// CHECK-LABEL: func.func @split_in_another_way(
// CHECK: tensor.expand_shape
func.func @split_in_another_way(%t: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
