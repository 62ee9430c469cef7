// One part of a program is converted; casts lead to the values of the others. The expected lines are
// those of mlir-opt 22.
// RUN: mlir-lite-opt %s --convert-func-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(convert-func-to-llvm{index-bitwidth=64})' --spelling=upstream | FileCheck %s
// RUN: not mlir-lite-opt %s --convert-func-to-llvm='index-bitwidth=32' 2>&1 | FileCheck %s --check-prefix=WIDTH

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

// CHECK: llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: i64, %arg8: i1) -> !llvm.struct<(f32, i64)> {
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg7 : i64 to index
// CHECK-NEXT: %1 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %2 = llvm.insertvalue %arg0, %1[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %3 = llvm.insertvalue %arg1, %2[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %4 = llvm.insertvalue %arg2, %3[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %5 = llvm.insertvalue %arg3, %4[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %6 = llvm.insertvalue %arg5, %5[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %7 = llvm.insertvalue %arg4, %6[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %8 = llvm.insertvalue %arg6, %7[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %9 = builtin.unrealized_conversion_cast %8 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<4x?xf32>
// CHECK-NEXT: %10 = memref.load %9[%0, %0] : memref<4x?xf32>
// CHECK-NEXT: %11 = arith.addf %10, %10 : f32
// CHECK-NEXT: %12 = arith.addi %0, %0 : index
// CHECK-NEXT: %13 = math.exp %11 : f32
// CHECK-NEXT: cf.cond_br %arg8, ^bb1(%12 : index), ^bb1(%0 : index)
// CHECK-NEXT: ^bb1(%14: index):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: %15 = builtin.unrealized_conversion_cast %14 : index to i64
// CHECK-NEXT: %16 = llvm.mlir.poison : !llvm.struct<(f32, i64)>
// CHECK-NEXT: %17 = llvm.insertvalue %13, %16[0] : !llvm.struct<(f32, i64)>
// CHECK-NEXT: %18 = llvm.insertvalue %15, %17[1] : !llvm.struct<(f32, i64)>
// CHECK-NEXT: llvm.return %18 : !llvm.struct<(f32, i64)>
