// RUN: mlir-lite-opt %s --llvm-request-c-wrappers --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --llvm-request-c-wrappers --convert-func-to-llvm --spelling=upstream | FileCheck %s --check-prefix=LLVM

// CHECK: func.func private @declared(memref<*xf32>) attributes {llvm.emit_c_interface}
// LLVM: llvm.func @_mlir_ciface_declared(!llvm.ptr)
func.func private @declared(memref<*xf32>)

// CHECK: func.func @defined(%arg0: i32) -> i32 attributes {llvm.emit_c_interface}
// LLVM: llvm.func @_mlir_ciface_defined(%arg0: i32) -> i32
func.func @defined(%a: i32) -> i32 {
  return %a : i32
}
