// Mapped loops become launches, as by mlir-opt, which leaves a mark at launches.
// RUN: mlir-opt %s -split-input-file --gpu-map-parallel-loops --convert-parallel-loops-to-gpu \
// RUN:   | sed 's/ {SCFToGPU_visited}//' > %t
// RUN: mlir-lite-opt %s --split-input-file --gpu-map-parallel-loops \
// RUN:   --convert-parallel-loops-to-gpu --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t

// CHECK: gpu.launch
// CHECK: gpu.launch
func.func @p(%a: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %m) step (%c1, %c4) {
    %0 = memref.load %a[%i, %j] : memref<?x?xf32>
    memref.store %0, %a[%j, %i] : memref<?x?xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c4, %c4) {
    scf.parallel (%k, %l) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
      %x = arith.addi %i, %k : index
      %y = arith.addi %j, %l : index
      %0 = memref.load %a[%x, %y] : memref<?x?xf32>
      memref.store %0, %a[%x, %i] : memref<?x?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}

// -----

// A sequential dimension is a loop of the kernel.
// CHECK: gpu.launch
// CHECK: scf.for
func.func @p(%a: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j, %k, %l) = (%c0, %c1, %c0, %c1) to (%n, %m, %n, %m)
      step (%c1, %c4, %c1, %c4) {
    scf.for %q = %c0 to %c4 step %c1 {
    scf.parallel (%o) = (%c0) to (%c4) step (%c1) {
      scf.parallel (%p, %r, %s) = (%c0, %c0, %c0) to (%c4, %n, %m) step (%c1, %c1, %c1) {
        %0 = memref.load %a[%i, %l] : memref<?x?xf32>
        memref.store %0, %a[%j, %p] : memref<?x?xf32>
        scf.reduce
      }
      scf.reduce
    }
    }
    scf.reduce
  }
  scf.for %q = %c0 to %c4 step %c1 {
    scf.parallel (%o) = (%c0) to (%c4) step (%c1) {
      scf.reduce
    }
    }
  return
}

// -----

// A bound that is not known before the launch: the kernel has a condition.
// CHECK: gpu.launch
// CHECK: affine.min
// CHECK: scf.if
func.func @p(%a: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c4) {
    %min = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
    scf.parallel (%o) = (%c0) to (%min) step (%c1) {
      %x = arith.addi %i, %o : index
      %0 = memref.load %a[%x] : memref<?xf32>
      memref.store %0, %a[%o] : memref<?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}
