// One part of a program is converted; casts lead to the values of the others. The expected lines are
// those of mlir-opt 22.
// RUN: mlir-lite-opt %s --finalize-memref-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(finalize-memref-to-llvm{index-bitwidth=64})' --spelling=upstream | FileCheck %s
// RUN: not mlir-lite-opt %s --finalize-memref-to-llvm='index-bitwidth=32' 2>&1 | FileCheck %s --check-prefix=WIDTH

// WIDTH: 'index-bitwidth' can only be '0' or '64', found '32': values of type 'index' have 64 bits

func.func @f(%a: memref<4x?xf32>, %i: index, %c: i1) -> (f32, index) {
  %0 = memref.load %a[%i, %i] : memref<4x?xf32>
  %1 = arith.addf %0, %0 : f32
  %2 = arith.addi %i, %i : index
  %3 = math.exp %1 : f32
  cf.cond_br %c, ^bb1(%2 : index), ^bb1(%i : index)
^bb1(%x: index):
  return %3, %x : f32, index
}

// CHECK: func.func @f(%arg0: memref<4x?xf32>, %arg1: index, %arg2: i1) -> (f32, index) {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
// CHECK-NEXT: %1 = builtin.unrealized_conversion_cast %arg0 : memref<4x?xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.extractvalue %1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.mul %0, %3 overflow<nsw, nuw> : i64
// CHECK-NEXT: %5 = llvm.add %4, %0 overflow<nsw, nuw> : i64
// CHECK-NEXT: %6 = llvm.getelementptr inbounds|nuw %2[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %7 = llvm.load %6 : !llvm.ptr -> f32
// CHECK-NEXT: %8 = arith.addf %7, %7 : f32
// CHECK-NEXT: %9 = arith.addi %arg1, %arg1 : index
// CHECK-NEXT: %10 = math.exp %8 : f32
// CHECK-NEXT: cf.cond_br %arg2, ^bb1(%9 : index), ^bb1(%arg1 : index)
// CHECK-NEXT: ^bb1(%11: index):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: return %10, %11 : f32, index
