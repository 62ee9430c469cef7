// What `mlir-opt` writes, too: its test permutes the first nest of a function.
// RUN: mlir-opt %s --test-loop-permutation="permutation-map=1,2,0" > %t.1
// RUN: mlir-lite-opt %s --affine-loop-interchange=permutation=1,2,0 --spelling=upstream | diff %t.1 -

func.func @product(%a: memref<65x65xf32>, %b: memref<65x65xf32>, %c: memref<65x65xf32>) {
  affine.for %i = 0 to 63 {
    affine.for %j = 0 to 60 step 2 {
      affine.for %k = 3 to 65 {
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

// The distance is (1, 0, 1), and (1, 1, 0) in the new order.
func.func @diagonal(%a: memref<61x61x?xf32>, %n: index) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to 60 {
      affine.for %k = 0 to %n {
        %0 = affine.load %a[%i, %j, %k] : memref<61x61x?xf32>
        affine.store %0, %a[%i + 1, %j, %k + 1] : memref<61x61x?xf32>
      }
    }
  }
  return
}
