// Loops whose bounds are values of the same sizes are fused; those of others are not.
// RUN: mlir-lite-opt %s --affine-loop-fusion | FileCheck %s

// CHECK-LABEL: func @same
func @same(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  // CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
  // CHECK-COUNT-2: addf
  // CHECK-NOT: affine.for
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = addf %x, %x : f32
    affine.store %y, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i] : memref<?xf32>
    %y = addf %x, %x : f32
    affine.store %y, %b[%i] : memref<?xf32>
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func @of_maps
func @of_maps(%a: memref<?x?xf32>, %m: index, %n: index) {
  %b = alloc(%m, %n) : memref<?x?xf32>
  // CHECK-COUNT-2: affine.for
  // CHECK-NOT: affine.for
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
    affine.for %j = 1 to %n {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %x, %b[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
    affine.for %j = 1 to %n {
      %x = affine.load %b[%i, %j] : memref<?x?xf32>
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func @others
func @others(%a: memref<?xf32>, %b: memref<?xf32>, %m: index, %n: index) {
  // CHECK: affine.for %{{.*}} = 0 to %[[M:.*]] {
  // CHECK: affine.for %{{.*}} = 0 to %[[N:.*]] {
  affine.for %i = 0 to %m {
    %x = affine.load %a[%i] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i] : memref<?xf32>
    affine.store %x, %b[%i] : memref<?xf32>
  }
  // CHECK: return
  return
}

// The bound of an inner loop depends on the outer one: the nest is not moved.
// CHECK-LABEL: func @triangle
func @triangle(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index) {
  // CHECK-COUNT-4: affine.for
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %x, %b[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %x = affine.load %b[%j, %i] : memref<?x?xf32>
      affine.store %x, %b[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
