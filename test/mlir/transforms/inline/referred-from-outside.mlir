// A private function of a nested module stays if a name in an attribute outside may be its own.
// RUN: mlir-lite-opt %s --inline -allow-unregistered-dialect | FileCheck %s

// CHECK: module @inner
// CHECK-NEXT: func private @kept()
// CHECK-NOT: @gone
// CHECK: func @mid
// CHECK-NOT: call
module @inner {
  func private @kept() -> i32 {
    %c = constant 3 : i32
    return %c : i32
  }
  func private @gone() -> i32 {
    %c = constant 4 : i32
    return %c : i32
  }
  func @mid() -> i32 {
    %0 = call @kept() : () -> i32
    %1 = call @gone() : () -> i32
    %2 = addi %0, %1 : i32
    return %2 : i32
  }
}
"other.use"() {name = @inner::@kept} : () -> ()
