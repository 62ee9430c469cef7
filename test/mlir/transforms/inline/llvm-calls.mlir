// RUN: mlir-lite-opt %s --inline | FileCheck %s

llvm.func @twice(%a: i64) -> i64 {
  %0 = llvm.add %a, %a : i64
  llvm.return %0 : i64
}

// CHECK-LABEL: llvm.func @caller(
// CHECK-NEXT: %[[R:.*]] = llvm.add %arg0, %arg0 : i64
// CHECK-NEXT: llvm.return %[[R]]
llvm.func @caller(%a: i64) -> i64 {
  %0 = llvm.call @twice(%a) : (i64) -> i64
  llvm.return %0 : i64
}

llvm.func @several_blocks(%c: i1, %a: i64) -> i64 {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.return %a : i64
^bb2:
  %0 = llvm.mul %a, %a : i64
  llvm.return %0 : i64
}

// CHECK-LABEL: llvm.func @caller_of_blocks(
// CHECK: llvm.cond_br %arg0, ^bb1, ^bb2
// CHECK: llvm.br ^bb3(%arg1 : i64)
// CHECK: %[[M:.*]] = llvm.mul
// CHECK: llvm.br ^bb3(%[[M]] : i64)
// CHECK: ^bb3(%[[R:.*]]: i64)
// CHECK: llvm.return %[[R]]
llvm.func @caller_of_blocks(%c: i1, %a: i64) -> i64 {
  %0 = llvm.call @several_blocks(%c, %a) : (i1, i64) -> i64
  llvm.return %0 : i64
}

llvm.func @with_memory(%a: i32) -> i32 {
  %0 = llvm.mlir.constant(1 : i64) : i64
  %1 = llvm.alloca %0 x i32 : (i64) -> !llvm.ptr
  llvm.store %a, %1 : i32, !llvm.ptr
  %2 = llvm.load %1 : !llvm.ptr -> i32
  llvm.return %2 : i32
}

// A loop reserves the memory once: it moves to the function's start.
// CHECK-LABEL: llvm.func @loop(
// CHECK-NEXT: %[[C:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: %[[P:.*]] = llvm.alloca %[[C]] x i32
// CHECK: ^bb1
// CHECK: llvm.intr.lifetime.start %[[P]]
// CHECK-NEXT: llvm.store
// CHECK-NEXT: llvm.load
// CHECK-NEXT: llvm.intr.lifetime.end %[[P]]
llvm.func @loop(%a: i32, %c: i1) -> i32 {
  llvm.br ^bb1
^bb1:
  %0 = llvm.call @with_memory(%a) : (i32) -> i32
  llvm.cond_br %c, ^bb1, ^bb2
^bb2:
  llvm.return %0 : i32
}

llvm.func @stays_apart(%a: i64) -> i64 attributes {no_inline} {
  llvm.return %a : i64
}

llvm.func @any_arguments(%a: i64, ...) -> i64 {
  llvm.return %a : i64
}

// CHECK-LABEL: llvm.func @calls_stay(
// CHECK: llvm.call @stays_apart
// CHECK: llvm.call @twice{{.*}}no_inline
// CHECK: llvm.call @any_arguments
llvm.func @calls_stay(%a: i64) -> i64 {
  %0 = llvm.call @stays_apart(%a) : (i64) -> i64
  %1 = llvm.call @twice(%0) {no_inline} : (i64) -> i64
  %2 = llvm.call @any_arguments(%1, %a) vararg(!llvm.func<i64 (i64, ...)>) : (i64, i64) -> i64
  llvm.return %2 : i64
}
