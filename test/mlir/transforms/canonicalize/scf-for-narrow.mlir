// Bounds of narrow integers have their sign: the loop runs from -56 to 98.
// RUN: mlir-lite-opt %s --run=count | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize --run=count | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --run=count | FileCheck %s

// CHECK: 23 : i32
// CHECK-NEXT: 0 : i32
// CHECK-NEXT: 15 : i32
func.func @count() -> (i32, i32, i32) {
  %start = arith.constant -56 : i8
  %end = arith.constant 100 : i8
  %step = arith.constant 7 : i8
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %signed = scf.for %i = %start to %end step %step iter_args(%n = %zero) -> (i32) : i8 {
    %next = arith.addi %n, %one : i32
    scf.yield %next : i32
  }
  %none = scf.for unsigned %i = %start to %end step %step iter_args(%n = %zero) -> (i32) : i8 {
    %next = arith.addi %n, %one : i32
    scf.yield %next : i32
  }
  %some = scf.for unsigned %i = %end to %start step %step iter_args(%n = %zero) -> (i32) : i8 {
    %next = arith.addi %n, %one : i32
    scf.yield %next : i32
  }
  return %signed, %none, %some : i32, i32, i32
}
