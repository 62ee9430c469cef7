// What `mlir-opt` writes, too, which transforms only a loop that is the first op of a function.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam))' > %t.1
// RUN: mlir-lite-opt %s --affine-loop-unroll-jam --spelling=upstream | diff %t.1 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=3}))' > %t.2
// RUN: mlir-lite-opt %s --affine-loop-unroll-jam=unroll-jam-factor=3 --spelling=upstream | diff %t.2 -

// With factor 4, three iterations are left for a nest.
func.func @product(%a: memref<65x65xf32>, %b: memref<65x65xf32>, %c: memref<65x65xf32>) {
  affine.for %i = 0 to 63 {
    affine.for %j = 0 to 60 {
      affine.for %k = 0 to 60 {
        %0 = affine.load %a[%i, %k] : memref<65x65xf32>
        %1 = affine.load %b[%k, %j] : memref<65x65xf32>
        %2 = affine.load %c[%i, %j] : memref<65x65xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<65x65xf32>
      }
    }
  }
  return
}

// The distance is (1, 1).
func.func @diagonal(%a: memref<61x61xf32>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 60 {
      %0 = affine.load %a[%i, %j] : memref<61x61xf32>
      affine.store %0, %a[%i + 1, %j + 1] : memref<61x61xf32>
    }
  }
  return
}
