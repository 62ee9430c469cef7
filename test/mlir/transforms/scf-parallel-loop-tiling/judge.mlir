// What `mlir-opt` writes, too.
// RUN: mlir-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=2,4 > %t
// RUN: mlir-lite-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=2,4 --spelling=upstream | diff %t -

func.func @values(%a: index, %b: index, %c: index, %d: index, %s: index, %t: index, %m: memref<?x?xf32>, %x: f32) {
  scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%s, %t) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// All tiles are full: there are eight iterations of each variable.
func.func @full(%m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c22 = arith.constant 22 : index
  %c24 = arith.constant 24 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c22, %c24) step (%c3, %c3) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// The inner loops are tiled.
func.func @nested(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
