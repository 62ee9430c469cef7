// The tensor in memory has the sizes of its destination: others are an error when the program runs.
// RUN: not mlir-lite-opt %s --run=other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: mlir-lite-opt %s --run=same 2>&1 | FileCheck %s --check-prefix=SAME

// OTHER: sizes-of-destinations.mlir:14:8: error: puts a tensor of the sizes [2] into one of [3]
// SAME: {{\[}}1, 2]

func.func @put(%from: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %to = tensor.generate %n {
  ^bb0(%i: index):
    %zero = arith.constant 0 : i32
    tensor.yield %zero : i32
  } : tensor<?xi32>
  %0 = bufferization.materialize_in_destination %from in %to : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @other() -> tensor<?xi32> {
  %n = arith.constant 3 : index
  %from = arith.constant dense<[1, 2]> : tensor<2xi32>
  %cast = tensor.cast %from : tensor<2xi32> to tensor<?xi32>
  %0 = call @put(%cast, %n) : (tensor<?xi32>, index) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @same() -> tensor<?xi32> {
  %n = arith.constant 2 : index
  %from = arith.constant dense<[1, 2]> : tensor<2xi32>
  %cast = tensor.cast %from : tensor<2xi32> to tensor<?xi32>
  %0 = call @put(%cast, %n) : (tensor<?xi32>, index) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
