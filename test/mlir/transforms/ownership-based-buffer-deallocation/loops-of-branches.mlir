// Flags go with memory from block to block, also around loops; mlir-opt refuses those.
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation | FileCheck %s
// RUN: mlir-lite-opt %s --run=branches --run-args=7,0.5 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation --run=branches --run-args=7,0.5 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations --canonicalize --run=branches --run-args=7,0.5 | FileCheck %s --check-prefix=VALUE
// RUN: not mlir-lite-opt %s --ownership-based-buffer-deallocation --bufferization-lower-deallocations --ownership-based-buffer-deallocation 2>&1 | FileCheck %s --check-prefix=TWICE

// 0.5 and seven times 0.5 is 4.0.
// VALUE: 4.000000e+00
// TWICE: error: 'memref.dealloc' op frees memory, which this pass decides
// CHECK-LABEL: func.func @branches(
// CHECK: cf.br ^bb1(%{{.*}}, %{{.*}}, %{{.*}} : index, memref<?xf32>, i1)
// CHECK: ^bb1(%{{.*}}: index, %[[X:.*]]: memref<?xf32>, %[[OWN:.*]]: i1):
// CHECK: bufferization.dealloc (%[[X]]{{.*}} if (%[[OWN]]
func.func @branches(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%c1) : memref<?xf32>
  memref.store %x, %m[%c0] : memref<?xf32>
  cf.br ^bb1(%c0, %m : index, memref<?xf32>)
^bb1(%i: index, %k: memref<?xf32>):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  %0 = memref.load %k[%c0] : memref<?xf32>
  %1 = arith.addf %0, %x : f32
  %j = arith.addi %i, %c1 : index
  %new = memref.alloc(%j) : memref<?xf32>
  memref.store %1, %new[%c0] : memref<?xf32>
  cf.br ^bb1(%j, %new : index, memref<?xf32>)
^bb3:
  %part = memref.subview %k[0] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1]>>
  cf.br ^bb4
^bb4:
  %2 = memref.load %part[%c0] : memref<1xf32, strided<[1]>>
  return %2 : f32
}
