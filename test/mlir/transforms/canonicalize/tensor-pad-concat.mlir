// The elements of padded, joined, gathered and scattered tensors, computed by hand.
// RUN: mlir-lite-opt %s --run=joined | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --canonicalize --run=joined | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --canonicalize --spelling=upstream | FileCheck %s

// [[1, 2], [3, 4]] with a row before and a column after, of 10 * row + column.
// VALUES: {{\[\[}}0, 1, 2], [1, 2, 12], [3, 4, 22]] : tensor<3x3xi32>
// VALUES-NEXT: {{\[\[}}1, 2], [3, 4], [1, 2], [3, 4]] : tensor<4x2xi32>
// VALUES-NEXT: {{\[\[}}1, 2, 1, 2], [3, 4, 3, 4]] : tensor<2x4xi32>
// VALUES-NEXT: {{\[}}1, 2, 3, 4] : tensor<4xi32>
// The columns 1 and 0, and the elements (1, 0) and (0, 1).
// VALUES-NEXT: {{\[\[}}2, 4], [1, 3]] : tensor<2x2xi32>
// VALUES-NEXT: {{\[}}3, 2] : tensor<2xi32>
// VALUES-NEXT: {{\[\[}}1, 9], [8, 4]] : tensor<2x2xi32>
// VALUES-NEXT: {{\[\[}}1, 2], [3, 4]] : tensor<2x2xi32>
func.func @joined() -> (tensor<3x3xi32>, tensor<4x2xi32>, tensor<2x4xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %ten = arith.constant 10 : i32
  %one = arith.constant 1 : index
  %0 = tensor.pad %t low[1, 0] high[0, %one] {
  ^bb0(%i: index, %j: index):
    %r = arith.index_cast %i : index to i32
    %c = arith.index_cast %j : index to i32
    %s = arith.muli %r, %ten : i32
    %e = arith.addi %s, %c : i32
    tensor.yield %e : i32
  } : tensor<2x2xi32> to tensor<3x?xi32>
  %padded = tensor.cast %0 : tensor<3x?xi32> to tensor<3x3xi32>
  %1 = tensor.concat dim(0) %t, %t : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
  %2 = tensor.concat dim(1) %t, %t : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x4xi32>
  %shape = arith.constant dense<4> : tensor<1xi32>
  %3 = tensor.reshape %t(%shape) : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<4xi32>
  %columns = arith.constant dense<[[1], [0]]> : tensor<2x1xindex>
  %4 = tensor.gather %t[%columns] gather_dims([1]) : (tensor<2x2xi32>, tensor<2x1xindex>) -> tensor<2x2xi32>
  %places = arith.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
  %5 = tensor.gather %t[%places] gather_dims([0, 1]) : (tensor<2x2xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  %new = arith.constant dense<[8, 9]> : tensor<2xi32>
  %6 = tensor.scatter %new into %t[%places] scatter_dims([0, 1]) unique : (tensor<2xi32>, tensor<2x2xi32>, tensor<2x2xi64>) -> tensor<2x2xi32>
  %7 = bufferization.alloc_tensor() copy(%t) : tensor<2x2xi32>
  return %padded, %1, %2, %3, %4, %5, %6, %7 : tensor<3x3xi32>, tensor<4x2xi32>, tensor<2x4xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}

// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: [[KEPT:%.*]] = tensor.pad %arg0 nofold
// CHECK: return %arg0, [[KEPT]], %arg0, %arg0
func.func @nothing(%t: tensor<2xf32>, %z: f32, %s: tensor<1xindex>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<2xf32>
  %1 = tensor.pad %t nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<2xf32>
  %2 = tensor.concat dim(0) %t : (tensor<2xf32>) -> tensor<2xf32>
  %3 = tensor.reshape %t(%s) : (tensor<2xf32>, tensor<1xindex>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @spaces
// CHECK-NEXT: [[S:%.*]] = memref.memory_space_cast %arg0 : memref<4xf32, 1> to memref<4xf32, 2>
// CHECK-NEXT: return %arg0, [[S]]
func.func @spaces(%m: memref<4xf32, 1>) -> (memref<4xf32, 1>, memref<4xf32, 2>) {
  %0 = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32>
  %1 = memref.memory_space_cast %0 : memref<4xf32> to memref<4xf32, 1>
  %2 = memref.memory_space_cast %0 : memref<4xf32> to memref<4xf32, 2>
  return %1, %2 : memref<4xf32, 1>, memref<4xf32, 2>
}
