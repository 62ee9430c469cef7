// Each iteration of a tile checks that it is one of the loop, instead of a minimum in the bounds.
// `mlir-opt` 22 multiplies the variable by its step once more in the check, and leaves iterations
// out.
// RUN: mlir-lite-opt %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=3,4 no-min-max-bounds" | FileCheck %s
// RUN: mlir-lite-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=3,4 --remarks-filter=scf -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: mlir-lite-opt %s --run=sum --run-args=10 | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=3,4 --run=sum --run-args=10 | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=3,4 no-min-max-bounds" --run=sum --run-args=10 | FileCheck %s --check-prefix=SUM
// RUN: not mlir-lite-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=0 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: expected sizes of tiles of at least 1
// The variables are 1, 3, 5, 7, 9 and 0, 3, 6, 9: 4 * 25 + 5 * 18.
// SUM: 190

// MISSED: remark: [Missed] tile | Category:scf | Function=combines | Reason="it combines values"

// CHECK-LABEL: func @fill
// CHECK: scf.parallel
// CHECK-NOT: affine.min
// CHECK: scf.parallel
// CHECK: cmpi "slt"
// CHECK: scf.if
func @fill(%m: memref<20x20xi32>, %n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c2 = constant 2 : index
  %c3 = constant 3 : index
  scf.parallel (%i, %j) = (%c1, %c0) to (%n, %n) step (%c2, %c3) {
    %0 = addi %i, %j : index
    %1 = index_cast %0 : index to i32
    store %1, %m[%i, %j] : memref<20x20xi32>
  }
  return
}

func @sum(%n: index) -> i32 {
  %m = alloc() : memref<20x20xi32>
  %zero = constant 0 : i32
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      affine.store %zero, %m[%i, %j] : memref<20x20xi32>
    }
  }
  call @fill(%m, %n) : (memref<20x20xi32>, index) -> ()
  %r = affine.for %i = 0 to 20 iter_args(%a = %zero) -> (i32) {
    %s = affine.for %j = 0 to 20 iter_args(%b = %a) -> (i32) {
      %v = affine.load %m[%i, %j] : memref<20x20xi32>
      %t = addi %b, %v : i32
      affine.yield %t : i32
    }
    affine.yield %s : i32
  }
  return %r : i32
}

func @combines(%n: index, %x: f32) -> f32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %0 = addf %a, %b : f32
      scf.reduce.return %0 : f32
    }
  }
  return %r : f32
}
