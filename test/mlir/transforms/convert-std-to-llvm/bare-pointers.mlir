// Memrefs of static shape are passed as the pointers to their elements.
// RUN: mlir-lite-opt %s --convert-std-to-llvm=use-bare-ptr-memref-call-conv --split-input-file 2>%t; FileCheck %s --check-prefix=ERROR --input-file=%t
// RUN: not mlir-lite-opt %s --convert-std-to-llvm=use-bare-ptr-memref-call-conv --split-input-file 2>/dev/null | FileCheck %s

// CHECK-LABEL: llvm.func @load(%arg0: !llvm.ptr, %arg1: i64) -> f32
// CHECK: %[[STRIDE:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK: %[[PRODUCT:.*]] = llvm.mul %arg1, %[[STRIDE]]
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(7 : index) : i64
// CHECK: %[[INDEX:.*]] = llvm.add %[[PRODUCT]], %[[OFFSET]]
// CHECK: llvm.getelementptr {{.*}}%arg0[%[[INDEX]]]
func @load(%m: memref<4xf32, strided<[2], offset: 7>>, %i: index) -> f32 {
  %0 = load %m[%i] : memref<4xf32, strided<[2], offset: 7>>
  return %0 : f32
}

// CHECK-LABEL: llvm.func @pass(%arg0: !llvm.ptr) -> !llvm.struct<(ptr, i64)>
// CHECK: %[[R:.*]] = llvm.call @get(%arg0, %{{.*}}) : (!llvm.ptr, i64) -> !llvm.ptr
// CHECK: %[[P:.*]] = llvm.insertvalue %[[R]], %{{.*}}[0]
// CHECK: llvm.insertvalue %{{.*}}, %[[P]][1]
func @pass(%m: memref<2x3xf64>) -> (memref<5xf64>, index) {
  %c2 = constant 2 : index
  %0 = call @get(%m, %c2) : (memref<2x3xf64>, index) -> memref<5xf64>
  return %0, %c2 : memref<5xf64>, index
}
// CHECK: llvm.func @get(!llvm.ptr, i64) -> !llvm.ptr
func private @get(memref<2x3xf64>, index) -> memref<5xf64>

// -----
// ERROR: 'memref<?xf64>' cannot be passed as a bare pointer: its sizes, strides and offset are not all known
func private @unknown(memref<?xf64>)
