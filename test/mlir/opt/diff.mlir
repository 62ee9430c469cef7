// Two files are compared: names of values, the order of attributes and of functions, the spelling
// and locations make no difference.
// RUN: sed -n '/^\/\/ ONE/,/^\/\/ END/p' %s > %t.1; sed -n '/^\/\/ TWO/,/^\/\/ END/p' %s > %t.2
// RUN: sed -n '/^\/\/ THREE/,/^\/\/ END/p' %s > %t.3
// RUN: mlir-lite-opt --diff %t.1 %t.2 | diff - /dev/null
// RUN: mlir-lite-opt --diff %t.1 %t.1 --canonicalize
// RUN: not mlir-lite-opt --diff=%t.1 %t.3 2>&1 | FileCheck %s
// RUN: not mlir-lite-opt --diff=%t.3 --canonicalize %t.1 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not --status=2 mlir-lite-opt --diff=%t.1 --query=ops %t.3 2>&1 | FileCheck %s --check-prefix=BOTH

// BOTH: '--diff
// CHECK: .tmp.1:3:8: error: 'arith.addi' is 'arith.muli' in the second file
// CHECK: .tmp.3:3:8: note: it is compared with this op
// CHECK: .tmp.1:4:8: error: 'arith.subi' has another value as operand #1 in the second file
// CHECK: .tmp.1:8:{{.*}}: error: 'func.func' has 'd = 2 : i32', and '3 : i32' in the second file
// CHECK: .tmp.1:8:{{.*}}: error: 'func.func' has 'e = unit' only in the first file
// CHECK: .tmp.1:9:{{.*}}: error: 'arith.constant' has type 'i32' for result #0, and 'i64' in the second file
// CHECK: .tmp.1:12:{{.*}}: error: 'func.func' is only in the first file
// CHECK: .tmp.3:12:{{.*}}: error: 'func.func' is only in the second file
// CHECK-NOT: error
// AFTER: error: 'func.func' is only in the second file

// ONE
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.subi %a, %y : i32
  return %b : i32
}
// A declaration follows.
func.func @g() attributes {d = 2 : i32, e} {
  %c = arith.constant 1 : i32
  return
}
func.func private @only_here()
// END
// TWO

func private @only_here()
func @g() attributes {e, d = 2 : i32} {
  %one = constant 1 : i32
  return
}
func @f(%0: i32, %1: i32) -> i32 {
  %2 = addi %0, %1 : i32
  %3 = subi %2, %1 : i32
  return %3 : i32
}
// END
// THREE
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.muli %x, %y : i32
  %b = arith.subi %a, %x : i32
  return %b : i32
}

func.func @g() attributes {d = 3 : i32} {
  %c = arith.constant 1 : i64
  return
}
func.func private @only_there()
// END
