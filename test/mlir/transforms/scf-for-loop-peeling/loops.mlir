// The last, partial iteration of a loop, or its first one, becomes a loop of its own. `mlir-opt`
// splits loops in the same way, and simplifies `affine.min` in them; where a loop does not run, its
// second one may (5 and 0 with step 4: from -3).
// RUN: mlir-lite-opt %s --scf-for-loop-peeling | FileCheck %s
// RUN: mlir-lite-opt %s --scf-for-loop-peeling=skip-partial=false | FileCheck %s --check-prefix=PARTIAL
// RUN: mlir-lite-opt %s --scf-for-loop-peeling=peel-front | FileCheck %s --check-prefix=FRONT
// RUN: mlir-lite-opt %s --scf-for-loop-peeling --remarks-filter=scf 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: mlir-lite-opt %s --scf-for-loop-peeling --run=count --run-args=5,0 | FileCheck %s --check-prefix=NONE
// RUN: mlir-lite-opt %s --scf-for-loop-peeling=peel-front --run=count --run-args=5,0 | FileCheck %s --check-prefix=NONE
// RUN: mlir-lite-opt %s --scf-for-loop-peeling --run=count --run-args=9223372036854775806,-9223372036854775803 | FileCheck %s --check-prefix=NONE
// RUN: mlir-lite-opt %s --scf-for-loop-peeling --run=count --run-args=2,15 | FileCheck %s --check-prefix=FOUR
// RUN: mlir-lite-opt %s --scf-for-loop-peeling=peel-front --run=count --run-args=2,15 | FileCheck %s --check-prefix=FOUR
// NONE: 0 : i64
// FOUR: 4 : i64

// CHECK-LABEL: func @constants
// CHECK: %[[C4:.*]] = constant 4 : index
// CHECK: %[[C16:.*]] = constant 16 : index
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[C16]] step %[[C4]] {
// CHECK: scf.for %{{.*}} = %[[C16]] to %{{.*}} step %[[C4]] {
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
// FRONT-LABEL: func @constants
// FRONT: scf.for %{{.*}} = %{{.*}} to %[[AT:.*]] step
// FRONT: scf.for %{{.*}} = %[[AT]] to %{{.*}} step
// FRONT: scf.for
// FRONT-NOT: scf.for
// FRONT: return
// REMARK: remark: [Missed] peel | Category:scf | Function=constants | Reason="the step divides the distance of the bounds"
func @constants(%m: memref<100xf32>, %x: f32) {
  %c0 = constant 0 : index
  %c17 = constant 17 : index
  %c4 = constant 4 : index
  scf.for %i = %c0 to %c17 step %c4 {
    store %x, %m[%i] : memref<100xf32>
  }
  scf.for %i = %c0 to %c4 step %c4 {
    store %x, %m[%i] : memref<100xf32>
  }
  return
}

// CHECK-LABEL: func @count
// CHECK-SAME: (%[[FROM:.*]]: index, %[[TO:.*]]: index)
// CHECK: %[[RUNS:.*]] = cmpi "slt", %[[FROM]], %[[TO]] : index
// CHECK: %[[DISTANCE:.*]] = subi %[[TO]], %[[FROM]] : index
// CHECK: %[[REST:.*]] = remi_unsigned %[[DISTANCE]], %{{.*}} : index
// CHECK: %[[LAST:.*]] = subi %[[TO]], %[[REST]] : index
// CHECK: %[[AT:.*]] = select %[[RUNS]], %[[LAST]], %[[TO]] : index
// CHECK: %[[R:.*]] = scf.for %{{.*}} = %[[FROM]] to %[[AT]] step %{{.*}} iter_args(
// CHECK: %[[S:.*]] = scf.for %{{.*}} = %[[AT]] to %[[TO]] step %{{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK: return %[[S]]
func @count(%from: index, %to: index) -> i64 {
  %c4 = constant 4 : index
  %zero = constant 0 : i64
  %one = constant 1 : i64
  %r = scf.for %i = %from to %to step %c4 iter_args(%x = %zero) -> i64 {
    %0 = addi %x, %one : i64
    scf.yield %0 : i64
  }
  return %r : i64
}

// The loop in the partial iteration is peeled only if that is asked for.
// CHECK-LABEL: func @nested
// CHECK-COUNT-5: scf.for
// CHECK-NOT: scf.for
// CHECK: return
// PARTIAL-LABEL: func @nested
// PARTIAL-COUNT-6: scf.for
// PARTIAL-NOT: scf.for
// PARTIAL: return
func @nested(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = constant 0 : index
  %c4 = constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    scf.for %j = %c0 to %n step %c4 {
      store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// REMARK: remark: [Missed] peel | Category:scf | Function=step | Reason="the step is not a positive constant"
func @step(%n: index, %step: index, %m: memref<?xf32>, %x: f32) {
  %c0 = constant 0 : index
  scf.for %i = %c0 to %n step %step {
    store %x, %m[%i] : memref<?xf32>
  }
  return
}

// REMARK: remark: [Missed] peel | Category:scf | Function=unsigned | Reason="the bounds are compared as unsigned numbers"
func @unsigned(%n: i32) {
  %c0 = constant 0 : i32
  %c4 = constant 4 : i32
  scf.for unsigned %i = %c0 to %n step %c4 : i32 {
    call @use(%i) : (i32) -> ()
  }
  return
}

func private @use(i32)
