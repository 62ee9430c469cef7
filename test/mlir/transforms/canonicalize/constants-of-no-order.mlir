// Rules that bring constants together leave alone what is constant altogether: they would undo each other before it is folded.
// RUN: mlir-lite-opt %s --inline --inline --canonicalize --spelling=upstream | FileCheck %s

func.func @down(%a: i32) {
  cf.br ^bb1
^bb1:
  %c1 = arith.constant 1 : i32
  %0 = arith.subi %a, %c1 : i32
  call @down(%0) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @begin
// CHECK: %[[C:.*]] = arith.constant -2 : i32
// CHECK: call @down(%[[C]])
func.func @begin() {
  %c0 = arith.constant 0 : i32
  call @down(%c0) : (i32) -> ()
  return
}
