// Where `int-range-optimizations` differs from `mlir-opt` 22: it does more, but for integers of more
// than 64 bits and for vectors.
// RUN: mlir-lite-opt %s --int-range-optimizations --spelling=upstream | FileCheck %s

// A branch that the ranges exclude does not count.
// CHECK-LABEL: func.func @excluded_branch(
// CHECK-NEXT: %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK-NEXT: return %[[EIGHT]]
func.func @excluded_branch(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.cmpi uge, %0, %c8 : i32
  %2 = scf.if %1 -> i32 {
    scf.yield %a : i32
  } else {
    scf.yield %c8 : i32
  }
  return %2 : i32
}

// One of the operands is known to be the smaller one.
// CHECK-LABEL: func.func @minimum(
// CHECK: %[[AND:.*]] = arith.andi
// CHECK-NEXT: return %[[AND]]
func.func @minimum(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %c9 = arith.constant 9 : i32
  %0 = arith.andi %a, %c7 : i32
  %1 = arith.minsi %0, %c9 : i32
  return %1 : i32
}

// -3 is less than 8, and its remainder as an unsigned number is another one.
// CHECK-LABEL: func.func @signs(
// CHECK: arith.remui
// CHECK-NOT: arith.remsi
func.func @signs(%c: i1) -> (i32, i32) {
  %c-3 = arith.constant -3 : i32
  %c5 = arith.constant 5 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.select %c, %c-3, %c5 : i32
  %1 = arith.remui %0, %c8 : i32
  %2 = arith.remsi %0, %c8 : i32
  return %1, %2 : i32, i32
}

// The first number after the largest one is the smallest one.
// CHECK-LABEL: func.func @wraps(
// CHECK: arith.cmpi
func.func @wraps(%a: i8) -> i1 {
  %c1 = arith.constant 1 : i8
  %0 = arith.addi %a, %c1 : i8
  %1 = arith.cmpi sge, %0, %a : i8
  return %1 : i1
}

// CHECK-LABEL: func.func @too_wide(
// CHECK: arith.cmpi
func.func @too_wide(%a: i128) -> i1 {
  %c7 = arith.constant 7 : i128
  %0 = arith.andi %a, %c7 : i128
  %1 = arith.cmpi ule, %0, %c7 : i128
  return %1 : i1
}

// CHECK-LABEL: func.func @vectors(
// CHECK: arith.cmpi
func.func @vectors(%a: vector<4xi32>) -> vector<4xi1> {
  %c7 = arith.constant dense<7> : vector<4xi32>
  %0 = arith.andi %a, %c7 : vector<4xi32>
  %1 = arith.cmpi ule, %0, %c7 : vector<4xi32>
  return %1 : vector<4xi1>
}
