// Stores and conditionals that move; and those that stay, where `mlir-opt` 22 moves them: out of a
// loop that may not run, and before an op with unknown effects. It also moves loops that have become
// empty.
// RUN: mlir-lite-opt %s --affine-loop-invariant-code-motion | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-invariant-code-motion=arguments-may-alias | FileCheck %s --check-prefix=ALIAS

// CHECK-LABEL: func @store
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: addf
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK-NEXT: affine.for
// CHECK-NEXT: }
// ALIAS-LABEL: func @store
// ALIAS: affine.for
// ALIAS-NEXT: affine.for
// ALIAS-NEXT: affine.load
func @store(%a: memref<10xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %a[%i] : memref<10xf32>
      %1 = addf %0, %0 : f32
      affine.store %1, %b[%i] : memref<10xf32>
    }
  }
  return
}

// CHECK-LABEL: func @conditional
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT: affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.for
// CHECK-NEXT: }
func @conditional(%b: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
        affine.store %x, %b[%i] : memref<10xf32>
      }
    }
  }
  return
}

// What is stored depends on what the conditional stored before.
// CHECK-LABEL: func @counts
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
func @counts(%b: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
        %0 = affine.load %b[%i] : memref<10xf32>
        %1 = addf %0, %x : f32
        affine.store %1, %b[%i] : memref<10xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @may_not_run
// CHECK: affine.for
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store
func @may_not_run(%a: memref<10xf32>, %b: memref<10xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %a[0] : memref<10xf32>
    affine.store %0, %b[0] : memref<10xf32>
  }
  return
}

// CHECK-LABEL: func @unknown
// CHECK: affine.for
// CHECK-NEXT: call @f
// CHECK-NEXT: affine.store
func @unknown(%b: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    call @f() : () -> ()
    affine.store %x, %b[0] : memref<10xf32>
  }
  return
}

func private @f()
