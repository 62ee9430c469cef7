// Ops check the symbols that they refer to; their references are flat.
// RUN: not mlir-lite-opt -split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: 'std.call' op 'nope' does not reference a valid function
func @f() {
  call @nope() : () -> ()
  return
}
// -----
// CHECK: error: 'std.constant' op reference to undefined function '@nope'
func @f() {
  %0 = constant @nope : () -> ()
  return
}
// -----
// CHECK: error: 'std.get_global_memref' op 'nope' does not reference a valid global memref
func @f() {
  %0 = get_global_memref @nope : memref<4xf32>
  return
}
// -----
// CHECK: error: 'llvm.call' op 'nope' does not reference a function 'llvm.func'
llvm.func @f() {
  llvm.call @nope() : () -> ()
  llvm.return
}
// -----
// CHECK: error: 'llvm.mlir.addressof' op must refer to an 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func'
llvm.func @f() {
  %0 = llvm.mlir.addressof @nope : !llvm.ptr
  llvm.return
}
// -----
// CHECK: error: 'llvm.mlir.global_ctors' op refers to 'nope', which is not an 'llvm.func' of the module
llvm.mlir.global_ctors ctors = [@nope], priorities = [0 : i32], data = [#llvm.zero]
// -----
// CHECK: error: 'llvm.mlir.global_dtors' op refers to 'nope', which is not an 'llvm.func' of the module
llvm.mlir.global_dtors dtors = [@nope], priorities = [0 : i32], data = [#llvm.zero]
// -----
// CHECK: error: attribute 'callee' must be: flat symbol reference attribute
module @m {
  func @f() {
    return
  }
}
func @g() {
  call @m::@f() : () -> ()
  return
}
