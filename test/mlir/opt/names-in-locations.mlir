// Values are named after the names in their locations.
// RUN: mlir-lite-opt %s --mlir-use-nameloc-as-prefix | FileCheck %s
// RUN: mlir-opt %s --mlir-use-nameloc-as-prefix | FileCheck %s
// RUN: mlir-lite-opt %s --mlir-use-nameloc-as-prefix --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: mlir-opt %s --mlir-use-nameloc-as-prefix --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: func.func @f(%left: i32, %arg1: i32, %left_0: i32) -> i32
// CHECK-NEXT: %c5_i32 = arith.constant 5
// CHECK-NEXT: %sum = arith.addi
// CHECK-NEXT: %arg1_1 = arith.addi
// CHECK-NEXT: %_3x = arith.addi
// CHECK-NEXT: %a_b2Fc.d-$1 = arith.addi
// CHECK-NEXT: %inner = arith.addi
// CHECK-NEXT: %first = arith.addi
// CHECK-NEXT: %0 = arith.addi
// CHECK-NEXT: return %sum
// CHECK: func.func @g(%left: i32)
// GENERIC: %0 = "arith.constant"
// GENERIC-NEXT: %sum = "arith.addi"
// GENERIC: ^bb0(%left: i32):
func.func @f(%a: i32 loc("left"), %b: i32, %c: i32 loc("left")) -> i32 {
  %k = arith.constant 5 : i32
  %0 = arith.addi %a, %k : i32 loc("sum")
  %1 = arith.addi %a, %a : i32 loc("arg1")
  %2 = arith.addi %a, %a : i32 loc("3x")
  %3 = arith.addi %a, %a : i32 loc("a b/c.d-$1"("f":1:2))
  %4 = arith.addi %a, %a : i32 loc(callsite("inner" at "outer"))
  %5 = arith.addi %a, %a : i32 loc(fused["f":1:1, "first", "second"])
  %6 = arith.addi %a, %a : i32 loc("")
  return %0 : i32
}
func.func @g(%a: i32 loc("left")) {
  return
}
