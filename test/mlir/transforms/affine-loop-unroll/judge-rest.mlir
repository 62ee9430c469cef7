// Loops for what is left, and carried values: what `mlir-opt` writes, too.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll))' > %t.1
// RUN: mlir-lite-opt %s --affine-loop-unroll --spelling=upstream | diff %t.1 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=3 unroll-num-reps=2}))' > %t.2
// RUN: mlir-lite-opt %s --affine-loop-unroll='unroll-factor=3 unroll-num-reps=2' --spelling=upstream | diff %t.2 -

func.func @is_left(%m: memref<100xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 47 iter_args(%x = %zero) -> f32 {
    %0 = affine.load %m[%i] : memref<100xf32>
    %1 = arith.addf %x, %0 : f32
    affine.yield %1 : f32
  }
  return %s : f32
}
