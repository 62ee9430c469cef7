// Memory that folds. What is expected is derived by hand.
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s

// Constants go into the result's type, which is cast back.
// CHECK-LABEL: func @reinterpret_known
// CHECK-NEXT: %[[R:.*]] = memref_reinterpret_cast %arg0 to offset: [1], sizes: [4], strides: [1] : memref<10xf32> to memref<4xf32, offset: 1, strides: [1]>
// CHECK-NEXT: memref_cast %[[R]] : memref<4xf32, offset: 1, strides: [1]> to memref<?xf32, offset: ?, strides: [?]>
func @reinterpret_known(%m: memref<10xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %c1 = constant 1 : index
  %c4 = constant 4 : index
  %0 = memref_reinterpret_cast %m to offset: [%c1], sizes: [%c4], strides: [%c1] : memref<10xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}

// The type without a layout stays without one, as 1 is the stride anyway.
// CHECK-LABEL: func @reinterpret_plain
// CHECK-NEXT: memref_reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [1] : memref<10xf32> to memref<4xf32>
func @reinterpret_plain(%m: memref<10xf32>) -> memref<?xf32> {
  %c4 = constant 4 : index
  %0 = memref_reinterpret_cast %m to offset: [0], sizes: [%c4], strides: [1] : memref<10xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func @reinterpret_as_before
// CHECK-NEXT: return %arg0
func @reinterpret_as_before(%m: memref<10xf32>) -> memref<10xf32> {
  %0 = memref_reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<10xf32> to memref<10xf32>
  return %0 : memref<10xf32>
}

// With an offset that is not known, the same type may be other memory.
// CHECK-LABEL: func @reinterpret_unknown
// CHECK-NEXT: memref_reinterpret_cast
func @reinterpret_unknown(%m: memref<4xf32, strided<[1], offset: ?>>, %o: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %0 = memref_reinterpret_cast %m to offset: [%o], sizes: [4], strides: [1] : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  return %0 : memref<4xf32, strided<[1], offset: ?>>
}

// Only where memory starts matters of what is reinterpreted; a part from 2 on starts elsewhere.
// CHECK-LABEL: func @reinterpret_again
// CHECK-DAG: memref_reinterpret_cast %arg0 to offset: [0], sizes: [5], strides: [1] : memref<10xf32> to memref<5xf32>
// CHECK-DAG: memref_reinterpret_cast %arg0 to offset: [0], sizes: [3], strides: [1] : memref<10xf32> to memref<3xf32>
// CHECK-DAG: %[[P:.*]] = subview %arg0[2] [5] [1]
// CHECK-DAG: memref_reinterpret_cast %[[P]] to offset: [0], sizes: [2]
// CHECK: return
func @reinterpret_again(%m: memref<10xf32>) -> (memref<5xf32>, memref<3xf32>, memref<2xf32>) {
  %0 = memref_reinterpret_cast %m to offset: [0], sizes: [2, 5], strides: [5, 1] : memref<10xf32> to memref<2x5xf32>
  %1 = memref_reinterpret_cast %0 to offset: [0], sizes: [5], strides: [1] : memref<2x5xf32> to memref<5xf32>
  %2 = subview %m[0] [5] [1] : memref<10xf32> to memref<5xf32, strided<[1]>>
  %3 = memref_reinterpret_cast %2 to offset: [0], sizes: [3], strides: [1] : memref<5xf32, strided<[1]>> to memref<3xf32>
  %4 = subview %m[2] [5] [1] : memref<10xf32> to memref<5xf32, strided<[1], offset: 2>>
  %5 = memref_reinterpret_cast %4 to offset: [0], sizes: [2], strides: [1] : memref<5xf32, strided<[1], offset: 2>> to memref<2xf32>
  return %1, %3, %5 : memref<5xf32>, memref<3xf32>, memref<2xf32>
}

// CHECK-LABEL: func @casts
// CHECK-NEXT: %[[A:.*]] = memref_cast %arg0 : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT: return %[[A]], %arg1
func @casts(%m: memref<4x?xf32>, %n: memref<4xf32>) -> (memref<?x?xf32>, memref<4xf32>) {
  %0 = memref_cast %m : memref<4x?xf32> to memref<4x6xf32>
  %1 = memref_cast %0 : memref<4x6xf32> to memref<?x?xf32>
  %2 = memref_cast %n : memref<4xf32> to memref<*xf32>
  %3 = memref_cast %2 : memref<*xf32> to memref<4xf32>
  return %1, %3 : memref<?x?xf32>, memref<4xf32>
}

// Each access looks through the cast.
// CHECK-LABEL: func @accesses
// CHECK-NOT: memref_cast
// CHECK: load %arg0[%arg1] : memref<4xf32>
// CHECK-NEXT: store %{{.*}}, %arg0[%arg1] : memref<4xf32>
// CHECK-NEXT: prefetch %arg0[%arg1], read, locality<3>, data : memref<4xf32>
// CHECK-NEXT: %{{.*}} = atomic_rmw "addf" %{{.*}}, %arg0[%arg1] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: generic_atomic_rmw %arg0[%arg1] : memref<4xf32>
// CHECK: affine.load %arg0[2] : memref<4xf32>
// CHECK: affine.store %{{.*}}, %arg0[3] : memref<4xf32>
// CHECK-NEXT: dealloc %arg0 : memref<4xf32>
func @accesses(%m: memref<4xf32>, %i: index) {
  %0 = memref_cast %m : memref<4xf32> to memref<?xf32>
  %1 = load %0[%i] : memref<?xf32>
  store %1, %0[%i] : memref<?xf32>
  prefetch %0[%i], read, locality<3>, data : memref<?xf32>
  %2 = atomic_rmw addf %1, %0[%i] : (f32, memref<?xf32>) -> f32
  %3 = generic_atomic_rmw %0[%i] : memref<?xf32> {
  ^bb0(%x: f32):
    %y = mulf %x, %2 : f32
    atomic_yield %y : f32
  }
  %4 = affine.load %0[2] : memref<?xf32>
  %5 = addf %3, %4 : f32
  affine.store %5, %0[3] : memref<?xf32>
  dealloc %0 : memref<?xf32>
  return
}

// CHECK-LABEL: func @sizes
// CHECK-NEXT: %[[C4:.*]] = constant 4 : index
// CHECK-NEXT: return %arg1, %arg2, %arg1, %arg1, %[[C4]], %arg1
func @sizes(%m: memref<?x?xf32>, %n: index, %i: index, %b: memref<2048xi8>) -> (index, index, index, index, index, index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %a = alloca(%n) : memref<4x?xf32>
  %0 = dim %a, %c1 : memref<4x?xf32>
  %s = subview %m[0, 0] [%n, %i] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %1 = dim %s, %c1 : memref<?x?xf32, strided<[?, 1]>>
  %r = subview %m[0, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1]>>
  %2 = dim %r, %c0 : memref<?xf32, strided<[1]>>
  %v = view %b[%c0][%n] : memref<2048xi8> to memref<?xf32>
  %3 = dim %v, %c0 : memref<?xf32>
  %4 = dim %a, %c0 : memref<4x?xf32>
  %p = memref_reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<?x?xf32> to memref<?xf32>
  %5 = dim %p, %c0 : memref<?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// The sizes are read where the memref is reshaped: they may change later.
// CHECK-LABEL: func @size_of_reshaped
// CHECK: %[[N:.*]] = load %arg1[%c0] : memref<1xindex>
// CHECK-NEXT: store %arg2, %arg1[%c0] : memref<1xindex>
// CHECK-NEXT: return %[[N]]
func @size_of_reshaped(%m: memref<*xf32>, %s: memref<1xindex>, %n: index) -> index {
  %c0 = constant 0 : index
  %r = memref_reshape %m(%s) : (memref<*xf32>, memref<1xindex>) -> memref<?xf32>
  store %n, %s[%c0] : memref<1xindex>
  %d = dim %r, %c0 : memref<?xf32>
  return %d : index
}

// Twice (i, j, k) -> (k, i, j) is (i, j, k) -> (j, k, i).
// CHECK-LABEL: func @transposed
// CHECK-NEXT: transpose %arg0 (d0, d1, d2) -> (d1, d2, d0) : memref<2x3x4xf32> to memref<3x4x2xf32
func @transposed(%m: memref<2x3x4xf32>) -> memref<3x4x2xf32, strided<[4, 1, 12]>> {
  %0 = transpose %m (i, j, k) -> (k, i, j) : memref<2x3x4xf32> to memref<4x2x3xf32, strided<[1, 12, 4]>>
  %1 = transpose %0 (i, j, k) -> (k, i, j) : memref<4x2x3xf32, strided<[1, 12, 4]>> to memref<3x4x2xf32, strided<[4, 1, 12]>>
  return %1 : memref<3x4x2xf32, strided<[4, 1, 12]>>
}

// 16 divides 32, so that nothing more is known by the second; 64 says more.
// CHECK-LABEL: func @aligned
// CHECK-NEXT: %[[A:.*]] = assume_alignment %arg0, 32 : memref<4xf32>
// CHECK-NEXT: %[[B:.*]] = assume_alignment %[[A]], 64 : memref<4xf32>
// CHECK-NEXT: return %[[A]], %[[B]]
func @aligned(%m: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %0 = assume_alignment %m, 32 : memref<4xf32>
  %1 = assume_alignment %0, 16 : memref<4xf32>
  %2 = assume_alignment %0, 64 : memref<4xf32>
  return %1, %2 : memref<4xf32>, memref<4xf32>
}

// Memory that is written and freed only, copies to itself, views of casts.
// CHECK-LABEL: func @not_needed
// CHECK-NEXT: %[[C0:.*]] = constant 0 : index
// CHECK-NEXT: %[[V:.*]] = view %arg1[%[[C0]]][] : memref<64xi8> to memref<4xf32>
// CHECK-NEXT: return %[[V]]
func @not_needed(%x: f32, %b: memref<64xi8>, %m: memref<4xf32>) -> memref<4xf32> {
  %c0 = constant 0 : index
  %0 = alloc() : memref<4xf32>
  store %x, %0[%c0] : memref<4xf32>
  dealloc %0 : memref<4xf32>
  copy %m, %m : memref<4xf32> to memref<4xf32>
  %1 = memref_cast %b : memref<64xi8> to memref<?xi8>
  %2 = view %1[%c0][] : memref<?xi8> to memref<4xf32>
  return %2 : memref<4xf32>
}

// Memory of a layout without strides is not cast, so its type stays.
// CHECK-LABEL: func @open_tiles
// CHECK: alloc(%{{.*}})[%arg0] : memref<?xf32, #map
// CHECK-NOT: cast
// CHECK: return
func @open_tiles(%s: index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0)>> {
  %c3 = constant 3 : index
  %m = alloc(%c3)[%s] : memref<?xf32, affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0)>>
  return %m : memref<?xf32, affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0)>>
}

// The cast hides that the sizes differ: what is copied is undefined, and the op stays valid.
// CHECK-LABEL: func @copies_of_other_sizes
// CHECK: copy %arg0, %{{.*}} : memref<1xf64> to memref<?xf64>
func @copies_of_other_sizes(%a: memref<1xf64>, %b: memref<2xf64>) {
  %c = memref_cast %b : memref<2xf64> to memref<?xf64>
  copy %a, %c : memref<1xf64> to memref<?xf64>
  return
}
