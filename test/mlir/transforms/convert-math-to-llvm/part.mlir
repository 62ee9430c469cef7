// Functions with an intrinsic become one, others a call of C's library.
// RUN: mlir-lite-opt %s --convert-math-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(convert-math-to-llvm{approximate-log1p=true})' --spelling=upstream | FileCheck %s

// CHECK: llvm.func @tanhf(f32) -> f32
// CHECK-LABEL: func.func @f
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = llvm.intr.exp(%arg0) : (f32) -> f32
// CHECK-NEXT: %2 = llvm.call @tanhf(%1) : (f32) -> f32
// CHECK-NEXT: %3 = llvm.intr.ctpop(%0) : (i64) -> i64
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : i64 to index
// CHECK-NEXT: %5 = arith.addi %4, %4 : index
// CHECK-NEXT: return %2, %5 : f32, index
func.func @f(%x: f32, %i: index) -> (f32, index) {
  %0 = math.exp %x : f32
  %1 = math.tanh %0 : f32
  %2 = math.ctpop %i : index
  %3 = arith.addi %2, %2 : index
  return %1, %3 : f32, index
}
