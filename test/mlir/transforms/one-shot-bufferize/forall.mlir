// The iterations of a parallel loop insert into new memory, and read the elements from before it.
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline --convert-scf-to-cf --run=main | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: func.func @sums(
// CHECK: memref.copy %arg0, %[[M:.*]] :
// CHECK: scf.forall (%[[I:.*]]) in (3) {
// CHECK: memref.load %arg0
// CHECK: %[[V:.*]] = memref.subview %[[M]][%[[I]]] [1] [1]
// CHECK-NEXT: memref.copy %{{.*}}, %[[V]]
// CHECK: return %{{.*}} : memref<4xf32>
func.func @sums(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (3) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %j = arith.addi %i, %c1 : index
    %x = tensor.extract %o[%i] : tensor<4xf32>
    %y = tensor.extract %o[%j] : tensor<4xf32>
    %s = arith.addf %x, %y : f32
    %f = tensor.from_elements %s : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// 1 + 2, 2 + 4, 4 + 8, and 8, as digits of 10.0: 3000 + 600 + 120 + 8.
// VALUE: 3.728000e+03
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %ten = arith.constant 10.0 : f32
  %t = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
  %r = call @sums(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.extract %r[%c0] : tensor<4xf32>
  %b = tensor.extract %r[%c1] : tensor<4xf32>
  %c = tensor.extract %r[%c2] : tensor<4xf32>
  %d = tensor.extract %r[%c3] : tensor<4xf32>
  %0 = arith.mulf %a, %ten : f32
  %1 = arith.addf %0, %b : f32
  %2 = arith.mulf %1, %ten : f32
  %3 = arith.addf %2, %c : f32
  %4 = arith.mulf %3, %ten : f32
  %5 = arith.addf %4, %d : f32
  return %5 : f32
}
