// Memory of any address space is freed by its pointer in the usual one; mlir-opt 22 makes a call here that its verifier rejects.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir -o /dev/null

// CHECK-LABEL: llvm.func @release
// CHECK: %[[F:.*]] = llvm.addrspacecast %{{.*}} : !llvm.ptr<3> to !llvm.ptr
// CHECK: llvm.call @free(%[[F]]) : (!llvm.ptr) -> ()
func.func @release(%m: memref<4xf32, 3>) {
  memref.dealloc %m : memref<4xf32, 3>
  return
}
