// Tensors become memory that is freed, and the values stay.
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline | FileCheck %s
// RUN: mlir-lite-opt %s --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --one-shot-bufferize=bufferize-function-boundaries --buffer-deallocation-pipeline --convert-bufferization-to-memref --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts --run=main | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(buffer-deallocation-pipeline)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// DUMP: ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,bufferization-lower-deallocations

// CHECK-LABEL: func.func @main(
// CHECK: scf.for
// CHECK: memref.dealloc
// CHECK-LABEL: func.func private @filled(
// VALUE: 1.200000e+02
func.func @main() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %t = func.call @filled(%i) : (index) -> tensor<4xf32>
    %x = tensor.extract %t[%c1] : tensor<4xf32>
    %u = arith.addf %s, %x : f32
    scf.yield %u : f32
  }
  return %r : f32
}

func.func private @filled(%i: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.empty() : tensor<4xf32>
  %1 = arith.index_cast %i : index to i32
  %2 = arith.sitofp %1 : i32 to f32
  %3 = tensor.insert %2 into %0[%c1] : tensor<4xf32>
  return %3 : tensor<4xf32>
}
