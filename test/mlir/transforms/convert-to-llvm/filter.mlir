// RUN: mlir-lite-opt %s --convert-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --convert-to-llvm='allow-pattern-rollback=true dynamic=false' --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --convert-to-llvm='filter-dialects=arith,math' --spelling=upstream | FileCheck %s --check-prefix=FILTER

// CHECK: llvm.func @f(%arg0: f32) -> f32
// CHECK-NEXT: llvm.fadd
// CHECK-NEXT: llvm.intr.sqrt
// CHECK-NEXT: llvm.return
// FILTER: func.func @f(%arg0: f32) -> f32
// FILTER-NEXT: llvm.fadd
// FILTER-NEXT: llvm.intr.sqrt
// FILTER-NEXT: return
func.func @f(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  %1 = math.sqrt %0 : f32
  return %1 : f32
}

// What has no counterpart stays; all else in the module is converted.
// CHECK: tensor.dim
// CHECK: llvm.add
func.func @tensor(%t: tensor<?xf32>, %i: i32) -> (index, i32) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %t, %c0 : tensor<?xf32>
  %1 = arith.addi %i, %i : i32
  return %0, %1 : index, i32
}
