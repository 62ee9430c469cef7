// The new location of an op is its position in the text that the IR has, which is not the text of
// the file: comments and empty lines are not printed, and `module` is.
// RUN: mlir-lite-opt %s --snapshot-op-locations -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

// CHECK: module {
// CHECK-NEXT: func @f(
// CHECK-NEXT: addi {{.*}} loc("<snapshot>":3:10)
// CHECK-NEXT: return {{.*}} loc("<snapshot>":4:5)
// CHECK-NEXT: } loc("<snapshot>":2:3)
// CHECK-NEXT: } loc("<snapshot>":1:1)
func @f(%a: i32) -> i32 {
  // A comment.
  %0 = addi %a, %a : i32 loc("f.toy":1:2)


  return %0 : i32
}
