// Ops that are not known keep their tensors, or are refused.
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --one-shot-bufferize='allow-unknown-ops bufferize-function-boundaries' | FileCheck %s
// RUN: not mlir-lite-opt %s --allow-unregistered-dialect --one-shot-bufferize 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not mlir-opt %s --allow-unregistered-dialect --one-shot-bufferize 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: error: op was not bufferized
// CHECK-LABEL: func.func @f(%arg0: memref<4xf32>
// CHECK-NEXT: %[[T:.*]] = bufferization.to_tensor %arg0 restrict : memref<4xf32> to tensor<4xf32>
// CHECK-NEXT: %[[U:.*]] = "x.y"(%[[T]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %[[M:.*]] = bufferization.to_buffer %[[U]] : tensor<4xf32> to memref<4xf32>
// CHECK-NEXT: memref.load %[[M]]
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = "x.y"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}
