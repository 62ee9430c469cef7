// A result of another rank than the shape that is broadcast: no cast leads there, and the op stays.
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @other_rank
// CHECK: shape.broadcast %arg0 : tensor<4xindex> -> tensor<2xindex>
func @other_rank(%a: tensor<4xindex>) -> tensor<2xindex> {
  %0 = shape.broadcast %a : tensor<4xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// CHECK-LABEL: @open_rank
// CHECK-NOT: shape.broadcast
func @open_rank(%a: tensor<4xindex>) -> tensor<?xindex> {
  %0 = shape.broadcast %a : tensor<4xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
