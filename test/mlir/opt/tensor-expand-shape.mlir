// Dimensions of tensors split: both spellings, folded and interpreted; what cannot be is an error.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --run=parts --run-args=3 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s -canonicalize --run=parts --run-args=3 | FileCheck %s --check-prefix=VALUE
// RUN: not mlir-lite-opt %s --run=parts --run-args=4 2>&1 | FileCheck %s --check-prefix=TRAP
// RUN: tail -4 %s | sed 's/^...//' | not mlir-lite-opt 2>&1 | FileCheck %s --check-prefix=ERROR

// UPSTREAM-LABEL: @shapes
// UPSTREAM: %expanded = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [%arg1, 3, 4] : tensor<?x12xf32> into tensor<?x3x4xf32>
// UPSTREAM: %expanded_0 = tensor.expand_shape %arg2 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// STD-LABEL: func @shapes
// STD: tensor_expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, 3, 4] : tensor<?x12xf32> into tensor<?x3x4xf32>
// FOLDED-LABEL: func @shapes
// FOLDED: tensor_expand_shape
// FOLDED: tensor_expand_shape
func @shapes(%t: tensor<?x12xf32>, %n: index, %one: tensor<f32>) -> (tensor<?x3x4xf32>, tensor<1x1xf32>) {
  %0 = tensor_expand_shape %t [[0], [1, 2]] output_shape [%n, 3, 4] : tensor<?x12xf32> into tensor<?x3x4xf32>
  %1 = tensor_expand_shape %one [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  return %0, %1 : tensor<?x3x4xf32>, tensor<1x1xf32>
}

// FOLDED-LABEL: func @constants
// FOLDED: constant dense<{{\[\[}}1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
// FOLDED: return %arg0, %{{.*}}
func @constants(%t: tensor<4xi32>) -> (tensor<4xi32>, tensor<2x3xi32>) {
  %same = tensor_expand_shape %t [[0]] output_shape [4] : tensor<4xi32> into tensor<4xi32>
  %0 = constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %1 = tensor_expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  return %same, %1 : tensor<4xi32>, tensor<2x3xi32>
}

// Element 5 of six is [2][1] of 3x2.
// VALUE: 60 : i32
// TRAP: tensor-expand-shape.mlir:[[@LINE+8]]:{{.*}}: error: expands dimension 0, whose size is 6, to sizes [4, 2]
func @parts(%rows: index) -> i32 {
  %one = constant 1 : index
  %two = constant 2 : index
  %all = constant dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi32>
  %hidden = tensor_cast %all : tensor<6xi32> to tensor<?xi32>

  // The number of rows is an argument, so that the sizes are checked when the op runs.
  %pairs = tensor_expand_shape %hidden [[0, 1]] output_shape [%rows, 2] : tensor<?xi32> into tensor<?x2xi32>
  %element = extract_element %pairs[%two, %one] : tensor<?x2xi32>
  return %element : i32
}

// ERROR: 'std.tensor_expand_shape' op expected dimensions [0, 1] of 'tensor<2x4xf32>' to have 6 elements together, found 8
// func @errors(%t: tensor<6xf32>) {
//   %0 = tensor_expand_shape %t [[0, 1]] output_shape [2, 4] : tensor<6xf32> into tensor<2x4xf32>
//   return
// }
