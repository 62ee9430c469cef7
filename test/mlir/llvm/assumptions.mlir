// Assumptions, with operand bundles and without, as `mlir-translate` has them.
// RUN: toyc -x mlir -emit=llvm %s | FileCheck %s
// RUN: mlir-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK-LABEL: define void @assumptions(
// CHECK: call void @llvm.assume(i1 %0)
// CHECK: call void @llvm.assume(i1 true) [ "align"(ptr %1, i64 32) ]
// CHECK: call void @llvm.assume(i1 true) [ "align"(ptr %1, i64 32), "nonnull"(ptr %1), "cold"() ]
llvm.func @assumptions(%c: i1, %p: !llvm.ptr) {
  %true = llvm.mlir.constant(true) : i1
  %bytes = llvm.mlir.constant(32 : i64) : i64
  llvm.intr.assume %c : i1
  llvm.intr.assume %true ["align"(%p, %bytes : !llvm.ptr, i64)] : i1
  llvm.intr.assume %true ["align"(%p, %bytes : !llvm.ptr, i64), "nonnull"(%p : !llvm.ptr), "cold"()] : i1
  llvm.return
}
