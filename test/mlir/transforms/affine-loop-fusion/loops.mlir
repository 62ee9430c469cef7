// Two loops become one if each iteration of the second uses only what the same or an earlier
// iteration of the first has written.
// RUN: mlir-lite-opt %s --affine-loop-fusion | FileCheck %s
// RUN: mlir-lite-opt %s --run=sum | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-loop-fusion --run=sum | FileCheck %s --check-prefix=RESULT
// 1.5 + 1.5 is 3.0, and 3.0 + 3.0 * 3.0 is 12.0.
// RESULT: 1.200000e+01 : f32

// CHECK-LABEL: func @same_element(
// CHECK: affine.for %[[I:.*]] = 0 to 10 {
// CHECK: affine.store {{.*}}, %[[M:.*]][%[[I]]] : memref<10xf32>
// CHECK: mulf
// CHECK: affine.store {{.*}}, {{.*}}[%[[I]]] : memref<10xf32>
// CHECK-NOT: affine.for
// CHECK: return
func @same_element(%a: memref<10xf32>, %m: memref<10xf32> {llvm.noalias}, %out: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    %0 = affine.load %a[%i] : memref<10xf32>
    %1 = addf %0, %0 : f32
    affine.store %1, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[%i] : memref<10xf32>
    %1 = mulf %0, %0 : f32
    affine.store %1, %out[%i] : memref<10xf32>
  }
  return
}

// The second loop reads the last element in its first iteration: both loops remain.
// CHECK-LABEL: func @reversed(
// CHECK-COUNT-2: affine.for
// CHECK: return
func @reversed(%x: f32, %m: memref<10xf32> {llvm.noalias}, %out: memref<10xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.store %x, %m[%i] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %0 = affine.load %m[-%i + 9] : memref<10xf32>
    affine.store %0, %out[%i] : memref<10xf32>
  }
  return
}

func @sum() -> f32 {
  %x = constant 1.5 : f32
  %a = alloc() : memref<10xf32>
  %m = alloc() : memref<10xf32>
  %out = alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.store %x, %a[%i] : memref<10xf32>
  }
  call @same_element(%a, %m, %out) : (memref<10xf32>, memref<10xf32>, memref<10xf32>) -> ()
  %0 = affine.load %m[4] : memref<10xf32>
  %1 = affine.load %out[9] : memref<10xf32>
  %2 = addf %0, %1 : f32
  return %2 : f32
}
