// Chains of unused ops, and blocks that are not reached, are erased.
// RUN: mlir-lite-opt %s --dce -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = "t.effect"(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%a: i32) -> i32 {
  %0 = addi %a, %a : i32
  %1 = muli %0, %0 : i32
  %2 = "t.effect"(%a) : (i32) -> i32
  return %a : i32
^dead(%b: i32):
  br ^dead(%1 : i32)
}
