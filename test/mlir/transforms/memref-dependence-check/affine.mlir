// Accesses with affine subscripts: the least and the largest distance in each loop around both, by
// the depth of the loop that carries the dependence. `mlir-opt` 22 gives the same answers, as
// remarks, except where a comment says something else.
// RUN: mlir-lite-opt %s --memref-dependence-check -o /dev/null 2>&1 | FileCheck %s

// CHECK-NOT: 0 to 1 at depth {{[0-9]}} = [
// CHECK: note: dependence from 1 to 0 at depth 1 = [1, 1][-1, -1]
// CHECK: note: dependence from 1 to 0 at depth 2 = false
// CHECK: note: dependence from 1 to 0 at depth 3 = false
func.func @skewed(%a: memref<100x100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to %n {
      %v = affine.load %a[%i, %j] : memref<100x100xf32>
      affine.store %v, %a[%i + 1, %j - 1] : memref<100x100xf32>
    }
  }
  return
}

// No loop is around both.
// CHECK: note: dependence from 0 to 1 at depth 1 = true
// CHECK: note: dependence from 1 to 0 at depth 1 = false
func.func @loops(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.store %x, %a[%i] : memref<100xf32>
  }
  affine.for %i = 5 to 20 {
    %v = affine.load %a[%i] : memref<100xf32>
  }
  return
}

// The elements of even and of odd numbers, with an operation on the subscript.
// CHECK: note: dependence from 0 to 1 at depth 1 = false
// CHECK: note: dependence from 0 to 1 at depth 2 = false
func.func @parity(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    affine.store %x, %a[%0] : memref<100xf32>
    %1 = affine.load %a[%0 + 1] : memref<100xf32>
  }
  return
}

// All later iterations.
// CHECK: note: dependence from 0 to 0 at depth 1 = [1, 9][-9, 9]
// CHECK: note: dependence from 0 to 0 at depth 2 = [0, 0][1, 9]
// CHECK: note: dependence from 0 to 0 at depth 3 = false
func.func @one_element(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.store %x, %a[0] : memref<100xf32>
    }
  }
  return
}

// The bounds are those of the loop, which has a symbol.
// CHECK: note: dependence from 0 to 0 at depth 1 = [1, +inf]
func.func @symbol(%a: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %a[0] : memref<?xf32>
  }
  return
}

// Both regions of a conditional. `mlir-opt` takes the condition for that of both.
// CHECK: note: dependence from 0 to 1 at depth 1 = [1, 9]
// CHECK: note: dependence from 1 to 0 at depth 1 = false
func.func @regions(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %a[0] : memref<100xf32>
    } else {
      %v = affine.load %a[0] : memref<100xf32>
    }
  }
  return
}
