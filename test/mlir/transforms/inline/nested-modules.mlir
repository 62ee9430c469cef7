// The inliner runs on one table: on that of a nested module if the pipeline says so.
// RUN: mlir-lite-opt %s --inline | FileCheck %s --check-prefix=OUTER
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(builtin.module(inline))' | FileCheck %s --check-prefix=INNER

// OUTER: module @inner
// OUTER: func private @leaf
// OUTER: call @leaf()
// OUTER: func @outer
// OUTER-NOT: call

// INNER: module @inner
// INNER-NOT: @leaf
// INNER: func @mid
// INNER-NEXT: %[[C:.*]] = constant 3 : i32
// INNER-NEXT: return %[[C]] : i32
// INNER: func @outer
// INNER: call @leaf()
module @inner {
  func private @leaf() -> i32 {
    %c = constant 3 : i32
    return %c : i32
  }
  func @mid() -> i32 {
    %0 = call @leaf() : () -> i32
    return %0 : i32
  }
}
func @leaf() -> i32 {
  %c = constant 4 : i32
  return %c : i32
}
func @outer() -> i32 {
  %0 = call @leaf() : () -> i32
  return %0 : i32
}
