// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 })' --spelling=upstream | FileCheck %s
// RUN: not mlir-lite-opt %s --inline='default-pipeline=cse' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not mlir-lite-opt %s --inline='max-iterations=1' 2>&1 | FileCheck %s --check-prefix=ONCE

// OTHER: expected 'canonicalize' or nothing, found 'cse': other passes are written after 'inline' in the pipeline
// ONCE: 'max-iterations' can only be '4', found '1': calls are inlined until only recursive ones are left

// CHECK-LABEL: func.func @caller
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: return %c5_i32 : i32
func.func @caller() -> i32 {
  %c2 = arith.constant 2 : i32
  %0 = call @three_more(%c2) : (i32) -> i32
  return %0 : i32
}

func.func private @three_more(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %a, %c3 : i32
  return %0 : i32
}
