// Values that only compute themselves are removed: in loops, conditionals and blocks. `mlir-opt` does
// it as well, and puts `ub.poison` where the values were; it also changes the signatures of functions.
// RUN: mlir-lite-opt %s --remove-dead-values | FileCheck %s

// CHECK-LABEL: func @loop(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[N:.*]]: index)
// CHECK: %[[R:.*]] = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[P:.*]] = %[[X]]) -> (i32) {
// CHECK-NEXT: %[[Q:.*]] = addi %[[P]], %[[X]] : i32
// CHECK-NEXT: scf.yield %[[Q]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i32
func @loop(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %f:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    %0 = addi %p, %x : i32
    %1 = muli %q, %q : i32
    scf.yield %0, %1 : i32, i32
  }
  return %f#0 : i32
}

// The second carried value decides on a store: both are live.
// CHECK-LABEL: func @both_live(
// CHECK: scf.for {{.*}} -> (i32, i1)
func @both_live(%x: i32, %b: i1, %n: index, %m: memref<i32>) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %f:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %q = %b) -> (i32, i1) {
    %0 = addi %p, %x : i32
    %1 = cmpi "slt", %p, %x : i32
    scf.if %q {
      store %x, %m[] : memref<i32>
    }
    scf.yield %0, %1 : i32, i1
  }
  return %f#0 : i32
}

// The values are exchanged in each iteration, so that both are live.
// CHECK-LABEL: func @exchanged(
// CHECK: scf.for {{.*}} -> (i32, i32)
func @exchanged(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %f:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    scf.yield %q, %p : i32, i32
  }
  return %f#0 : i32
}

// CHECK-LABEL: func @affine(
// CHECK: affine.for %{{.*}} = 0 to 10 iter_args(%{{.*}} = %{{.*}}) -> (i32) {
// CHECK-NEXT: addi
// CHECK-NEXT: affine.yield %{{.*}} : i32
func @affine(%x: i32, %y: i32) -> i32 {
  %f:2 = affine.for %k = 0 to 10 iter_args(%p = %x, %q = %y) -> (i32, i32) {
    %0 = addi %p, %x : i32
    %1 = muli %q, %q : i32
    affine.yield %0, %1 : i32, i32
  }
  return %f#0 : i32
}

// CHECK-LABEL: func @conditional(
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: addi
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]
func @conditional(%c: i1, %x: i32, %y: i32) -> i32 {
  %i:2 = scf.if %c -> (i32, i32) {
    %1 = addi %x, %x : i32
    %2 = subi %x, %y : i32
    scf.yield %1, %2 : i32, i32
  } else {
    scf.yield %x, %y : i32, i32
  }
  %dead = muli %i#1, %i#1 : i32
  return %i#0 : i32
}

// A loop without effects whose results are dead.
// CHECK-LABEL: func @whole_loop(
// CHECK-NEXT: return
func @whole_loop(%x: i32, %y: i32) {
  %w:2 = scf.while (%u = %x, %v = %y) : (i32, i32) -> (i32, i32) {
    %cond = cmpi "slt", %u, %x : i32
    scf.condition(%cond) %u, %v : i32, i32
  } do {
  ^bb0(%s: i32, %t: i32):
    %5 = addi %s, %x : i32
    %6 = addi %t, %x : i32
    scf.yield %5, %6 : i32, i32
  }
  return
}

// CHECK-LABEL: func @blocks(
// CHECK: br ^[[LOOP:.*]](%{{.*}} : i32)
// CHECK: ^[[LOOP]](%{{.*}}: i32):
// CHECK-NEXT: addi
// CHECK-NEXT: cmpi
// CHECK-NEXT: cond_br
func @blocks(%x: i32, %y: i32) -> i32 {
  br ^loop(%x, %y : i32, i32)
^loop(%p: i32, %q: i32):
  %0 = addi %p, %x : i32
  %1 = muli %q, %q : i32
  %2 = cmpi "slt", %0, %y : i32
  cond_br %2, ^loop(%0, %1 : i32, i32), ^end
^end:
  return %0 : i32
}

// An argument that a private function does not use stays, and so does the call.
// CHECK-LABEL: func private @callee(
// CHECK-NEXT: muli
// CHECK-NEXT: return
func private @callee(%a: i32, %b: i32) -> i32 {
  %0 = muli %a, %a : i32
  %1 = muli %b, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func @caller(
// CHECK-NEXT: scf.if
// CHECK-NEXT: call @callee
// CHECK-NEXT: }
// CHECK-NEXT: return
func @caller(%c: i1, %x: i32, %y: i32) {
  scf.if %c {
    %0 = call @callee(%x, %y) : (i32, i32) -> i32
  }
  return
}
