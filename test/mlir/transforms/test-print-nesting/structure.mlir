// The example of MLIR's document on the structure of IR; today's `module` has no terminator.
// RUN: mlir-lite-opt %s --test-print-nesting -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace

//     CHECK:visiting op: 'builtin.module' with 0 operands and 0 results
//CHECK-NEXT: 1 nested regions:
//CHECK-NEXT:  Region with 1 blocks:
//CHECK-NEXT:    Block with 0 arguments, 0 successors, and 2 operations
//CHECK-NEXT:      visiting op: 'dialect.op1' with 0 operands and 4 results
//CHECK-NEXT:      1 attributes:
//CHECK-NEXT:       - 'attribute name' : '42 : i32'
//CHECK-NEXT:       0 nested regions:
//CHECK-NEXT:      visiting op: 'dialect.op2' with 0 operands and 0 results
//CHECK-NEXT:      1 attributes:
//CHECK-NEXT:       - 'other attribute' : '42 : i64'
//CHECK-NEXT:       2 nested regions:
//CHECK-NEXT:        Region with 1 blocks:
//CHECK-NEXT:          Block with 0 arguments, 0 successors, and 1 operations
//CHECK-NEXT:            visiting op: 'dialect.innerop1' with 2 operands and 0 results
//CHECK-NEXT:             0 nested regions:
//CHECK-NEXT:        Region with 3 blocks:
//CHECK-NEXT:          Block with 0 arguments, 2 successors, and 2 operations
//CHECK-NEXT:            visiting op: 'dialect.innerop2' with 0 operands and 0 results
//CHECK-NEXT:             0 nested regions:
//CHECK-NEXT:            visiting op: 'dialect.innerop3' with 3 operands and 0 results
//CHECK-NEXT:             0 nested regions:
//CHECK-NEXT:          Block with 1 arguments, 0 successors, and 2 operations
//CHECK-NEXT:            visiting op: 'dialect.innerop4' with 0 operands and 0 results
//CHECK-NEXT:             0 nested regions:
//CHECK-NEXT:            visiting op: 'dialect.innerop5' with 0 operands and 0 results
//CHECK-NEXT:             0 nested regions:
//CHECK-NEXT:          Block with 1 arguments, 0 successors, and 2 operations
//CHECK-NEXT:            visiting op: 'dialect.innerop6' with 0 operands and 0 results
//CHECK-NEXT:             0 nested regions:
//CHECK-NEXT:            visiting op: 'dialect.innerop7' with 0 operands and 0 results
//CHECK-NEXT:             0 nested regions:

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
