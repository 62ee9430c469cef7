// Affine ops that fold. What is expected is derived by hand.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s

// CHECK-DAG: #[[JOINED:.*]] = affine_map<(d0, d1) -> (d0, 8, d1)>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0) -> (d0 + 1)>

// min(min(a, 8, b), 16, a): a once, and 16 is more than 8.
// CHECK-LABEL: func @min_of_min
// CHECK-NEXT: affine.min #[[JOINED]](%arg0, %arg1)
// CHECK-NEXT: return
func @min_of_min(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<(d0, d1) -> (d0, 8, d1)>(%a, %b)
  %1 = affine.min affine_map<(d0, d1) -> (d0, 16, d1)>(%0, %a)
  return %1 : index
}

// CHECK-LABEL: func @max_of_one
// CHECK-NEXT: affine.apply #[[ONE]](%arg0)
func @max_of_one(%a: index) -> (index, index) {
  %0 = affine.max affine_map<(d0) -> (d0 + 1, d0 + 1)>(%a)
  %1 = affine.max affine_map<(d0) -> (d0, d0)>(%a)
  // CHECK-NEXT: return %{{.*}}, %arg0
  return %0, %1 : index, index
}

// A maximum of a minimum is none of the two.
// CHECK-LABEL: func @max_of_min
// CHECK-NEXT: affine.min
// CHECK-NEXT: affine.max
func @max_of_min(%a: index, %b: index) -> index {
  %0 = affine.min affine_map<(d0, d1) -> (d0, d1)>(%a, %b)
  %1 = affine.max affine_map<(d0, d1) -> (d0, d1)>(%0, %a)
  return %1 : index
}

// CHECK-LABEL: func @parallel_bounds
// CHECK-NEXT: affine.parallel (%arg{{.*}}, %arg{{.*}}) = (0, 0) to (10, symbol(%arg1) * 2 + 1)
func @parallel_bounds(%m: memref<100x100xf32>, %n: index, %x: f32) {
  %c0 = constant 0 : index
  %c10 = constant 10 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  affine.parallel (%i, %j) = (%c0, 0) to (%c10, symbol(%0) + 1) {
    affine.store %x, %m[%i, %j] : memref<100x100xf32>
  }
  return
}

// From 0 to 4, in steps of 2: 0 and 2.
// CHECK-LABEL: func @in_loop
// CHECK: affine.for %[[I:.*]] = 0 to 4 step 2 {
// CHECK-NEXT: affine.store %arg1, %arg0[%[[I]]]
// CHECK-NEXT: affine.store %arg1, %arg0[0]
// CHECK-NEXT: affine.store %arg1, %arg0[%[[I]] ceildiv 2]
// CHECK-NEXT: affine.store %arg1, %arg0[%[[I]] mod 2]
func @in_loop(%m: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 4 step 2 {
    affine.store %x, %m[%i mod 3] : memref<100xf32>
    affine.store %x, %m[%i floordiv 3] : memref<100xf32>
    affine.store %x, %m[%i ceildiv 2] : memref<100xf32>
    affine.store %x, %m[%i mod 2] : memref<100xf32>
  }
  return
}

// 23 = 2 * 10 + 3, and -1 = -1 * 10 + 9.
// CHECK-LABEL: func @split_constants
// CHECK-DAG: %[[C2:.*]] = constant 2 : index
// CHECK-DAG: %[[C3:.*]] = constant 3 : index
// CHECK-DAG: %[[M1:.*]] = constant -1 : index
// CHECK-DAG: %[[C9:.*]] = constant 9 : index
// CHECK: return %[[C2]], %[[C3]], %[[M1]], %[[C9]]
func @split_constants() -> (index, index, index, index) {
  %c23 = constant 23 : index
  %cm1 = constant -1 : index
  %0:2 = affine.delinearize_index %c23 into (4, 10) : index, index
  %1:2 = affine.delinearize_index %cm1 into (10) : index, index
  return %0#0, %0#1, %1#0, %1#1 : index, index, index, index
}

// CHECK-LABEL: func @split_ones
// CHECK: %[[S:.*]]:2 = affine.delinearize_index %arg0 into (4, 7) : index, index
// CHECK-NEXT: return %[[S]]#0, %c0, %[[S]]#1, %arg0
func @split_ones(%a: index) -> (index, index, index, index) {
  %c7 = constant 7 : index
  %0:3 = affine.delinearize_index %a into (4, 1, %c7) : index, index, index
  %1 = affine.delinearize_index %a into (9) : index
  return %0#0, %0#1, %0#2, %1 : index, index, index, index
}

// 1 * 7 + 2; zeros in front, and subscripts of size 1.
// CHECK-LABEL: func @join_known
// CHECK-DAG: %[[C9:.*]] = constant 9 : index
// CHECK-DAG: %[[A:.*]] = affine.linearize_index [%arg0, %arg1] by (4, 5) : index
// CHECK-DAG: %[[B:.*]] = affine.linearize_index disjoint [%arg0, %arg1] by (3, 5) : index
// CHECK: return %[[C9]], %[[A]], %[[B]]
func @join_known(%a: index, %b: index, %c: index) -> (index, index, index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c2 = constant 2 : index
  %0 = affine.linearize_index [%c1, %c2] by (3, 7) : index
  %1 = affine.linearize_index [%c0, %a, %b] by (3, 4, 5) : index
  %2 = affine.linearize_index disjoint [%a, %c, %b] by (3, 1, 5) : index
  return %0, %1, %2 : index, index, index
}

// What is split and joined again, alone and behind another subscript: 35 = 5 * 7.
// CHECK-LABEL: func @join_of_split
// CHECK-NEXT: %[[J:.*]] = affine.linearize_index disjoint [%arg1, %arg0] by (2, 35) : index
// CHECK-NEXT: return %arg0, %[[J]]
func @join_of_split(%a: index, %b: index) -> (index, index) {
  %0:2 = affine.delinearize_index %a into (5, 7) : index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1] by (5, 7) : index
  %2 = affine.linearize_index disjoint [%b, %0#0, %0#1] by (2, 5, 7) : index
  return %1, %2 : index, index
}

// What is joined and split again: the same sizes at the end, and 64 as 8 * 8.
// CHECK-LABEL: func @split_of_join
// CHECK-NEXT: %[[S:.*]]:2 = affine.delinearize_index %arg1 into (8, 8) : index, index
// CHECK-NEXT: return %arg0, %arg1, %arg0, %[[S]]#0, %[[S]]#1
func @split_of_join(%a: index, %b: index) -> (index, index, index, index, index) {
  %0 = affine.linearize_index disjoint [%a, %b] by (2, 7) : index
  %1:2 = affine.delinearize_index %0 into (3, 7) : index, index
  %2 = affine.linearize_index disjoint [%a, %b] by (5, 64) : index
  %3:3 = affine.delinearize_index %2 into (5, 8, 8) : index, index, index
  return %1#0, %1#1, %3#0, %3#1, %3#2 : index, index, index, index, index
}

// A subscript may exceed its size unless `disjoint` says that it does not.
// CHECK-LABEL: func @split_of_overlapping
// CHECK-NEXT: affine.linearize_index
// CHECK-NEXT: affine.delinearize_index
func @split_of_overlapping(%a: index, %b: index) -> (index, index) {
  %0 = affine.linearize_index [%a, %b] by (2, 7) : index
  %1:2 = affine.delinearize_index %0 into (2, 7) : index, index
  return %1#0, %1#1 : index, index
}

// CHECK-LABEL: func @vectors
// CHECK-NEXT: %[[V:.*]] = affine.vector_load %arg0[2] : memref<10xf32>, vector<2xf32>
// CHECK-NEXT: affine.vector_store %[[V]], %arg0[4] : memref<10xf32>, vector<2xf32>
// CHECK-NEXT: affine.prefetch %arg0[2], read, locality<3>, data : memref<10xf32>
func @vectors(%m: memref<10xf32>) {
  %c1 = constant 1 : index
  %i = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%c1]
  %c = memref_cast %m : memref<10xf32> to memref<?xf32>
  %v = affine.vector_load %c[symbol(%i)] : memref<?xf32>, vector<2xf32>
  affine.vector_store %v, %c[symbol(%i) * 2] : memref<?xf32>, vector<2xf32>
  affine.prefetch %c[symbol(%i)], read, locality<3>, data : memref<?xf32>
  return
}

// What always holds of a condition is left out, and so is what stands twice.
// CHECK-LABEL: func @conditions
// CHECK: affine.if #{{.*}}(%arg0) {
func @conditions(%a: index, %m: memref<10xf32>, %x: f32) {
  affine.if affine_set<(d0) : (d0 - d0 + 3 >= 0, d0 - 1 >= 0, d0 - 1 >= 0)>(%a) {
    affine.store %x, %m[0] : memref<10xf32>
  }
  return
}
