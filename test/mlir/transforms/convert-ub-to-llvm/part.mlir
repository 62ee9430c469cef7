// RUN: mlir-lite-opt %s --convert-ub-to-llvm --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @poison
// CHECK-NEXT: %0 = llvm.mlir.poison : i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// CHECK-NEXT: return %1 : index
func.func @poison() -> index {
  %0 = ub.poison : index
  return %0 : index
}
