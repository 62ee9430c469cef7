// configuration: -pass-pipeline='func(cse)'
// note: verifyPasses=true

// RUN: mlir-lite-opt %s -run-reproducer | FileCheck %s
// CHECK-COUNT-1: constant
module {
  func @f() -> (i32, i32) {
    %0 = constant 1 : i32
    %1 = constant 1 : i32
    return %0, %1 : i32, i32
  }
}
