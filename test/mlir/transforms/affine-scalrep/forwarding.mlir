// A load of what a store has written becomes the stored value, and memory that is only written is
// erased. `mlir-opt` makes the same of both functions.
// RUN: mlir-lite-opt %s --affine-scalrep --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --affine-scalrep | FileCheck %s

// CHECK-LABEL: func.func @local_memory(
// CHECK-SAME: %[[X:.*]]: f32, %[[OUT:.*]]: memref<10xf32>
// CHECK-NOT: memref.alloc
// CHECK: affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK-NEXT: affine.store %[[SUM]], %[[OUT]][%[[I]]] : memref<10xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func @local_memory(%x: f32, %out: memref<10xf32>) {
  %m = alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
    %0 = affine.load %m[%i] : memref<10xf32>
    %1 = addf %0, %0 : f32
    affine.store %1, %out[%i] : memref<10xf32>
  }
  dealloc %m : memref<10xf32>
  return
}

// A store to another element may be in between: the load remains.
// CHECK-LABEL: func.func @other_element(
// CHECK: affine.store
// CHECK-NEXT: affine.store
// CHECK-NEXT: affine.load
func @other_element(%x: f32, %y: f32, %m: memref<10xf32>, %n: index) -> f32 {
  affine.store %x, %m[0] : memref<10xf32>
  affine.store %y, %m[symbol(%n)] : memref<10xf32>
  %0 = affine.load %m[0] : memref<10xf32>
  return %0 : f32
}
