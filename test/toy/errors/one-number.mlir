// Numbers that are known already are checked as those of operands are, whatever the engine.
// RUN: not toyc %s 2>&1 | FileCheck %s
// RUN: not toyc %s -emit=interp 2>&1 | FileCheck %s

// CHECK: 'iota' takes one size, found 2
func @main() {
  %0 = "toy.iota"() {numbers = array<i64: 2, 3>} : () -> tensor<2x3xf64>
  toy.print %0 : tensor<2x3xf64>
  toy.return
}
