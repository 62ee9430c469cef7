// An alignment that is promised is promised to LLVM, of the first element; the interpreter checks it.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream > %t.mlir && FileCheck %s < %t.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.mlir | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt %s --run=aligned | FileCheck %s --check-prefix=RUNS
// RUN: mlir-lite-opt %s --convert-std-to-llvm --run=aligned | FileCheck %s --check-prefix=RUNS
// RUN: not mlir-lite-opt %s --run=behind 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not mlir-lite-opt %s --convert-std-to-llvm --run=behind 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not mlir-lite-opt %s --run=false 2>&1 | FileCheck %s --check-prefix=FALSE
// RUNS: 7 : i32
// WRONG: the memory is not aligned as the program says
// FALSE: an assumption of the program does not hold

// CHECK-LABEL: llvm.func @promised(
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(32 : index) : i64
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
// CHECK: llvm.intr.assume %[[TRUE]] ["align"(%arg1, %[[BYTES]] : !llvm.ptr, i64)] : i1
// LLVM-LABEL: define void @promised(
// LLVM: call void @llvm.assume(i1 true) [ "align"(ptr %1, i64 32) ]
func.func @promised(%m: memref<4xf32>) {
  %0 = memref.assume_alignment %m, 32 : memref<4xf32>
  return
}

// CHECK-LABEL: llvm.func @first_element(
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(2 : index) : i64
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %arg1[%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK: llvm.intr.assume %{{.*}} ["align"(%[[FIRST]], %{{.*}} : !llvm.ptr, i64)] : i1
// LLVM-LABEL: define void @first_element(
// LLVM: %[[FIRST:.*]] = getelementptr i32, ptr %1, i64 2
// LLVM: call void @llvm.assume(i1 true) [ "align"(ptr %[[FIRST]], i64 16) ]
func.func @first_element(%m: memref<4xi32, strided<[1], offset: 2>>) {
  %0 = memref.assume_alignment %m, 16 : memref<4xi32, strided<[1], offset: 2>>
  return
}

func.func @aligned() -> i32 {
  %i = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() {alignment = 64 : i64} : memref<8xi32>
  %0 = memref.assume_alignment %m, 64 : memref<8xi32>
  memref.store %seven, %0[%i] : memref<8xi32>
  %1 = memref.load %m[%i] : memref<8xi32>
  return %1 : i32
}

// What is behind the first element of aligned memory is not aligned.
func.func @behind() -> i32 {
  %i = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %m = memref.alloc() {alignment = 64 : i64} : memref<8xi32>
  memref.store %seven, %m[%i] : memref<8xi32>
  %v = memref.subview %m[1] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 1>>
  %0 = memref.assume_alignment %v, 64 : memref<4xi32, strided<[1], offset: 1>>
  %1 = memref.load %0[%i] : memref<4xi32, strided<[1], offset: 1>>
  return %1 : i32
}

llvm.func @false() {
  %0 = llvm.mlir.constant(false) : i1
  llvm.intr.assume %0 : i1
  llvm.return
}
