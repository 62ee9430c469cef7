// The result of a transposition is the same memory: of the same elements, in the same memory space.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics -o /dev/null
// RUN: mlir-opt %s --split-input-file --verify-diagnostics -o /dev/null

func.func @elements(%a: memref<4xf32>) {
  // expected-error@+1 {{'memref.transpose' op result type}}
  %0 = memref.transpose %a (i) -> (i) : memref<4xf32> to memref<4xi32, strided<[1]>>
  return
}

// -----

func.func @space(%a: memref<4xf32>) {
  // expected-error@+1 {{'memref.transpose' op result type}}
  %0 = memref.transpose %a (i) -> (i) : memref<4xf32> to memref<4xf32, strided<[1]>, 1>
  return
}

// -----

func.func @same(%a: memref<4x2xf32, 1>) {
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<4x2xf32, 1> to memref<2x4xf32, strided<[1, 2]>, 1>
  return
}
