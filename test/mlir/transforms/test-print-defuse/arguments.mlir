// Arguments of blocks are shown by their numbers.
// RUN: mlir-lite-opt %s --test-print-defuse -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//     CHECK:Visiting op 'std.addi' with 2 operands:
//CHECK-NEXT:  - Operand produced by Block argument, number 1
//CHECK-NEXT:  - Operand produced by Block argument, number 0
//CHECK-NEXT:Has 1 results:
//CHECK-NEXT:  - Result 0 has no uses

func @f(%a: i32, %b: i32) -> i32 {
  %0 = addi %b, %a : i32
  return %a : i32
}
