// RUN: mlir-opt %s --empty-tensor-to-alloc-tensor > %t
// RUN: mlir-lite-opt %s --empty-tensor-to-alloc-tensor | diff %t -

func.func @sizes(%n: index, %k: index) -> (tensor<?x3x?xf32>, tensor<2xi8>) {
  %0 = tensor.empty(%n, %k) : tensor<?x3x?xf32>
  %1 = tensor.empty() : tensor<2xi8>
  return %0, %1 : tensor<?x3x?xf32>, tensor<2xi8>
}
