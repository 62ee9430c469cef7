// RUN: toyc %s -emit=mlir | FileCheck %s --match-full-lines
// RUN: toyc %s -emit=mlir -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

func @splat() -> tensor<2x3xf64> {
  %4 = "toy.constant"() {value = dense<1.0> : tensor<2x3xf64>} : () -> tensor<2x3xf64>
  toy.return %4 : tensor<2x3xf64>
}

// CHECK-LABEL: func @splat() -> tensor<2x3xf64> {
// CHECK-NEXT: %0 = toy.constant dense<1.000000e+00> : tensor<2x3xf64>
// CHECK-NEXT: toy.return %0 : tensor<2x3xf64>

// GENERIC: %0 = "toy.constant"() {value = dense<1.000000e+00> : tensor<2x3xf64>} : () -> tensor<2x3xf64>
