// Loops that do not become launches. mlir-opt drops what loops carry.
// RUN: mlir-lite-opt %s --split-input-file --convert-affine-for-to-gpu --verify-diagnostics
// RUN: not mlir-lite-opt %s --split-input-file \
// RUN:   --convert-affine-for-to-gpu=gpu-block-dims=4 2>&1 | FileCheck %s --check-prefix=DIMS

// DIMS: there are up to three dimensions of blocks and of threads
func.func @g(%a: memref<?xf32>, %n: index) {
  // expected-error@below {{expected perfectly nested loops in the body}}
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<?xf32>
    affine.store %0, %a[%i+1] : memref<?xf32>
  }
  return
}

// -----

func.func @g(%a: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 16 {
    // expected-error@below {{loops with bounds depending on other mapped loops are not supported}}
    affine.for %j = 0 to affine_map<(d0)->(d0)>(%i) {
      %0 = affine.load %a[%i] : memref<?xf32>
      affine.store %0, %a[%i+1] : memref<?xf32>
    }
  }
  return
}

// -----

func.func @carries(%a: memref<?xf32>, %z: f32) -> f32 {
  // expected-error@below {{loops that carry values are not supported}}
  %r = affine.for %i = 0 to 16 iter_args(%x = %z) -> f32 {
    affine.for %j = 0 to 16 {
      affine.store %x, %a[%j] : memref<?xf32>
    }
    affine.yield %x : f32
  }
  return %r : f32
}
