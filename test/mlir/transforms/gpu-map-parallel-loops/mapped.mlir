// Parallel loops are mapped to blocks and threads, as by mlir-opt.
// RUN: mlir-opt %s -split-input-file --gpu-map-parallel-loops > %t
// RUN: mlir-lite-opt %s --split-input-file --gpu-map-parallel-loops --spelling=upstream \
// RUN:   | diff %t -
// RUN: FileCheck %s --input-file=%t
// RUN: mlir-opt %s -split-input-file --gpu-map-parallel-loops=mapping-policy=innermost-first > %t
// RUN: mlir-lite-opt %s --split-input-file \
// RUN:   --gpu-map-parallel-loops=mapping-policy=innermost-first --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t --check-prefix=INNER

// CHECK: mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound =
// CHECK: mapping = [#gpu.loop_dim_map<processor = thread_x
// CHECK: mapping = [#gpu.loop_dim_map<processor = block_x
// INNER: mapping = [#gpu.loop_dim_map<processor = block_y
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

// Three dimensions at most, and only loops that are directly in a loop.
// CHECK: processor = block_z, {{.*}}processor = sequential
// INNER: processor = block_z, {{.*}}processor = sequential
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

// Deeper loops are sequential.
// CHECK: processor = sequential
func.func @deep(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j, %k) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
      scf.parallel (%l) = (%c0) to (%n) step (%c1) {
        memref.store %i, %m[%l] : memref<?xindex>
        scf.reduce
      }
      scf.reduce
    }
    scf.reduce
  }
  return
}
