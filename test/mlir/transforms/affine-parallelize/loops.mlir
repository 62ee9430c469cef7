// Loops whose iterations are independent, as parallel ones: the same as `mlir-opt` makes of them, and the same result.
// RUN: mlir-lite-opt %s --affine-parallelize | FileCheck %s
// RUN: mlir-lite-opt %s --affine-parallelize=max-nested=1 | FileCheck %s --check-prefix=OUTER
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --affine-parallelize > %t && mlir-lite-opt %s --affine-parallelize --spelling=upstream | mlir-opt | diff %t -
// RUN: mlir-lite-opt %s --affine-parallelize --run | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-parallelize --lower-affine --run | FileCheck %s --check-prefix=RESULT

// CHECK-LABEL: func @main
// CHECK: affine.parallel (%[[I:.*]]) = (0) to (4) {
// CHECK-NEXT: affine.parallel (%[[J:.*]]) = (1) to (6) step (2) {
// CHECK-NEXT: index_cast %[[I]]
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
// The sum is made in order.
// CHECK: affine.for

// OUTER: affine.parallel
// OUTER-NEXT: affine.for
// OUTER-NOT: affine.parallel

// 0 + 1 + 2 + 3
// RESULT: 6 : i32
func @main() -> i32 {
  %m = alloc() : memref<6x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 1 to 6 step 2 {
      %v = index_cast %i : index to i32
      affine.store %v, %m[%j, %i] : memref<6x4xi32>
    }
  }
  %zero = constant 0 : i32
  %sum = affine.for %i = 0 to 4 iter_args(%s = %zero) -> (i32) {
    %x = affine.load %m[3, %i] : memref<6x4xi32>
    %t = addi %s, %x : i32
    affine.yield %t : i32
  }
  dealloc %m : memref<6x4xi32>
  return %sum : i32
}
