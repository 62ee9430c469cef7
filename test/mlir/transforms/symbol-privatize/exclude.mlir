// All symbols of a table become private, except for those of the option; symbols of nested tables do
// not. It is what mlir-opt makes of them.
// RUN: mlir-opt %s --symbol-privatize=exclude=main,kept > %t.mlir
// RUN: mlir-lite-opt %s --spelling=upstream --symbol-privatize='exclude=main,kept' | diff %t.mlir -
// RUN: mlir-opt %s --symbol-privatize > %t.mlir
// RUN: mlir-lite-opt %s --spelling=upstream --symbol-privatize | diff %t.mlir -
// RUN: mlir-opt %s -pass-pipeline='builtin.module(builtin.module(symbol-privatize))' > %t.mlir
// RUN: mlir-lite-opt %s --spelling=upstream -pass-pipeline='builtin.module(builtin.module(symbol-privatize))' | diff %t.mlir -
// RUN: mlir-lite-opt %s --spelling=std --symbol-privatize='exclude=main,kept' | FileCheck %s
module {
  // CHECK: func private @f()
  func.func @f() {
    return
  }
  func.func private @declared()
  // CHECK: llvm.func @printf{{.*}}sym_visibility = "private"
  llvm.func @printf(!llvm.ptr) -> i32
  // CHECK: global_memref "private" @g
  memref.global @g : memref<2xf32>
  // CHECK: global_memref @kept
  memref.global @kept : memref<2xf32>
  llvm.mlir.global external @x() : i32
  // CHECK: module @m attributes {sym_visibility = "private"}
  module @m {
    // CHECK: func @inner()
    func.func @inner() {
      return
    }
    func.func nested @n() {
      return
    }
  }
  // CHECK: func private @seen_by_others()
  func.func nested @seen_by_others() {
    return
  }
  // CHECK: func @main()
  func.func @main() {
    return
  }
}
