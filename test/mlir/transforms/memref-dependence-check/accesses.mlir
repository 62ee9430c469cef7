// For each pair of accesses of which one writes, a note says whether the second depends on the first.
// Elements are compared if their subscripts are constants.
// RUN: mlir-lite-opt %s --memref-dependence-check --verify-diagnostics -o /dev/null

// Different allocations are different memory.
func @allocations(%x: f32) -> f32 {
  %a = alloc() : memref<10xf32>
  %b = alloc() : memref<10xf32>
  %c0 = constant 0 : index
  store %x, %a[%c0] : memref<10xf32>
  // expected-note@-1 {{dependence from memref access 0 to access 1 = false}}
  %0 = load %b[%c0] : memref<10xf32>
  return %0 : f32
}

// The memory of two arguments may be the same.
func @arguments(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32) -> f32 {
  %c0 = constant 0 : index
  store %x, %a[%c0] : memref<10xf32>
  // expected-note@-1 {{dependence from memref access 0 to access 1 = unknown}}
  %0 = load %b[%c0] : memref<10xf32>
  return %0 : f32
}

// Two loads do not depend on each other, so there is no note.
func @loads(%a: memref<10xf32>) -> f32 {
  %c0 = constant 0 : index
  %0 = load %a[%c0] : memref<10xf32>
  %1 = load %a[%c0] : memref<10xf32>
  %2 = addf %0, %1 : f32
  return %2 : f32
}
