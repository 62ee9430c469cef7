// Below the affine dialect: control flow and memory, and nothing of the language.
// RUN: toyc %s -emit=mlir-std | FileCheck %s --implicit-check-not=affine. --implicit-check-not=toy.
// RUN: toyc %s -emit=mlir-std -opt | FileCheck %s --implicit-check-not=affine. --implicit-check-not=toy.

func @main() {
  %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
  %2 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
  %3 = toy.mul %2, %2 : tensor<3x2xf64>
  toy.print %3 : tensor<3x2xf64>
  toy.return
}

// CHECK-LABEL: func @main()
// CHECK: alloc() : memref<{{.*}}xf64>
// CHECK: load %{{.*}} : memref<{{.*}}xf64>
// CHECK: mulf %{{.*}}, %{{.*}} : f64
// CHECK: dealloc %{{.*}} : memref<{{.*}}xf64>
// CHECK: return
