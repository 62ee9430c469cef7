// What `mlir-opt` writes, too.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-invariant-code-motion))' > %t.1
// RUN: mlir-lite-opt %s --affine-loop-invariant-code-motion --spelling=upstream | diff %t.1 -

func.func @load(%a: memref<10xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[0] : memref<10xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %b[%i] : memref<10xf32>
  }
  return
}

// The stored element is read.
func.func @read(%a: memref<10xf32>, %c: memref<10x10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.store %x, %a[%i] : memref<10xf32>
      %0 = affine.load %a[%i] : memref<10xf32>
      affine.store %0, %c[%i, %j] : memref<10x10xf32>
    }
  }
  return
}

// Another store may be to the same element.
func.func @overwritten(%a: memref<10xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 10 {
    affine.store %x, %a[0] : memref<10xf32>
    affine.store %y, %a[%i] : memref<10xf32>
  }
  return
}

// The memory is another one in each iteration.
func.func @own(%b: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    %own = memref.alloc() : memref<10xf32>
    affine.store %x, %own[%i] : memref<10xf32>
    %0 = affine.load %own[0] : memref<10xf32>
    affine.store %0, %b[%i] : memref<10xf32>
  }
  return
}
