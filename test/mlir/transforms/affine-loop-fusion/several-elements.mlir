// A loop whose reader takes several of its elements stays a loop of its own, as in mlir-opt, unless
// options allow to compute elements again.
// RUN: mlir-opt %s --affine-loop-fusion > %t
// RUN: mlir-lite-opt %s --affine-loop-fusion | diff %t -

func.func @differences(%in: memref<40xf64>, %out: memref<39xf64>) {
  %t = memref.alloc() : memref<40xf64>
  affine.for %i = 0 to 40 {
    %0 = affine.load %in[%i] : memref<40xf64>
    %1 = arith.mulf %0, %0 : f64
    affine.store %1, %t[%i] : memref<40xf64>
  }
  affine.for %i = 0 to 39 {
    %0 = affine.load %t[%i] : memref<40xf64>
    %1 = affine.load %t[%i + 1] : memref<40xf64>
    %2 = arith.subf %1, %0 : f64
    affine.store %2, %out[%i] : memref<39xf64>
  }
  return
}

func.func @too_much_again(%in: memref<40xf64>, %out: memref<8xf64>) {
  %t = memref.alloc() : memref<40xf64>
  affine.for %i = 0 to 40 {
    %0 = affine.load %in[%i] : memref<40xf64>
    %1 = arith.mulf %0, %0 : f64
    affine.store %1, %t[%i] : memref<40xf64>
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %t[%j] : memref<40xf64>
      %1 = affine.load %out[%i] : memref<8xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %out[%i] : memref<8xf64>
    }
  }
  return
}
