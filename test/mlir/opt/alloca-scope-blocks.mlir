// A scope of several blocks is lowered to the blocks, with the stack restored at each end.
// RUN: mlir-lite-opt %s --run=f --run-args=3,1.5 | FileCheck %s --check-prefix=FULL
// RUN: mlir-lite-opt %s --run=f --run-args=0,1.5 | FileCheck %s --check-prefix=EMPTY
// RUN: mlir-lite-opt %s --convert-std-to-llvm --run=f --run-args=3,1.5 | FileCheck %s --check-prefix=FULL
// RUN: mlir-lite-opt %s --convert-std-to-llvm --run=f --run-args=0,1.5 | FileCheck %s --check-prefix=EMPTY
// RUN: mlir-lite-opt %s --finalize-memref-to-llvm --convert-to-llvm --reconcile-unrealized-casts --run=f --run-args=3,1.5 | FileCheck %s --check-prefix=FULL
// RUN: mlir-lite-opt %s --run=loop --run-args=6 | FileCheck %s --check-prefix=LOOP
// RUN: mlir-lite-opt %s --convert-scf-to-cf --convert-std-to-llvm --reconcile-unrealized-casts --run=loop --run-args=6 | FileCheck %s --check-prefix=LOOP
// RUN: mlir-lite-opt %s --convert-scf-to-cf --convert-std-to-llvm --reconcile-unrealized-casts | FileCheck %s

// 1.5 + 1.5 is 3.0, and with 1.5 it is 4.5; without elements it is 1.5 + 1.5.
// FULL: 4.500000e+00 : f32
// EMPTY: 3.000000e+00 : f32
// CHECK-LABEL: llvm.func @f(
// CHECK: %[[S:.*]] = llvm.intr.stacksave
// CHECK-COUNT-2: llvm.intr.stackrestore %[[S]]
func.func @f(%n: index, %x: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %c0 = arith.constant 0 : index
    %m = memref.alloca(%n) : memref<?xf32>
    %empty = arith.cmpi eq, %n, %c0 : index
    cf.cond_br %empty, ^bb1(%x : f32), ^bb2(%m : memref<?xf32>)
  ^bb1(%a: f32):
    memref.alloca_scope.return %a : f32
  ^bb2(%k: memref<?xf32>):
    memref.store %x, %k[%c0] : memref<?xf32>
    %1 = memref.load %m[%c0] : memref<?xf32>
    %2 = arith.addf %1, %1 : f32
    memref.alloca_scope.return %2 : f32
  }
  %3 = arith.addf %0, %x : f32
  return %3 : f32
}

// The loop in the scope becomes blocks of the scope. 0 + 1 + 2 + 3 + 4 + 5 is 15.
// LOOP: 15 : {{index|i64}}
// CHECK-LABEL: llvm.func @loop(
// CHECK-COUNT-1: llvm.intr.stackrestore
// CHECK-NOT: unrealized
func.func @loop(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> index {
    %0 = memref.alloca_scope -> (index) {
      %m = memref.alloca() : memref<8xindex>
      scf.for %j = %c0 to %n step %c1 {
        memref.store %i, %m[%j] : memref<8xindex>
      }
      %1 = memref.load %m[%i] : memref<8xindex>
      memref.alloca_scope.return %1 : index
    }
    %2 = arith.addi %s, %0 : index
    scf.yield %2 : index
  }
  return %r : index
}
