// Where `sccp` does more than `mlir-opt` 22: loops with a known number of iterations are entered, or
// left, for certain; a constant is only made where an op uses it that stays.
// RUN: mlir-lite-opt %s --sccp --spelling=upstream --split-input-file \
// RUN:   -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @no_iteration(
// CHECK: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[THREE]]
func.func @no_iteration(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%b = %x) -> i32 {
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @one_iteration(
// CHECK: %[[SIX:.*]] = arith.constant 6 : i32
// CHECK: return %[[SIX]]
func.func @one_iteration() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> i32 {
    %b = arith.addi %a, %x : i32
    scf.yield %b : i32
  }
  return %r : i32
}

// The initial value is never the result.
// CHECK-LABEL: func.func @ten_iterations(
// CHECK: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK: return %[[FOUR]]
func.func @ten_iterations() -> i32 {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %x) -> i32 {
    scf.yield %y : i32
  }
  return %r : i32
}

// 200 to 100 are 156 iterations if the numbers are signed: -56 to 100.
// CHECK-LABEL: func.func @signed_and_unsigned(
// CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK: return %[[FOUR]], %[[THREE]]
func.func @signed_and_unsigned() -> (i32, i32) {
  %c200 = arith.constant 200 : i8
  %c100 = arith.constant 100 : i8
  %c1 = arith.constant 1 : i8
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %r = scf.for %i = %c200 to %c100 step %c1 iter_args(%a = %x) -> i32 : i8 {
    scf.yield %y : i32
  }
  %s = scf.for unsigned %i = %c200 to %c100 step %c1 iter_args(%a = %x) -> i32 : i8 {
    scf.yield %y : i32
  }
  return %r, %s : i32, i32
}

// A step that is not positive says nothing about the iterations.
// CHECK-LABEL: func.func @no_step(
// CHECK: %[[R:.*]] = scf.for
// CHECK: return %[[R]]
func.func @no_step() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %r = scf.for %i = %c0 to %c1 step %c0 iter_args(%a = %x) -> i32 {
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func private @twice(
// CHECK-NEXT: %[[SIX:.*]] = arith.constant 6 : i32
// CHECK-NEXT: return %[[SIX]]
func.func private @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// The call stays; `canonicalize` and `symbol-dce` erase what is not needed.
// CHECK-LABEL: func.func @call(
// CHECK: call @twice
// CHECK: return %c6_i32
func.func @call() -> i32 {
  %x = arith.constant 3 : i32
  %r = call @twice(%x) : (i32) -> i32
  return %r : i32
}

// -----

// A function of nested visibility in the outermost module, of which all calls are known.
// CHECK-LABEL: func.func nested @twice(
// CHECK-NEXT: arith.constant 6 : i32
func.func nested @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @call() -> i32 {
  %x = arith.constant 3 : i32
  %r = call @twice(%x) : (i32) -> i32
  return %r : i32
}

// -----

// References from outside of its module count as well.
// CHECK-LABEL: module @inner
// CHECK: func.func nested @twice(
// CHECK-NEXT: arith.addi
module @inner {
  func.func nested @twice(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32
  }
  func.func @call() -> i32 {
    %x = arith.constant 3 : i32
    %r = call @twice(%x) : (i32) -> i32
    return %r : i32
  }
}
"other.call"() {callee = @inner::@twice} : () -> ()

// -----

// A name in an attribute that is not known may be the function's: it may be run with anything.
// CHECK-LABEL: func.func private @twice(
// CHECK-NEXT: arith.addi
func.func private @twice(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @call() -> i32 attributes {other.info = #other.at<"@twice">} {
  %x = arith.constant 3 : i32
  %r = call @twice(%x) : (i32) -> i32
  return %r : i32
}
