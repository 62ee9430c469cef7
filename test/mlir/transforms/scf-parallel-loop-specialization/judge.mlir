// What `mlir-opt` writes, too: all upper bounds have to be minima.
// RUN: mlir-opt %s --scf-parallel-loop-specialization > %t
// RUN: mlir-lite-opt %s --scf-parallel-loop-specialization --spelling=upstream | diff %t -
// RUN: mlir-lite-opt %s --scf-parallel-loop-specialization --remarks-filter=scf -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: [Missed] specialize | Category:scf | Function=one | Reason="an upper bound is not an 'affine.min' with a constant"

func.func @tile(%outer: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = affine.min affine_map<()[s0, s1] -> (1024, s0 - s1)>()[%outer, %c4]
  %1 = affine.min affine_map<()[s0, s1] -> (64, s0 - s1)>()[%outer, %c4]
  scf.parallel (%i, %j) = (%c0, %c0) to (%0, %1) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

func.func @one(%outer: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = affine.min affine_map<()[s0] -> (1024, s0)>()[%outer]
  scf.parallel (%i, %j) = (%c0, %c0) to (%0, %outer) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}
