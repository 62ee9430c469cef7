// A module of the llvm dialect is translated as it is: nothing is folded, merged, removed or moved.
// RUN: toyc %s -emit=llvm | FileCheck %s
// RUN: toyc %s -emit=mlir-llvm | FileCheck %s --check-prefix=SAME
// RUN: toyc %s -emit=llvm -opt | FileCheck %s --check-prefix=OPT
// RUN: toyc %s; test $? -eq 0

// CHECK: define private i32 @unused(
llvm.func private @unused(%n: i32) -> i32 {
  llvm.return %n : i32
}

// CHECK-LABEL: define i32 @twice(i32 %0)
// CHECK-NEXT: add i32 %0, %0
// CHECK-NEXT: add i32 %0, %0
// CHECK-NEXT: mul i32
// CHECK-NEXT: add i32 %{{.*}}, 0
// SAME: llvm.add %arg0, %arg0 : i32
// SAME-NEXT: llvm.add %arg0, %arg0 : i32
// OPT-LABEL: define i32 @twice(i32 %0)
// OPT-NOT: add i32 %{{.*}}, 0
llvm.func @twice(%n: i32) -> i32 {
  %0 = llvm.add %n, %n : i32
  %1 = llvm.add %n, %n : i32
  %2 = llvm.mul %0, %1 : i32
  %3 = llvm.mlir.constant(0 : i32) : i32
  %4 = llvm.add %2, %3 : i32
  llvm.return %4 : i32
}

// CHECK-LABEL: define void @main()
llvm.func @main() {
  llvm.return
}
