// Names are aligned at the dot, as by `mlir-opt`.
// RUN: mlir-lite-opt %s --print-op-stats -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//     CHECK:Operations encountered:
//CHECK-NEXT:-----------------------
//CHECK-NEXT:  builtin.module   , 1
//CHECK-NEXT:      foo.bar      , 1
//CHECK-NEXT:      std.addi     , 2
//CHECK-NEXT:      std.constant , 1
//CHECK-NEXT:      std.func     , 1
//CHECK-NEXT:      std.return   , 1

func @f(%a: i32, %b: i32) -> i32 {
  %0 = addi %a, %b : i32
  %1 = "foo.bar"(%0) : (i32) -> i32
  %c = constant 5 : i32
  %2 = addi %c, %1 : i32
  return %2 : i32
}
