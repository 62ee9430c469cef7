// Each conversion leaves what it does not know: a function on tensors, an unknown op, and ops of
// other dialects in between.
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-func-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-arith-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-cf-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-index-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-math-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-math-to-libm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-complex-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-vector-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --finalize-memref-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --expand-strided-metadata | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --memref-expand | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --arith-expand | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --lower-affine | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-scf-to-cf | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --convert-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: tensor<4xf32>
// CHECK-NEXT: tensor.extract
// CHECK: func @all(
// CHECK: "x.y"
func.func @tensors(%a: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<4xf32>
  return %0 : f32
}

func.func @all(%a: memref<?xf32>, %i: index, %v: vector<4xf32>, %z: complex<f32>) -> f32 {
  "x.y"(%a) : (memref<?xf32>) -> ()
  %0 = affine.load %a[%i] : memref<?xf32>
  %1 = memref.load %a[%i] : memref<?xf32>
  %2 = arith.addf %1, %0 : f32
  %3 = math.exp %2 : f32
  %4 = math.erf %3 : f32
  %5 = index.add %i, %i
  %6 = vector.extract %v[0] : f32 from vector<4xf32>
  %7 = complex.re %z : complex<f32>
  %8 = memref.subview %a[%i] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
  %9 = memref.load %8[%5] : memref<4xf32, strided<[1], offset: ?>>
  %10 = arith.addf %4, %6 : f32
  %11 = arith.addf %7, %9 : f32
  %12 = arith.addf %10, %11 : f32
  cf.br ^bb1(%12 : f32)
^bb1(%13: f32):
  return %13 : f32
}
