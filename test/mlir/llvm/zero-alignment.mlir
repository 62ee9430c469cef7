// An alignment of 0 says nothing of a function, as in mlir-translate.
// RUN: toyc -x mlir -emit=llvm %s | FileCheck %s
// RUN: mlir-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK: declare void @zero(){{$}}
llvm.func @zero() attributes {alignment = 0 : i64}
// CHECK: declare void @two() align 2
llvm.func @two() attributes {alignment = 2 : i64}
