// What `mlir-opt` writes, too, except that it also takes sums apart.
// RUN: mlir-opt %s --affine-raise-from-memref > %t.1
// RUN: mlir-lite-opt %s --affine-raise-from-memref --spelling=upstream | diff %t.1 -

func.func @accesses(%m: memref<?xf32>, %two: memref<4x?xf32>, %n: index, %number: i32) {
  %c3 = arith.constant 3 : index
  %first = memref.load %m[%n] : memref<?xf32>
  affine.for %i = 0 to 10 {
    %a = memref.load %m[%i] : memref<?xf32>
    memref.store %a, %m[%c3] : memref<?xf32>
    memref.store %first, %two[%c3, %i] : memref<4x?xf32>
    memref.store %first, %two[%i, %n] : memref<4x?xf32>
    // A number that may be anything in each iteration is no dimension.
    %x = arith.index_cast %number : i32 to index
    memref.store %a, %m[%x] : memref<?xf32>
  }
  scf.for %i = %c3 to %n step %c3 {
    %0 = memref.load %m[%i] : memref<?xf32>
    memref.store %0, %two[%c3, %i] : memref<4x?xf32>
  }
  return
}
