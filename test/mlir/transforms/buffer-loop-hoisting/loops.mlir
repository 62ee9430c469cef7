// Memory that each iteration allocates is allocated once, before the loops.
// RUN: mlir-opt %s --buffer-loop-hoisting > %t
// RUN: mlir-lite-opt %s --buffer-loop-hoisting | diff %t -
// RUN: FileCheck %s < %t
// RUN: mlir-lite-opt %s --run=nest --run-args=3 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --buffer-loop-hoisting --run=nest --run-args=3 | FileCheck %s --check-prefix=VALUE

// (0 + 1 + 2) * 3.
// VALUE: 9 : index
// CHECK-LABEL: func.func @nest(
// CHECK: memref.alloc() : memref<4xindex>
// CHECK: scf.for
// CHECK: memref.alloc(%{{.*}}) : memref<?xindex>
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @nest(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %k = arith.addi %i, %c1 : index
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> index {
      %m = memref.alloc() : memref<4xindex>
      %o = memref.alloc(%k) : memref<?xindex>
      memref.store %j, %m[%c1] : memref<4xindex>
      %0 = memref.load %m[%c1] : memref<4xindex>
      memref.store %0, %o[%c0] : memref<?xindex>
      %1 = memref.load %o[%c0] : memref<?xindex>
      %2 = arith.addi %t, %1 : index
      scf.yield %2 : index
    }
    scf.yield %q : index
  }
  return %r : index
}

// Iterations that pass memory on have memory of their own.
// CHECK-LABEL: func.func @own(
// CHECK: scf.for
// CHECK: memref.alloc()
// CHECK: scf.yield
func.func @own(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<2xindex>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %first) -> memref<2xindex> {
    %0 = memref.alloc() : memref<2xindex>
    %1 = memref.load %m[%c0] : memref<2xindex>
    memref.store %1, %0[%c0] : memref<2xindex>
    scf.yield %0 : memref<2xindex>
  }
  %x = memref.load %r[%c0] : memref<2xindex>
  return %x : index
}
