// The example of MLIR's document on the structure of IR.
// RUN: mlir-lite-opt %s --test-print-defuse -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//     CHECK:Visiting op 'dialect.op1' with 0 operands:
//CHECK-NEXT:Has 4 results:
//CHECK-NEXT:  - Result 0 has 2 uses:
//CHECK-NEXT:    - dialect.innerop3
//CHECK-NEXT:    - dialect.innerop1
//CHECK-NEXT:  - Result 1 has a single use:     - dialect.innerop1
//CHECK-NEXT:  - Result 2 has a single use:     - dialect.innerop3
//CHECK-NEXT:  - Result 3 has a single use:     - dialect.innerop3
//CHECK-NEXT:Visiting op 'dialect.innerop1' with 2 operands:
//CHECK-NEXT:  - Operand produced by operation 'dialect.op1'
//CHECK-NEXT:  - Operand produced by operation 'dialect.op1'
//CHECK-NEXT:Has 0 results:

%0:4 = "dialect.op1"() {"attribute name" = 42 : i32} : () -> (i1, i16, i32, i64)
"dialect.op2"() ({
  "dialect.innerop1"(%0#0, %0#1) : (i1, i16) -> ()
},  {
  "dialect.innerop2"() : () -> ()
  "dialect.innerop3"(%0#0, %0#2, %0#3)[^bb1, ^bb2] : (i1, i32, i64) -> ()
^bb1(%1: i32):  // pred: ^bb0
  "dialect.innerop4"() : () -> ()
  "dialect.innerop5"() : () -> ()
^bb2(%2: i64):  // pred: ^bb0
  "dialect.innerop6"() : () -> ()
  "dialect.innerop7"() : () -> ()
}) {"other attribute" = 42 : i64} : () -> ()
