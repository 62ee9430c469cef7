// Bands of permutable loops are tiled as `mlir-opt` does it: by one size, by a size for each loop, by
// the size of the cache, and with full tiles apart from partial ones.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-tile{tile-size=8}))' > %t.1
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-size=8 --spelling=upstream | diff %t.1 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-tile{tile-sizes=4,5}))' > %t.2
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-sizes=4,5 --spelling=upstream | diff %t.2 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-tile{cache-size=1}))' > %t.3
// RUN: mlir-lite-opt %s --affine-loop-tile=cache-size=1 --spelling=upstream | diff %t.3 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-tile{separate tile-size=7}))' > %t.4
// RUN: mlir-lite-opt %s --affine-loop-tile='separate tile-size=7' --spelling=upstream | diff %t.4 -

func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 60 {
        %0 = affine.load %a[%i, %k] : memref<64x64xf32>
        %1 = affine.load %b[%k, %j] : memref<64x64xf32>
        %2 = affine.load %c[%i, %j] : memref<64x64xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// Both dependences have distances of one sign: (1, 0) and (0, 2).
func.func @forward(%a: memref<64x64xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 2 to 64 {
      %0 = affine.load %a[%i - 1, %j] : memref<64x64xf32>
      %1 = affine.load %a[%i, %j - 2] : memref<64x64xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// The inner loop carries a value, so that the band is the outer one.
func.func @sums_of_rows(%a: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    %sum = affine.for %j = 0 to 64 iter_args(%x = %zero) -> f32 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %0, %x : f32
      affine.yield %1 : f32
    }
    affine.store %sum, %a[%i, 0] : memref<64x64xf32>
  }
  return
}
