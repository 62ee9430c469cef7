// Sums of integers fold, as by `mlir-opt`.
// RUN: mlir-lite-opt %s --canonicalize --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @plus_zero(
// CHECK-NEXT: return %arg0 : i32
func @plus_zero(%x: i32) -> i32 {
  %c0 = constant 0 : i32
  %0 = addi %x, %c0 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @difference_on_the_left(
// CHECK-NEXT: return %arg0 : i32
func @difference_on_the_left(%x: i32, %y: i32) -> i32 {
  %0 = subi %x, %y : i32
  %1 = addi %0, %y : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @difference_on_the_right(
// CHECK-NEXT: return %arg0 : i32
func @difference_on_the_right(%x: i32, %y: i32) -> i32 {
  %0 = subi %x, %y : i32
  %1 = addi %y, %0 : i32
  return %1 : i32
}
