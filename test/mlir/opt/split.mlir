// RUN: not mlir-lite-opt -split-input-file %s 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERROR < %t
// RUN: mlir-lite-opt -split-input-file -verify-diagnostics %s | FileCheck %s

// CHECK: func @a
// CHECK: // -----
// CHECK-NEXT: // -----
// CHECK: func @c
func @a() {
  return
}
// -----
// ERROR: split.mlir:[[#@LINE+2]]:20: error: use of undeclared SSA value name
// expected-error@+1 {{undeclared SSA value}}
func @b() { return %x : i32 }
// -----
func @c() {
  return
}
