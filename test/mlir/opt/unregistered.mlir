// RUN: not mlir-lite-opt %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: mlir-lite-opt -allow-unregistered-dialect %s | FileCheck %s
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream %s > %t
// RUN: mlir-opt -allow-unregistered-dialect %s | diff - %t

// ERROR: unregistered
// CHECK: "my.op"() : () -> ()
"my.op"() : () -> ()
