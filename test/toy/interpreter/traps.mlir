// RUN: not toyc %s -emit=interp 2>&1 | FileCheck %s

// What is not defined ends the run: the report shows the op, and the calls that led to it.

func @element(%m: memref<4xf64>, %i: index) -> f64 {
  // CHECK: test/toy/interpreter/traps.mlir:[[#@LINE+1]]:8: error: subscript 4 of dimension 0 is out of bounds of size 4
  %0 = load %m[%i] : memref<4xf64>
  return %0 : f64
}

func @main() {
  %m = alloc() : memref<4xf64>
  %c4 = constant 4 : index
  // CHECK: test/toy/interpreter/traps.mlir:[[#@LINE+1]]:8: note: called from here
  %0 = call @element(%m, %c4) : (memref<4xf64>, index) -> f64
  return
}
