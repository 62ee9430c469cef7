// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(print-op-stats{json=true})' --spelling=upstream -o - 2>&1 | FileCheck %s

// CHECK: {
// CHECK-NEXT: "arith.addi" : 1,
// CHECK-NEXT: "builtin.module" : 1,
// CHECK-NEXT: "func.func" : 1,
// CHECK-NEXT: "func.return" : 1
// CHECK-NEXT: }
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
