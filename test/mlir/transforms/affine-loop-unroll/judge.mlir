// What `mlir-opt` writes, too: factors that divide trip counts, repetition, and loops that are unrolled
// fully where they are short enough.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll))' > %t.1
// RUN: mlir-lite-opt %s --affine-loop-unroll --spelling=upstream | diff %t.1 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=2 unroll-num-reps=2}))' > %t.2
// RUN: mlir-lite-opt %s --affine-loop-unroll='unroll-factor=2 unroll-num-reps=2' --spelling=upstream | diff %t.2 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=8 unroll-up-to-factor}))' > %t.3
// RUN: mlir-lite-opt %s --affine-loop-unroll='unroll-factor=8 unroll-up-to-factor' --spelling=upstream | diff %t.3 -
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=9}))' > %t.4
// RUN: mlir-lite-opt %s --affine-loop-unroll='unroll-factor=-1 unroll-full-threshold=9' --spelling=upstream | diff %t.4 -

func.func @divides(%m: memref<100xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 step 2 {
      %0 = affine.load %m[%i] : memref<100xf32>
      affine.store %0, %m[%j] : memref<100xf32>
    }
  }
  return
}

// The trip count is a multiple of the factors, whatever it is.
func.func @multiple(%m: memref<100xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 * 8)>()[%n] {
      %0 = affine.load %m[%i] : memref<100xf32>
      affine.store %0, %m[%j] : memref<100xf32>
    }
  }
  return
}

func.func @shifted(%m: memref<100xf32>) {
  affine.for %i = 0 to 11 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 9)>(%i) {
      %0 = affine.load %m[%i] : memref<100xf32>
      affine.store %0, %m[%j] : memref<100xf32>
    }
  }
  return
}
