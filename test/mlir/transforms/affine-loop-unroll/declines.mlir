// Loops that are not unrolled, and why; and a loop for what is left that must not begin before the
// lower bound: with 5 and 0, `mlir-opt` 22 lets it run from -3.
// RUN: mlir-lite-opt %s --affine-loop-unroll --remarks-filter=affine 2>&1 | FileCheck %s
// RUN: not mlir-lite-opt %s --affine-loop-unroll=unroll-factor=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not mlir-lite-opt %s --affine-loop-unroll=unroll-factor=-2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: mlir-lite-opt %s --affine-loop-unroll --run=count --run-args=5,0 | FileCheck %s --check-prefix=EMPTY
// RUN: mlir-lite-opt %s --affine-loop-unroll --run=count --run-args=2,9 | FileCheck %s --check-prefix=SEVEN
// ZERO: error: 'unroll-factor' must be greater than 0, or -1 to unroll fully, but it is 0
// NEGATIVE: error: 'unroll-factor' must be greater than 0, or -1 to unroll fully, but it is -2
// EMPTY: 0 : i64
// SEVEN: 7 : i64

// CHECK: remark: [Missed] unroll | Category:affine | Function=short | Reason="the trip count is less than the factor"
func @short() {
  affine.for %i = 0 to 3 {
    call @f(%i) : (index) -> ()
  }
  return
}

func private @f(index)

// CHECK: remark: [Missed] unroll | Category:affine | Function=never | Reason="the loop does not run"
func @never() {
  affine.for %i = 5 to 5 {
    call @f(%i) : (index) -> ()
  }
  return
}

// CHECK: remark: [Missed] unroll | Category:affine | Function=largest | Reason="the lower bound is the largest of several values"
func @largest(%n: index) {
  affine.for %i = max affine_map<()[s0] -> (s0, 5)>()[%n] to 100 {
    call @f(%i) : (index) -> ()
  }
  return
}

// CHECK: remark: [Missed] unroll | Category:affine | Function=smallest | Reason="the upper bound is the smallest of several values"
func @smallest(%n: index) {
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 5)>()[%n] {
    call @f(%i) : (index) -> ()
  }
  return
}

// CHECK: remark: [Missed] unroll | Category:affine | Function=far | Reason="the iterations are too far from each other"
func @far(%n: index) {
  affine.for %i = 0 to %n step 4611686018427387904 {
    call @f(%i) : (index) -> ()
  }
  return
}

func @count(%from: index, %to: index) -> i64 {
  %zero = constant 0 : i64
  %one = constant 1 : i64
  %s = affine.for %i = %from to %to iter_args(%x = %zero) -> i64 {
    %1 = addi %x, %one : i64
    affine.yield %1 : i64
  }
  return %s : i64
}
