// The sums of 8 rows are computed at once, and those of the last 5 after them. What does not depend
// on the row is loaded once.
// RUN: mlir-lite-opt %s --affine-jam-reductions | FileCheck %s
// RUN: mlir-lite-opt %s --affine-jam-reductions=rows=2 | FileCheck %s --check-prefix=TWO
// RUN: mlir-lite-opt %s --run=product | FileCheck %s --check-prefix=RESULT
// RUN: mlir-lite-opt %s --affine-jam-reductions --run=product | FileCheck %s --check-prefix=RESULT
// RESULT: 1.104100e+04 : f64

// CHECK-LABEL: func @times_vector(
// CHECK: affine.for %[[I:.*]] = 0 to 16 step 8 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]] : memref<21xf64>
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] + 1] : memref<21xf64>
// CHECK: affine.for %[[K:.*]] = 0 to 30 iter_args({{.*}}) -> (f64, f64, f64, f64, f64, f64, f64, f64) {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[K]]] : memref<21x30xf64>
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] + 1, %[[K]]] : memref<21x30xf64>
// CHECK: affine.load %{{.*}}[%[[K]]] : memref<30xf64>
// CHECK-NOT: affine.load
// CHECK: affine.yield
// CHECK: affine.store %{{.*}}#7, %{{.*}}[%[[I]] + 7] : memref<21xf64>
// CHECK: affine.for %{{.*}} = 16 to 21 step 5 {
// CHECK: -> (f64, f64, f64, f64, f64) {
// TWO-LABEL: func @times_vector(
// TWO: affine.for %{{.*}} = 0 to 20 step 2 {
// TWO: -> (f64, f64) {
// TWO: affine.for %{{.*}} = 20 to 21 {
// TWO: -> (f64) {
func @times_vector(%a: memref<21x30xf64>, %x: memref<30xf64>, %c: memref<21xf64> {llvm.noalias}) {
  affine.for %i = 0 to 21 {
    affine.for %k = 0 to 30 {
      %0 = affine.load %a[%i, %k] : memref<21x30xf64>
      %1 = affine.load %x[%k] : memref<30xf64>
      %2 = affine.load %c[%i] : memref<21xf64>
      %3 = fmaf %0, %1, %2 : f64
      affine.store %3, %c[%i] : memref<21xf64>
    }
  }
  return
}

// The result may be the vector.
// CHECK-LABEL: func @unknown_memory(
// CHECK-NOT: iter_args
// CHECK: return
func @unknown_memory(%a: memref<21x30xf64>, %x: memref<30xf64>, %c: memref<21xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %k = 0 to 30 {
      %0 = affine.load %a[%i, %k] : memref<21x30xf64>
      %1 = affine.load %x[%k] : memref<30xf64>
      %2 = affine.load %c[%i] : memref<21xf64>
      %3 = fmaf %0, %1, %2 : f64
      affine.store %3, %c[%i] : memref<21xf64>
    }
  }
  return
}

// The element 20 of the product of the matrix with the rows 0, 1, .. 20 in all 30 columns, and
// the vector 0, 1, .. 29: 20 * 435, and what the element was before.
func @product() -> f64 {
  %before = constant 2341.0 : f64
  %a = alloc() : memref<21x30xf64>
  %x = alloc() : memref<30xf64>
  %c = alloc() : memref<21xf64>
  affine.for %i = 0 to 21 {
    %0 = index_cast %i : index to i64
    %1 = sitofp %0 : i64 to f64
    affine.store %before, %c[%i] : memref<21xf64>
    affine.for %k = 0 to 30 {
      affine.store %1, %a[%i, %k] : memref<21x30xf64>
    }
  }
  affine.for %k = 0 to 30 {
    %0 = index_cast %k : index to i64
    %1 = sitofp %0 : i64 to f64
    affine.store %1, %x[%k] : memref<30xf64>
  }
  call @times_vector(%a, %x, %c) : (memref<21x30xf64>, memref<30xf64>, memref<21xf64>) -> ()
  %0 = affine.load %c[20] : memref<21xf64>
  return %0 : f64
}
