// LLVM does not have floats of 8 bits and less: they become integers of their bits, as in mlir-opt. Arithmetic on them is an
// error.
// RUN: sed '/^ *\/\/ -----/,$d' %s | mlir-lite-opt --convert-std-to-llvm --spelling=upstream | FileCheck %s
// RUN: sed '/^ *\/\/ -----/,$d' %s | mlir-lite-opt --convert-std-to-llvm --spelling=upstream | mlir-opt
// RUN: not mlir-lite-opt --convert-vector-to-llvm --convert-std-to-llvm -split-input-file %s 2>&1 | FileCheck %s --check-prefix=ERROR
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

// What accepts any type, or integers too, works on the bits.
// CHECK: llvm.func @moved(
// CHECK: llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i8
// CHECK: llvm.bitcast %{{.*}} : i8 to i8
func.func @moved(%c: i1, %a: f8E5M2, %b: f8E5M2) -> i8 {
  %0 = arith.select %c, %a, %b : f8E5M2
  %1 = arith.bitcast %0 : f8E5M2 to i8
  return %1 : i8
}
// -----
// No op of the llvm dialect computes with them: the error is about the op itself.
func.func @sum(%a: f8E5M2) -> f8E5M2 {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'arith.addf'
  %0 = arith.addf %a, %a : f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @order(%a: f8E5M2) -> i1 {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'arith.cmpf'
  %0 = arith.cmpf olt, %a, %a : f8E5M2
  return %0 : i1
}
// -----
func.func @wider(%a: f4E2M1FN) -> f32 {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'arith.extf'
  %0 = arith.extf %a : f4E2M1FN to f32
  return %0 : f32
}
// -----
func.func @narrower(%a: i32) -> f8E5M2 {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'arith.sitofp'
  %0 = arith.sitofp %a : i32 to f8E5M2
  return %0 : f8E5M2
}
// -----
func.func @vectors(%a: vector<4xf8E5M2>) -> vector<4xf8E5M2> {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'arith.negf'
  %0 = arith.negf %a : vector<4xf8E5M2>
  return %0 : vector<4xf8E5M2>
}
// -----
func.func @root(%a: vector<2x4xf8E5M2>) -> vector<2x4xf8E5M2> {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'math.sqrt'
  %0 = math.sqrt %a : vector<2x4xf8E5M2>
  return %0 : vector<2x4xf8E5M2>
}
// -----
func.func @reduced(%a: vector<4xf8E5M2>) -> f8E5M2 {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'vector.reduction'
  %0 = vector.reduction <add>, %a : vector<4xf8E5M2> into f8E5M2
  return %0 : f8E5M2
}
// -----
// A sum of the bits would be another number.
func.func @complex(%a: complex<f8E5M2>) -> complex<f8E5M2> {
  // ERROR: [[#@LINE+1]]:8: error: failed to legalize operation 'complex.add'
  %0 = complex.add %a, %a : complex<f8E5M2>
  return %0 : complex<f8E5M2>
}
// -----
// INVALID: [[#@LINE+1]]:18: error:
llvm.func @f(%a: f8E5M2) { llvm.return }
