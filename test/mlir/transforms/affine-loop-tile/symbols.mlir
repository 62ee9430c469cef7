// Bounds that are not constants, and tiles of one iteration. `mlir-opt` tiles the first function in
// the same way; it tiles nothing where the bound of an inner loop depends on an outer one, and gives
// loops of one iteration to tiles of size 1.
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-size=8 --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-tile=tile-size=1 | FileCheck %s --check-prefix=ONE
// RUN: mlir-lite-opt %s --affine-loop-tile='tile-size=8 separate' --spelling=upstream \
// RUN:   | FileCheck %s --check-prefix=SEPARATE

// CHECK-DAG: #[[SAME:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[END:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// SEPARATE-DAG: #[[FULL:.*]] = affine_map<(d0) -> (d0 + 8)>
// SEPARATE-DAG: #[[IS_FULL:.*]] = affine_set<(d0, d1)[s0, s1] : (-d0 + s0 - 8 >= 0, -d1 + s1 - 8 >= 0)>

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%{{.*}}: memref<?x?xf32>, %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK-NEXT: affine.for %[[TI:.*]] = 0 to %[[N]] step 8 {
// CHECK-NEXT: affine.for %[[TJ:.*]] = 0 to %[[M]] step 8 {
// CHECK-NEXT: affine.for %[[I:.*]] = #[[SAME]](%[[TI]]) to min #[[END]](%[[TI]])[%[[N]]] {
// CHECK-NEXT: affine.for %[[J:.*]] = #[[SAME]](%[[TJ]]) to min #[[END]](%[[TJ]])[%[[M]]] {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]

// SEPARATE-LABEL: func.func @sizes
// SEPARATE: affine.if #[[IS_FULL]](%[[TI:.*]], %[[TJ:.*]])[%{{.*}}, %{{.*}}] {
// SEPARATE-NEXT: affine.for %{{.*}} = #{{.*}}(%[[TI]]) to #[[FULL]](%[[TI]]) {
// SEPARATE-NEXT: affine.for %{{.*}} = #{{.*}}(%[[TJ]]) to #[[FULL]](%[[TJ]]) {
// SEPARATE: } else {
// SEPARATE-NEXT: affine.for %{{.*}} = #{{.*}}(%[[TI]]) to min #{{.*}}(%[[TI]])[%{{.*}}] {

// ONE-LABEL: func @sizes
// ONE-COUNT-2: affine.for
// ONE-NOT: affine.for
// ONE: return
func.func @sizes(%a: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %0 = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %0, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The two outer loops are a band; the bound of the third one depends on the first.
// CHECK-LABEL: func.func @triangle
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %{{.*}} step 8 {
// CHECK-NEXT: affine.for %[[I:.*]] = #[[SAME]]
// CHECK-NEXT: affine.for %[[J:.*]] = #[[SAME]]
// CHECK-NEXT: affine.for %{{.*}} = #[[SAME]](%[[I]]) to %{{.*}} {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]
func.func @triangle(%a: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to %n {
        %0 = affine.load %a[%i, %j] : memref<?x?xf32>
        affine.store %0, %a[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Only the inner loops are permutable: in the outer one, all dependences have distance 1.
// CHECK-LABEL: func.func @time
// CHECK: affine.for %[[T:.*]] = 1 to 10 {
// CHECK-NEXT: affine.for %{{.*}} = 1 to 65 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 1 to 65 step 8 {
// CHECK-NEXT: affine.for %[[I:.*]] = #[[SAME]]
// CHECK-NEXT: affine.for %[[J:.*]] = #[[SAME]]
// CHECK-NEXT: affine.load %{{.*}}[%[[T]] - 1, %[[I]] + 1, %[[J]] + 1]
func.func @time(%a: memref<10x66x66xf32>) {
  affine.for %t = 1 to 10 {
    affine.for %i = 1 to 65 {
      affine.for %j = 1 to 65 {
        %0 = affine.load %a[%t - 1, %i + 1, %j + 1] : memref<10x66x66xf32>
        affine.store %0, %a[%t, %i, %j] : memref<10x66x66xf32>
      }
    }
  }
  return
}
