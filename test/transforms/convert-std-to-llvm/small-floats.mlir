// LLVM does not have floats of 8 bits and less: they become integers of their bits, as in mlir-opt. Arithmetic on them is an
// error.
// RUN: sed '/^ *\/\/ -----/,$d' %s | mlir-lite-opt --convert-std-to-llvm --spelling=upstream | FileCheck %s
// RUN: sed '/^ *\/\/ -----/,$d' %s | mlir-lite-opt --convert-std-to-llvm --spelling=upstream | mlir-opt
// RUN: not mlir-lite-opt --convert-std-to-llvm -split-input-file %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not mlir-lite-opt -split-input-file %s 2>&1 | FileCheck %s --check-prefix=INVALID

// CHECK: llvm.func @f(%{{.*}}: i8, %{{.*}}: i6, %{{.*}}: i4, %{{.*}}: i8, %{{.*}}: vector<4xi8>) -> i8
func.func @f(%a: f8E5M2, %b: f6E2M3FN, %c: f4E2M1FN, %d: f8E8M0FNU, %e: vector<4xf8E4M3FN>) -> f8E5M2 {
  return %a : f8E5M2
}

// CHECK: llvm.func @load(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i8
func.func @load(%m: memref<4xf8E5M2>, %i: index) -> f8E5M2 {
  %0 = memref.load %m[%i] : memref<4xf8E5M2>
  return %0 : f8E5M2
}
// -----
func.func @sum(%a: f8E5M2) -> f8E5M2 {
  // ERROR: [[#@LINE+1]]:8: error: {{.*}} must be floating point LLVM type{{.*}} but got 'i8'
  %0 = arith.addf %a, %a : f8E5M2
  return %0 : f8E5M2
}
// -----
// INVALID: [[#@LINE+1]]:18: error:
llvm.func @f(%a: f8E5M2) { llvm.return }
