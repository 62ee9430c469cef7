// RUN: toyc %s -emit=mlir | FileCheck %s --match-full-lines
// RUN: toyc %s -emit=mlir -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Ops in generic form are read as the ops that they are; attributes that an op does not know stay.
func @toy_func(%tensor: tensor<2x3xf64>) -> tensor<3x2xf64> {
  %t_tensor = "toy.transpose"(%tensor) { inplace = true } : (tensor<2x3xf64>) -> tensor<3x2xf64>
  return %t_tensor : tensor<3x2xf64>
}

// CHECK-LABEL: func @toy_func(%arg0: tensor<2x3xf64>) -> tensor<3x2xf64> {
// CHECK-NEXT: %0 = toy.transpose(%arg0 : tensor<2x3xf64>) {inplace = true} to tensor<3x2xf64>
// CHECK-NEXT: return %0 : tensor<3x2xf64>
// CHECK-NEXT: }

// GENERIC: %0 = "toy.transpose"(%arg0) {inplace = true} : (tensor<2x3xf64>) -> tensor<3x2xf64>
