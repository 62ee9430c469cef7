// What `mlir-opt` writes, too.
// RUN: mlir-opt %s --scf-for-loop-specialization > %t
// RUN: mlir-lite-opt %s --scf-for-loop-specialization --spelling=upstream | diff %t -

func.func @tile(%outer: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %end = affine.min affine_map<()[s0, s1] -> (1024, s0 - s1)>()[%outer, %c4]
  scf.for %i = %c0 to %end step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// The least constant is the bound; the outer loop stays.
func.func @nested(%outer: index, %m: memref<?x?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = affine.min affine_map<()[s0] -> (8, s0, 16)>()[%outer]
  scf.for %i = %c0 to %outer step %c1 {
    scf.for %j = %c0 to %end step %c1 {
      memref.store %end, %m[%i, %j] : memref<?x?xindex>
    }
  }
  return
}
