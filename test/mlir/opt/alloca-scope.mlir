// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: mlir-lite-opt %s --run=f --run-args=3.0,2 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --convert-std-to-llvm --run=f --run-args=3.0,2 | FileCheck %s --check-prefix=VALUE
// RUN: mlir-lite-opt %s --convert-std-to-llvm | FileCheck %s --check-prefix=LLVM
// VALUE: 3.000000e+00

// At the end of a function, its memory is freed.
// CANON-LABEL: func.func @f(
// CANON-NEXT: memref.alloca()
// CANON-NOT: memref.alloca_scope
// LLVM-LABEL: llvm.func @f(
// LLVM: %[[S:.*]] = llvm.intr.stacksave
// LLVM: llvm.alloca
// LLVM: %[[R:.*]] = llvm.load
// LLVM: llvm.intr.stackrestore %[[S]]
// LLVM-NEXT: llvm.return %[[R]]
func.func @f(%x: f32, %i: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %m = memref.alloca() : memref<4xf32>
    memref.store %x, %m[%i] : memref<4xf32>
    %1 = memref.load %m[%i] : memref<4xf32>
    memref.alloca_scope.return %1 : f32
  }
  return %0 : f32
}

// Without memory, nothing is freed.
// CANON-LABEL: func.func @g(
// CANON-NEXT: %[[R:.*]] = arith.addf %arg0, %arg0 : f32
// CANON-NEXT: return %[[R]]
func.func @g(%x: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = arith.addf %x, %x : f32
    memref.alloca_scope.return %1 : f32
  }
  return %0 : f32
}

// CANON-LABEL: func.func @stays(
// CANON: memref.alloca_scope  -> (f32)
func.func @stays(%x: f32, %i: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %m = memref.alloca() : memref<4xf32>
    memref.store %x, %m[%i] : memref<4xf32>
    %1 = memref.load %m[%i] : memref<4xf32>
    memref.alloca_scope.return %1 : f32
  }
  %2 = arith.addf %0, %x : f32
  return %2 : f32
}
