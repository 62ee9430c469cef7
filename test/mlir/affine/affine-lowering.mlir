// RUN: toyc %s -emit=mlir-affine | FileCheck %s --match-full-lines
// RUN: toyc %s -emit=mlir-affine -opt | FileCheck %s --match-full-lines --check-prefix=OPT
// RUN: toyc %s -emit=jit > %t && printf '1.000000 16.000000 \n4.000000 25.000000 \n9.000000 36.000000 \n' | diff - %t
// RUN: toyc %s -emit=jit -opt > %t && printf '1.000000 16.000000 \n4.000000 25.000000 \n9.000000 36.000000 \n' | diff - %t

func @main() {
  %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
  %2 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
  %3 = toy.mul %2, %2 : tensor<3x2xf64>
  toy.print %3 : tensor<3x2xf64>
  toy.return
}

// CHECK-LABEL: func @main() {
// CHECK-NEXT: %cst = constant 1.000000e+00 : f64
// CHECK-NEXT: %cst_0 = constant 2.000000e+00 : f64
// CHECK-NEXT: %cst_1 = constant 3.000000e+00 : f64
// CHECK-NEXT: %cst_2 = constant 4.000000e+00 : f64
// CHECK-NEXT: %cst_3 = constant 5.000000e+00 : f64
// CHECK-NEXT: %cst_4 = constant 6.000000e+00 : f64
// CHECK-NEXT: %0 = alloc() : memref<3x2xf64>
// CHECK-NEXT: %1 = alloc() : memref<3x2xf64>
// CHECK-NEXT: %2 = alloc() : memref<2x3xf64>
// CHECK-NEXT: affine.store %cst, %2[0, 0] : memref<2x3xf64>
// CHECK-NEXT: affine.store %cst_0, %2[0, 1] : memref<2x3xf64>
// CHECK-NEXT: affine.store %cst_1, %2[0, 2] : memref<2x3xf64>
// CHECK-NEXT: affine.store %cst_2, %2[1, 0] : memref<2x3xf64>
// CHECK-NEXT: affine.store %cst_3, %2[1, 1] : memref<2x3xf64>
// CHECK-NEXT: affine.store %cst_4, %2[1, 2] : memref<2x3xf64>
// CHECK-NEXT: affine.for %arg0 = 0 to 3 {
// CHECK-NEXT: affine.for %arg1 = 0 to 2 {
// CHECK-NEXT: %3 = affine.load %2[%arg1, %arg0] : memref<2x3xf64>
// CHECK-NEXT: affine.store %3, %1[%arg0, %arg1] : memref<3x2xf64>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg0 = 0 to 3 {
// CHECK-NEXT: affine.for %arg1 = 0 to 2 {
// CHECK-NEXT: %3 = affine.load %1[%arg0, %arg1] : memref<3x2xf64>
// CHECK-NEXT: %4 = affine.load %1[%arg0, %arg1] : memref<3x2xf64>
// CHECK-NEXT: %5 = mulf %3, %4 : f64
// CHECK-NEXT: affine.store %5, %0[%arg0, %arg1] : memref<3x2xf64>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: toy.print %0 : memref<3x2xf64>
// CHECK-NEXT: dealloc %2 : memref<2x3xf64>
// CHECK-NEXT: dealloc %1 : memref<3x2xf64>
// CHECK-NEXT: dealloc %0 : memref<3x2xf64>
// CHECK-NEXT: return
// CHECK-NEXT: }

// The two loops are one, the product's operands are loaded once, and the transposed matrix needs no memory.
// OPT-LABEL: func @main() {
// OPT-NEXT: %cst = constant 1.000000e+00 : f64
// OPT-NEXT: %cst_0 = constant 2.000000e+00 : f64
// OPT-NEXT: %cst_1 = constant 3.000000e+00 : f64
// OPT-NEXT: %cst_2 = constant 4.000000e+00 : f64
// OPT-NEXT: %cst_3 = constant 5.000000e+00 : f64
// OPT-NEXT: %cst_4 = constant 6.000000e+00 : f64
// OPT-NEXT: %0 = alloc() : memref<3x2xf64>
// OPT-NEXT: %1 = alloc() : memref<2x3xf64>
// OPT-NEXT: affine.store %cst, %1[0, 0] : memref<2x3xf64>
// OPT-NEXT: affine.store %cst_0, %1[0, 1] : memref<2x3xf64>
// OPT-NEXT: affine.store %cst_1, %1[0, 2] : memref<2x3xf64>
// OPT-NEXT: affine.store %cst_2, %1[1, 0] : memref<2x3xf64>
// OPT-NEXT: affine.store %cst_3, %1[1, 1] : memref<2x3xf64>
// OPT-NEXT: affine.store %cst_4, %1[1, 2] : memref<2x3xf64>
// OPT-NEXT: affine.for %arg0 = 0 to 3 {
// OPT-NEXT: affine.for %arg1 = 0 to 2 {
// OPT-NEXT: %2 = affine.load %1[%arg1, %arg0] : memref<2x3xf64>
// OPT-NEXT: %3 = mulf %2, %2 : f64
// OPT-NEXT: affine.store %3, %0[%arg0, %arg1] : memref<3x2xf64>
// OPT-NEXT: }
// OPT-NEXT: }
// OPT-NEXT: toy.print %0 : memref<3x2xf64>
// OPT-NEXT: dealloc %1 : memref<2x3xf64>
// OPT-NEXT: dealloc %0 : memref<3x2xf64>
// OPT-NEXT: return
// OPT-NEXT: }
