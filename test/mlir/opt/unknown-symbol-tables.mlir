// An unknown op of one region may be a symbol table. A reference in it is looked up in the table
// around it, too.
// RUN: mlir-lite-opt -allow-unregistered-dialect %s | FileCheck %s
gpu.module @kernels {
  memref.global "private" @table : memref<8xi16>
  func.func private @helper()
  "other.body"() ({
    // CHECK: memref.get_global @table : memref<8xi16>
    // CHECK-NEXT: call @helper
    %0 = memref.get_global @table : memref<8xi16>
    func.call @helper() : () -> ()
    "other.end"(%0) : (memref<8xi16>) -> ()
  }) : () -> ()
}
