// A loop without iterations hides the steps of the loops in it, also where they are one loop.
// RUN: mlir-lite-opt %s --run=nested --run-args=0 | FileCheck %s --check-prefix=RUNS
// RUN: mlir-lite-opt %s --canonicalize --run=nested --run-args=0 | FileCheck %s --check-prefix=RUNS
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s
// RUN: not mlir-lite-opt %s --run=step_first --run-args=0 2>&1 | FileCheck %s --check-prefix=STEP

// RUNS: 0 : index
// CHECK-LABEL: func @nested
// CHECK: scf.parallel (%{{.*}}, %{{.*}}) = (%c0, %c0) to (%arg0, %c1) step (%c1, %arg0)
func @nested(%n: index) -> index {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %memory = alloc() : memref<1xindex>
  store %n, %memory[%c0] : memref<1xindex>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c1) step (%n) {
      store %j, %memory[%c0] : memref<1xindex>
      scf.reduce
    }
    scf.reduce
  }
  %last = load %memory[%c0] : memref<1xindex>
  return %last : index
}

// STEP: a step of the loop is not positive
func @step_first(%n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%n, %c1) {
    scf.reduce
  }
  return
}

// What the inner loop would read is not looked at, either: here it is not defined.
// RUN: mlir-lite-opt %s --run=undefined --run-args=0 | FileCheck %s --check-prefix=RUNS
// RUN: mlir-lite-opt %s --canonicalize --run=undefined --run-args=0 | FileCheck %s --check-prefix=RUNS
func @undefined(%n: index) -> index {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %none = "ub.poison"() {value = #ub.poison} : () -> index
  %memory = alloc() : memref<1xindex>
  store %n, %memory[%c0] : memref<1xindex>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c1) step (%none) {
      store %j, %memory[%c0] : memref<1xindex>
      scf.reduce
    }
    scf.reduce
  }
  %last = load %memory[%c0] : memref<1xindex>
  return %last : index
}
