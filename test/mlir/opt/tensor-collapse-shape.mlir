// Dimensions of tensors joined: both spellings, folded and interpreted; what cannot be is an error.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt -canonicalize | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=JUDGE
// RUN: mlir-lite-opt %s --run=parts --run-args=2 | FileCheck %s --check-prefix=VALUE
// RUN: tail -4 %s | sed 's/^...//' | not mlir-lite-opt 2>&1 | FileCheck %s --check-prefix=ERROR

// UPSTREAM-LABEL: @shapes
// UPSTREAM: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
// UPSTREAM: tensor.collapse_shape %arg1 [] : tensor<1x1xf32> into tensor<f32>
// STD-LABEL: func @shapes
// STD: tensor_collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
func @shapes(%t: tensor<?x3x4xf32>, %one: tensor<1x1xf32>) -> (tensor<?x12xf32>, tensor<f32>) {
  %0 = tensor_collapse_shape %t [[0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
  %1 = tensor_collapse_shape %one [] : tensor<1x1xf32> into tensor<f32>
  return %0, %1 : tensor<?x12xf32>, tensor<f32>
}

// What was expanded is joined again, and the other way round.
// FOLDED-LABEL: func @undone
// FOLDED-NEXT: return %arg0, %arg1
// JUDGE-LABEL: func @undone
// JUDGE-NEXT: return %arg0, %arg1
func @undone(%t: tensor<?x12xf32>, %u: tensor<2x3xf32>, %n: index) -> (tensor<?x12xf32>, tensor<2x3xf32>) {
  %0 = tensor_expand_shape %t [[0], [1, 2]] output_shape [%n, 3, 4] : tensor<?x12xf32> into tensor<?x3x4xf32>
  %1 = tensor_collapse_shape %0 [[0], [1, 2]] : tensor<?x3x4xf32> into tensor<?x12xf32>
  %2 = tensor_collapse_shape %u [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %3 = tensor_expand_shape %2 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %1, %3 : tensor<?x12xf32>, tensor<2x3xf32>
}

// Two sizes of a group are open: other ones may multiply to the same.
// FOLDED-LABEL: func @open
// FOLDED-NEXT: constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
// FOLDED-NEXT: tensor_collapse_shape
// FOLDED-NEXT: tensor_expand_shape
func @open(%t: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, tensor<6xi32>) {
  %0 = tensor_collapse_shape %t [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor_expand_shape %0 [[0, 1]] output_shape [%n, %n] : tensor<?xf32> into tensor<?x?xf32>
  %2 = constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %3 = tensor_collapse_shape %2 [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  return %1, %3 : tensor<?x?xf32>, tensor<6xi32>
}

// Element [1][2] of 2x3 is the last of six.
// VALUE: 60 : i32
// VALUE: 6 : index
func @parts(%rows: index) -> (i32, index) {
  %zero = constant 0 : index
  %five = constant 5 : index
  %all = constant dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi32>
  %hidden = tensor_cast %all : tensor<6xi32> to tensor<?xi32>
  %table = tensor_expand_shape %hidden [[0, 1]] output_shape [%rows, 3] : tensor<?xi32> into tensor<?x3xi32>
  %row = tensor_collapse_shape %table [[0, 1]] : tensor<?x3xi32> into tensor<?xi32>
  %element = extract_element %row[%five] : tensor<?xi32>
  %size = dim %row, %zero : tensor<?xi32>
  return %element, %size : i32, index
}

// ERROR: 'std.tensor_collapse_shape' op expects tensors of one element type
// func @errors(%t: tensor<2x3xf32>) {
//   %0 = tensor_collapse_shape %t [[0, 1]] : tensor<2x3xf32> into tensor<6xf64>
//   return
// }
