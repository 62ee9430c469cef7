// A block without terminator is told where nothing else is wrong, and what it makes of the ops around is not told.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics -o /dev/null

func.func @f(%a: i32) {
  // expected-error@+1 {{'arith.addi' op ends a block and is not a terminator}}
  %0 = arith.addi %a, %a : i32
}
// -----
func.func @f() {
  // expected-error@+1 {{'memref.get_global' op ends a block and is not a terminator}}
  %0 = memref.get_global @nonesuch : memref<4xi32>
}
// -----
func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}
// -----
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
    %0 = "arith.constant"() : () -> i32
  }
}
