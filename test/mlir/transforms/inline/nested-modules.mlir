// Caller and callee are in one table: that of a nested module as well, as with `mlir-opt`. A pipeline
// may name that module alone.
// RUN: mlir-opt %s --inline -allow-unregistered-dialect > %t.1
// RUN: mlir-lite-opt %s --inline -allow-unregistered-dialect --spelling=upstream | diff %t.1 -
// RUN: mlir-lite-opt %s --inline -allow-unregistered-dialect | FileCheck %s --check-prefix=ALL
// RUN: mlir-lite-opt %s --spelling=std -allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(builtin.module(inline))' | FileCheck %s --check-prefix=INNER

// ALL-NOT: call

// INNER: module @inner
// INNER: func @mid
// INNER-NEXT: %[[C:.*]] = constant 3 : i32
// INNER-NEXT: return %[[C]] : i32
// INNER: func @outer
// INNER: call @leaf()
module @inner {
  func.func private @leaf() -> i32 {
    %c = arith.constant 3 : i32
    return %c : i32
  }
  func.func @mid() -> i32 {
    %0 = call @leaf() : () -> i32
    return %0 : i32
  }
  module @innermost {
    func.func private @leaf() -> i32 {
      %c = arith.constant 5 : i32
      return %c : i32
    }
    func.func @deep() -> i32 {
      %0 = call @leaf() : () -> i32
      return %0 : i32
    }
  }
}
func.func @leaf() -> i32 {
  %c = arith.constant 4 : i32
  return %c : i32
}
func.func @outer() -> i32 {
  %0 = call @leaf() : () -> i32
  return %0 : i32
}
