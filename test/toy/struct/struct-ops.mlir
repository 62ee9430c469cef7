// RUN: toyc %s -emit=mlir | FileCheck %s --match-full-lines

func @first() -> tensor<*xf64> {
  %0 = toy.struct_constant [
    dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  ] : !toy.struct<tensor<*xf64>>
  // Using %0 from above
  %1 = toy.struct_access %0[0] : !toy.struct<tensor<*xf64>> -> tensor<*xf64>
  toy.return %1 : tensor<*xf64>
}

// CHECK-LABEL: func @first() -> tensor<*xf64> {
// CHECK-NEXT{LITERAL}: %0 = toy.struct_constant [dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>] : !toy.struct<tensor<*xf64>>
// CHECK-NEXT: %1 = toy.struct_access %0[0] : !toy.struct<tensor<*xf64>> -> tensor<*xf64>
// CHECK-NEXT: toy.return %1 : tensor<*xf64>
// CHECK-NEXT: }
