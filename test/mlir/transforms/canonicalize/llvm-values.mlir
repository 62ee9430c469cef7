// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s

// Parts of a struct that is built up are found, and what built it goes.
// CHECK-LABEL: llvm.func @parts(
// CHECK-NEXT: %[[P:.*]] = llvm.getelementptr %arg0[%arg1]
// CHECK-NEXT: llvm.return %[[P]]
llvm.func @parts(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64)>
  %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64)>
  %3 = llvm.insertvalue %i, %2[2] : !llvm.struct<(ptr, ptr, i64)>
  %4 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64)>
  %5 = llvm.getelementptr %4[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %5 : !llvm.ptr
}

// The address of the first element is that of the memory.
// CHECK-LABEL: llvm.func @first(
// CHECK: %[[A:.*]] = llvm.alloca
// CHECK-NEXT: llvm.store %arg0, %[[A]]
// CHECK-NEXT: %[[B:.*]] = llvm.getelementptr %[[A]][1]
// CHECK-NEXT: llvm.store %arg1, %[[B]]
// CHECK-NEXT: llvm.load %[[A]]
llvm.func @first(%a: f32, %b: f32) -> f32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.alloca %0 x !llvm.array<8 x i8> : (i32) -> !llvm.ptr
  %2 = llvm.getelementptr %1[0] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %a, %2 : f32, !llvm.ptr
  %3 = llvm.getelementptr %1[1] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %b, %3 : f32, !llvm.ptr
  %4 = llvm.load %2 : !llvm.ptr -> f32
  llvm.return %4 : f32
}

// Values that follow from their type, and addresses, are there once.
// CHECK-LABEL: llvm.func @once(
// CHECK-COUNT-4: llvm.mlir.{{zero|poison|undef|addressof}}
// CHECK-NOT: llvm.mlir.
// CHECK: llvm.return
llvm.mlir.global internal @g(7 : i32) : i32
llvm.func @use(!llvm.ptr, !llvm.ptr, i32, i32)
llvm.func @once() {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.addressof @g : !llvm.ptr
  %2 = llvm.mlir.poison : i32
  %3 = llvm.mlir.undef : i32
  llvm.call @use(%0, %1, %2, %3) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
  %4 = llvm.mlir.zero : !llvm.ptr
  %5 = llvm.mlir.addressof @g : !llvm.ptr
  %6 = llvm.mlir.poison : i32
  %7 = llvm.mlir.undef : i32
  llvm.call @use(%4, %5, %6, %7) : (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @dead(
// CHECK-NEXT: llvm.return
llvm.func @dead() {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.poison : i32
  %2 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %3 = llvm.inttoptr %1 : i32 to !llvm.ptr
  llvm.return
}
