// Loops that are replaced by their iterations. `mlir-opt` computes the variable of each iteration by
// `affine.apply`; here it is a constant if the lower bound is one.
// RUN: mlir-lite-opt %s --affine-loop-unroll=unroll-factor=-1 | FileCheck %s --check-prefixes=CHECK,INNER
// RUN: mlir-lite-opt %s --affine-loop-unroll='unroll-factor=-1 unroll-full-threshold=3' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SHORT
// RUN: mlir-lite-opt %s --affine-loop-unroll='unroll-factor=3 cleanup-unroll' | FileCheck %s --check-prefix=CLEANUP
// RUN: mlir-lite-opt %s --run=sum --run-args=1.0 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-loop-unroll=unroll-factor=3 --run=sum --run-args=1.0 | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-loop-unroll=unroll-factor=-1 --run=sum --run-args=1.0 | FileCheck %s --check-prefix=RESULT
// RESULT: 9.1

// CHECK-LABEL: func @three
// CHECK-NEXT: %[[A:.*]] = constant 2 : index
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[A]]]
// CHECK-NEXT: %[[B:.*]] = constant 5 : index
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[B]]]
// CHECK-NEXT: %[[C:.*]] = constant 8 : index
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[C]]]
// CHECK-NEXT: return
func @three(%m: memref<100xf32>, %x: f32) {
  affine.for %i = 2 to 10 step 3 {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  return
}

// Without a threshold, the innermost loops; with one, all short ones.
// INNER-LABEL: func @nest
// INNER: affine.for %{{.*}} = 0 to 2 {
// INNER-NEXT: call @f
// INNER-COUNT-5: affine.store
// INNER-NOT: affine.for
// SHORT-LABEL: func @nest
// SHORT-NEXT: call @f
// SHORT-NEXT: affine.for %{{.*}} = 0 to 5 {
// SHORT: call @f
// SHORT-NEXT: affine.for %{{.*}} = 0 to 5 {
// SHORT-NOT: call @f
func @nest(%m: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    call @f() : () -> ()
    affine.for %j = 0 to 5 {
      affine.store %x, %m[%j] : memref<100xf32>
    }
  }
  return
}

func private @f()

// Without the option, the rest is a loop of two iterations.
// CLEANUP-LABEL: func @rest
// CLEANUP: affine.for %{{.*}} = 0 to 6 step 3 {
// CLEANUP-COUNT-3: affine.store
// CLEANUP: }
// CLEANUP: %[[SIX:.*]] = constant 6 : index
// CLEANUP-NEXT: affine.store %{{.*}}, %{{.*}}[%[[SIX]]]
// CLEANUP-NEXT: %[[SEVEN:.*]] = constant 7 : index
// CLEANUP-NEXT: affine.store %{{.*}}, %{{.*}}[%[[SEVEN]]]
// CLEANUP-NEXT: return
func @rest(%m: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<100xf32>
  }
  return
}

// 1 * 7 + 0.1 * (0 + .. + 6)
func @sum(%x: f64) -> f64 {
  %zero = constant 0.0 : f64
  %tenth = constant 0.1 : f64
  %s = affine.for %i = 0 to 7 iter_args(%a = %zero) -> f64 {
    %b = addf %a, %x : f64
    %n = index_cast %i : index to i64
    %f = sitofp %n : i64 to f64
    %g = mulf %f, %tenth : f64
    %c = addf %b, %g : f64
    affine.yield %c : f64
  }
  return %s : f64
}
