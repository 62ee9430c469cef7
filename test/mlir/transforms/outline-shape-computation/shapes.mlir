// The computation of shapes moves to functions of its own, as by mlir-opt.
// RUN: mlir-opt %s --outline-shape-computation -canonicalize -allow-unregistered-dialect > %t
// RUN: mlir-lite-opt %s --outline-shape-computation -canonicalize -allow-unregistered-dialect --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t

// The example of MLIR's description.
// CHECK-LABEL: func.func @main
// CHECK-NOT: shape.
// CHECK: shape.func private @shape_cal_1(%arg0: tensor<?x4x?xf32>) -> !shape.shape {
// CHECK: shape.func private @shape_cal_0(%arg0: tensor<?x4x?xf32>) -> tensor<3xindex> {
func.func @main(%arg0: tensor<?x4x?xf32>, %arg1: tensor<2x4x?xf32>) -> tensor<?x4x?xf32> {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = shape.shape_of %arg0 : tensor<?x4x?xf32> -> tensor<3xindex>
  %1 = shape.get_extent %0, %c2 : tensor<3xindex>, index -> index
  %2 = "test.abs"(%arg0) : (tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %3 = shape.with_shape %2, %0 : tensor<?x4x?xf32>, tensor<3xindex>
  %4 = shape.value_of %3 : tensor<?x4x?xf32>
  %5 = "test.concat"(%4, %arg1) {axis = 0 : i64} : (tensor<?x4x?xf32>, tensor<2x4x?xf32>) -> tensor<?x4x?xf32>
  %6 = shape.get_extent %0, %c0 : tensor<3xindex>, index -> index
  %7 = arith.addi %6, %c2 : index
  %8 = shape.from_extents %7, %c4, %1 : index, index, index
  %9 = shape.with_shape %5, %8 : tensor<?x4x?xf32>, !shape.shape
  %10 = shape.value_of %9 : tensor<?x4x?xf32>
  return %10 : tensor<?x4x?xf32>
}

// Sizes of tensors are asked of shapes; an extent that is used otherwise is an argument.
func.func @sizes(%arg0: tensor<?x?xf32>) -> (tensor<?xf32>, index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
  %1 = tensor.dim %arg0, %c0 : tensor<?x?xf32>
  %2 = arith.muli %0, %1 : index
  %3 = shape.from_extents %2 : index
  %4 = "test.flatten"(%arg0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %5 = shape.with_shape %4, %3 : tensor<?xf32>, !shape.shape
  %6 = shape.value_of %5 : tensor<?xf32>
  return %6, %0 : tensor<?xf32>, index
}

// A shape that is an argument, and a value whose rank is not known.
func.func @given(%arg0: tensor<?xf32>, %arg1: !shape.shape, %arg2: tensor<*xf32>) -> (tensor<?xf32>, tensor<*xf32>) {
  %0 = shape.with_shape %arg0, %arg1 : tensor<?xf32>, !shape.shape
  %1 = shape.value_of %0 : tensor<?xf32>
  %2 = shape.with_shape %arg2, %arg1 : tensor<*xf32>, !shape.shape
  %3 = shape.value_of %2 : tensor<*xf32>
  return %1, %3 : tensor<?xf32>, tensor<*xf32>
}

// The value with the shape is used by others, too.
func.func @kept(%arg0: tensor<?xf32>) -> !shape.value_shape {
  %0 = shape.shape_of %arg0 : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.with_shape %arg0, %0 : tensor<?xf32>, tensor<1xindex>
  return %1 : !shape.value_shape
}
