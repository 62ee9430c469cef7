// Loops that are left: mlir-opt drops the result of the first one, and leaves the others.
// RUN: mlir-lite-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu \
// RUN:   --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu \
// RUN:   --remarks-filter=gpu 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// CHECK-NOT: gpu.launch
// REMARK: the loop reduces
// REMARK: a number of iterations is not known before the launch
func.func @p(%a: memref<?xf32>, %n: index, %m: index, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
      %0 = memref.load %a[%i] : memref<?xf32>
      scf.reduce(%0 : f32) {
        ^bb0(%x: f32, %y: f32):
        %1 = arith.addf %x, %y : f32
        scf.reduce.return %1 : f32
      }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
     memref.store %z, %a[%i] : memref<?xf32>
     scf.parallel (%j) = (%c0) to (%i) step (%c1) {
     memref.store %z, %a[%j] : memref<?xf32>
     scf.reduce
     }
     memref.store %z, %a[%i] : memref<?xf32>
     scf.reduce
  }
  return
}
