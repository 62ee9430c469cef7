// Reductions become parallel loops if that is asked for and their order does not matter. `mlir-opt`
// does it in the same way, also for sums of floats, whose results then differ.
// RUN: mlir-lite-opt %s --affine-parallelize=parallel-reductions | FileCheck %s
// RUN: mlir-lite-opt %s --affine-parallelize | FileCheck %s --check-prefix=NONE
// RUN: mlir-lite-opt %s --run=numbers | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --affine-parallelize=parallel-reductions --run=numbers | FileCheck %s --check-prefix=VALUES
// VALUES: 48 : i32
// VALUES: 9.000000e+00 : f32

// NONE-NOT: affine.parallel

// 3 + (0 + .. + 9), and the largest of 0 to 9 and 2.5
// CHECK-LABEL: func @numbers
// CHECK: %[[R:.*]]:2 = affine.parallel (%[[I:.*]]) = (0) to (10) reduce ("addi", "maximumf") -> (i32, f32) {
// CHECK-NEXT: %[[A:.*]] = index_cast %[[I]] : index to i32
// CHECK-NEXT: %[[B:.*]] = sitofp %[[A]] : i32 to f32
// CHECK-NEXT: affine.yield %[[A]], %[[B]] : i32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %[[SUM:.*]] = addi %{{.*}}, %[[R]]#0 : i32
// CHECK-NEXT: %[[MAX:.*]] = maximumf %{{.*}}, %[[R]]#1 : f32
// CHECK-NEXT: return %[[SUM]], %[[MAX]]
func @numbers() -> (i32, f32) {
  %three = constant 3 : i32
  %first = constant 2.5 : f32
  %r:2 = affine.for %i = 0 to 10 iter_args(%x = %three, %y = %first) -> (i32, f32) {
    %0 = index_cast %i : index to i32
    %1 = sitofp %0 : i32 to f32
    %2 = addi %x, %0 : i32
    %3 = arith.maximumf %y, %1 : f32
    affine.yield %2, %3 : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}

// CHECK-LABEL: func @floats
// CHECK-NOT: affine.parallel
// CHECK: return
func @floats(%m: memref<10xf32>) -> f32 {
  %zero = constant 0.0 : f32
  %r = affine.for %i = 0 to 10 iter_args(%x = %zero) -> f32 {
    %0 = affine.load %m[%i] : memref<10xf32>
    %1 = addf %x, %0 : f32
    affine.yield %1 : f32
  }
  return %r : f32
}

// The carried value is used besides.
// CHECK-LABEL: func @prefix_sums
// CHECK-NOT: affine.parallel
// CHECK: return
func @prefix_sums(%m: memref<10xi32>) -> i32 {
  %zero = constant 0 : i32
  %r = affine.for %i = 0 to 10 iter_args(%x = %zero) -> i32 {
    %0 = affine.load %m[%i] : memref<10xi32>
    %1 = addi %x, %0 : i32
    affine.store %1, %m[%i] : memref<10xi32>
    affine.yield %1 : i32
  }
  return %r : i32
}
