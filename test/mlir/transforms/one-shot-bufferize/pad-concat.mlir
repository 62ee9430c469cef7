// A padded tensor is memory that the padding fills and a part of which is the source; concatenated
// tensors are parts of new memory.
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline --expand-strided-metadata --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts --run=main | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @pad(
// CHECK: %[[M:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {alignment = 64 : i64} : memref<?x?xf32>
// CHECK: scf.for
// CHECK: memref.store
// CHECK: %[[V:.*]] = memref.subview %[[M]][1, %arg1]
// CHECK-NEXT: memref.copy %arg0, %[[V]]
func.func @pad(%t: tensor<2x?xf32>, %low: index, %high: index) -> tensor<?x?xf32> {
  %0 = tensor.pad %t low[1, %low] high[%high, 0] {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.sitofp %2 : i32 to f32
    tensor.yield %3 : f32
  } : tensor<2x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @concat(
// CHECK: %[[M:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<2x?xf32>
// CHECK: memref.subview %[[M]][0, 0]
// CHECK: memref.subview %[[M]][0, %{{.*}}]
func.func @concat(%t: tensor<2x?xf32>, %u: tensor<2x3xf32>) -> tensor<2x?xf32> {
  %0 = tensor.concat dim(1) %t, %u, %t : (tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// The sizes 5 and 4, the number 3 + 2 of a place around the source, and an element of it; the size
// 7 of concatenated tensors, and elements of the second and the third.
// VALUE: {{(^|[( ])}}5{{[ ,)]}}
// VALUE: {{(^|[( ])}}4{{[ ,)]}}
// VALUE: {{(^|[( ])}}5.000000e+00{{[ ,)]}}
// VALUE: {{(^|[( ])}}2.000000e+01{{[ ,)]}}
// VALUE: {{(^|[( ])}}7{{[ ,)]}}
// VALUE: {{(^|[( ])}}8.000000e+00{{[ ,)]}}
// VALUE: {{(^|[( ])}}3.000000e+01{{[ ,)]}}
func.func @main() -> (index, index, f32, f32, index, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %s = arith.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : tensor<2x2xf32>
  %t = tensor.cast %s : tensor<2x2xf32> to tensor<2x?xf32>
  %u = arith.constant dense<[[7.0, 8.0, 9.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  %p = call @pad(%t, %c2, %c2) : (tensor<2x?xf32>, index, index) -> tensor<?x?xf32>
  %0 = tensor.dim %p, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %p, %c1 : tensor<?x?xf32>
  %2 = tensor.extract %p[%c3, %c2] : tensor<?x?xf32>
  %3 = tensor.extract %p[%c1, %c3] : tensor<?x?xf32>
  %c = call @concat(%t, %u) : (tensor<2x?xf32>, tensor<2x3xf32>) -> tensor<2x?xf32>
  %4 = tensor.dim %c, %c1 : tensor<2x?xf32>
  %5 = tensor.extract %c[%c0, %c3] : tensor<2x?xf32>
  %6 = tensor.extract %c[%c1, %c5] : tensor<2x?xf32>
  return %0, %1, %2, %3, %4, %5, %6 : index, index, f32, f32, index, f32, f32
}
