// A step of 0 is an error when the loop runs. Where it is known, `scf.parallel` refuses it, so no loop around is taken
// away such that it becomes known: this loop may never run.
// RUN: mlir-lite-opt %s -canonicalize --allow-unregistered-dialect | FileCheck %s
// RUN: not mlir-lite-opt %s -canonicalize --allow-unregistered-dialect --run=parallel --run-args='3' 2>&1 | FileCheck %s --check-prefix=STEP

// STEP: step of the loop is not positive

// CHECK-LABEL: func @parallel
// CHECK: scf.parallel (%[[I:.*]]) =
// CHECK: scf.parallel (%{{.*}}) = {{.*}} step (%[[I]])
func @parallel(%n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%i) {
      "probe.op"(%j) : (index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}

// One dimension of two, and a negative number.
// CHECK-LABEL: func @one_of_two
// CHECK: scf.parallel (%{{.*}}, %[[J:.*]]) =
// CHECK: scf.parallel (%{{.*}}) = {{.*}} step (%[[J]])
func @one_of_two(%n: index) {
  %low = constant -1 : index
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  scf.parallel (%i, %j) = (%c0, %low) to (%n, %c0) step (%c1, %c1) {
    scf.parallel (%k) = (%c0) to (%n) step (%j) {
      "probe.op"(%k) : (index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}

// CHECK-LABEL: func @for
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.parallel (%{{.*}}) = {{.*}} step (%[[I]])
func @for(%n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    scf.parallel (%j) = (%c0) to (%n) step (%i) {
      "probe.op"(%j) : (index) -> ()
      scf.reduce
    }
  }
  return
}

// A positive number takes the place of the variable.
// CHECK-LABEL: func @positive
// CHECK-NOT: scf.for
// CHECK: scf.parallel (%{{.*}}) = {{.*}} step (%c2)
func @positive(%n: index) {
  %c0 = constant 0 : index
  %c2 = constant 2 : index
  %c3 = constant 3 : index
  scf.for %i = %c2 to %c3 step %c2 {
    scf.parallel (%j) = (%c0) to (%n) step (%i) {
      "probe.op"(%j) : (index) -> ()
      scf.reduce
    }
  }
  return
}
