// Constants that are functions belong to functions; a folded op is cast back where it is used.
// RUN: mlir-lite-opt %s --convert-arith-to-llvm --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @function
// CHECK-NEXT: {{.*}} = constant @function : () -> ()
func.func @function() {
  %f = constant @function : () -> ()
  func.call_indirect %f() : () -> ()
  return
}

// CHECK-LABEL: func.func @folded
// CHECK: %0 = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %0 : i64 to index
// CHECK-NEXT: %2 = memref.load %arg0[%1] : memref<8xf32>
func.func @folded(%m: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.addi %c1, %c2 : index
  %1 = memref.load %m[%0] : memref<8xf32>
  return %1 : f32
}

// A tensor has no counterpart.
// CHECK-LABEL: func.func @tensor
// CHECK-NEXT: arith.constant
func.func @tensor() -> tensor<2xf32> {
  %0 = arith.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
