// Functions, calls, memory and accesses.
// RUN: mlir-lite-opt %s --split-input-file --convert-std-to-llvm --verify-each | FileCheck %s

// Several results are one struct.
// CHECK-LABEL: llvm.func @foo(%arg0: i32, %arg1: i64) -> !llvm.struct<(i32, i64)> {
// CHECK-NEXT: %[[EMPTY:.*]] = llvm.mlir.poison : !llvm.struct<(i32, i64)>
// CHECK-NEXT: %[[HALF:.*]] = llvm.insertvalue %arg0, %[[EMPTY]][0] : !llvm.struct<(i32, i64)>
// CHECK-NEXT: %[[BOTH:.*]] = llvm.insertvalue %arg1, %[[HALF]][1] : !llvm.struct<(i32, i64)>
// CHECK-NEXT: llvm.return %[[BOTH]] : !llvm.struct<(i32, i64)>
func @foo(%arg0: i32, %arg1: i64) -> (i32, i64) {
  return %arg0, %arg1 : i32, i64
}

// CHECK-LABEL: llvm.func @bar() {
// CHECK-NEXT: %[[A:.*]] = llvm.mlir.constant(42 : i32) : i32
// CHECK-NEXT: %[[B:.*]] = llvm.mlir.constant(17 : i64) : i64
// CHECK-NEXT: %[[FIRST:.*]] = llvm.call @foo(%[[A]], %[[B]]) : (i32, i64) -> !llvm.struct<(i32, i64)>
// CHECK-NEXT: %[[C:.*]] = llvm.extractvalue %[[FIRST]][0] : !llvm.struct<(i32, i64)>
// CHECK-NEXT: %[[D:.*]] = llvm.extractvalue %[[FIRST]][1] : !llvm.struct<(i32, i64)>
// CHECK-NEXT: llvm.call @foo(%[[C]], %[[D]]) : (i32, i64) -> !llvm.struct<(i32, i64)>
// CHECK-NEXT: llvm.return
func @bar() {
  %0 = constant 42 : i32
  %1 = constant 17 : i64
  %2:2 = call @foo(%0, %1) : (i32, i64) -> (i32, i64)
  %3:2 = call @foo(%2#0, %2#1) : (i32, i64) -> (i32, i64)
  return
}

// -----

// A memref is passed as its fields: two pointers, the offset, and for each dimension a size and a stride.
// CHECK: llvm.func @takes(!llvm.ptr, !llvm.ptr, i64, i64, i64) attributes {sym_visibility = "private"}
func private @takes(memref<?xf32>)

// CHECK-LABEL: llvm.func @passes(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64) -> f32 {
// CHECK-NEXT: llvm.call @takes(%arg0, %arg1, %arg2, %arg3, %arg4) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds|nuw %arg1[%arg5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[X:.*]] = llvm.load %[[AT]] : !llvm.ptr -> f32
// CHECK-NEXT: llvm.return %[[X]] : f32
func @passes(%m: memref<?xf32>, %i: index) -> f32 {
  call @takes(%m) : (memref<?xf32>) -> ()
  %0 = load %m[%i] : memref<?xf32>
  return %0 : f32
}

// -----

// A place is linear in the strides and the offset: of strides 7 and unknown, two products and two sums.
// CHECK-LABEL: llvm.func @strided(
// CHECK-SAME: %arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64,
// CHECK-SAME: %arg7: i64, %arg8: i64, %arg9: f64) {
// CHECK-NEXT: %[[SEVEN:.*]] = llvm.mlir.constant(7 : index) : i64
// CHECK-NEXT: %[[ROWS:.*]] = llvm.mul %arg7, %[[SEVEN]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[COLUMNS:.*]] = llvm.mul %arg8, %arg6 overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[SUM:.*]] = llvm.add %[[ROWS]], %[[COLUMNS]] overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[PLACE:.*]] = llvm.add %[[SUM]], %arg2 overflow<nsw, nuw> : i64
// CHECK-NEXT: %[[AT:.*]] = llvm.getelementptr inbounds|nuw %arg1[%[[PLACE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: llvm.store %arg9, %[[AT]] : f64, !llvm.ptr
// CHECK-NEXT: llvm.return
func @strided(%m: memref<4x?xf64, affine_map<(d0, d1)[s0, s1] -> (d0 * 7 + d1 * s1 + s0)>>, %i: index, %j: index, %x: f64) {
  store %x, %m[%i, %j] : memref<4x?xf64, affine_map<(d0, d1)[s0, s1] -> (d0 * 7 + d1 * s1 + s0)>>
  return
}

// -----

// Memory comes from `malloc`; that of a global stays where it is.
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK-NEXT: llvm.func @free(!llvm.ptr)
// CHECK-NEXT: llvm.mlir.global private constant @g(dense<{{.*}}> : tensor<2x3xf64>) {addr_space = 0 : i32} : !llvm.array<2 x array<3 x f64>>
global_memref "private" constant @g : memref<2x3xf64> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>

// CHECK-LABEL: llvm.func @copies(%arg0: i64) -> f64 {
// CHECK-NEXT: %[[COUNT:.*]] = llvm.mlir.constant(6 : index) : i64
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[END:.*]] = llvm.getelementptr %[[NULL]][%[[COUNT]]] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: %[[BYTES:.*]] = llvm.ptrtoint %[[END]] : !llvm.ptr to i64
// CHECK-NEXT: %[[NEW:.*]] = llvm.call @malloc(%[[BYTES]]) : (i64) -> !llvm.ptr
// CHECK-NEXT: %[[GLOBAL:.*]] = llvm.mlir.addressof @g : !llvm.ptr
// CHECK-NEXT: %[[FIRST:.*]] = llvm.getelementptr %[[GLOBAL]][0, 0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x array<3 x f64>>
// CHECK: %[[FROM:.*]] = llvm.getelementptr inbounds|nuw %[[FIRST]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: %[[X:.*]] = llvm.load %[[FROM]] : !llvm.ptr -> f64
// CHECK: %[[TO:.*]] = llvm.getelementptr inbounds|nuw %[[NEW]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK-NEXT: llvm.store %[[X]], %[[TO]] : f64, !llvm.ptr
// CHECK-NEXT: llvm.call @free(%[[NEW]]) : (!llvm.ptr) -> ()
// CHECK-NEXT: llvm.return %[[X]] : f64
func @copies(%i: index) -> f64 {
  %a = alloc() : memref<2x3xf64>
  %g = get_global_memref @g : memref<2x3xf64>
  %x = load %g[%i, %i] : memref<2x3xf64>
  store %x, %a[%i, %i] : memref<2x3xf64>
  dealloc %a : memref<2x3xf64>
  return %x : f64
}
