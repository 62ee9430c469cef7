// What is computed by loops is computed by the kernels that they become.
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --run \
// RUN:   | FileCheck %s
// RUN: mlir-lite-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --lower-affine \
// RUN:   --gpu-kernel-outlining --run | FileCheck %s
// RUN: mlir-lite-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu \
// RUN:   --convert-gpu-to-scf --run | FileCheck %s

// CHECK: [0, 0, 2, 0, 4, 50, 56, 62, 68, 74]
func.func @main() -> memref<10xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %m = memref.alloc() : memref<10xindex>
  scf.parallel (%i) = (%c0) to (%c5) step (%c2) {
    memref.store %i, %m[%i] : memref<10xindex>
    scf.reduce
  }
  scf.parallel (%i) = (%c5) to (%c10) step (%c3) {
    %size = affine.min affine_map<(d0)[s0] -> (3, s0 - d0)>(%i)[%c10]
    scf.parallel (%j) = (%c0) to (%size) step (%c1) {
      %0 = arith.addi %i, %j : index
      %1 = arith.muli %0, %c5 : index
      %2 = arith.addi %1, %0 : index
      %3 = arith.addi %2, %c10 : index
      %4 = arith.addi %3, %c10 : index
      memref.store %4, %m[%0] : memref<10xindex>
      scf.reduce
    }
    scf.reduce
  }
  return %m : memref<10xindex>
}
