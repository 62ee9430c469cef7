// What LLVM IR has no place for is said; what would change the meaning is an error.
// RUN: toyc %s -emit=llvm 2>&1 >/dev/null | FileCheck %s
// RUN: sed -e 's/{other.says}/{tbaa = [#llvm.tbaa]}/' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: left-out.mlir:[[@LINE+1]]:1: warning: attribute 'other.of_function' of 'llvm.func' is left out: LLVM IR has no place for it
llvm.func @f(%p: !llvm.ptr {other.of_argument}) -> i32 attributes {other.of_function} {
  // CHECK: warning: attribute 'other.of_argument' of 'llvm.func' is left out
  // CHECK: left-out.mlir:[[@LINE+3]]:8: warning: attribute 'other.says' of 'llvm.load' is left out
  // CHECK: note: and 1 more of these
  // ERROR: error: 'llvm.load' cannot be exported: its attribute 'tbaa' is not translated
  %0 = llvm.load %p {other.says} : !llvm.ptr -> i32
  %1 = llvm.load %p {other.says} : !llvm.ptr -> i32
  %2 = llvm.add %0, %1 : i32
  llvm.return %2 : i32
}
// CHECK-NOT: warning
