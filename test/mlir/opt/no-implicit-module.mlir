// A source is its only op.
// RUN: mlir-lite-opt %s --no-implicit-module --canonicalize | FileCheck %s
// RUN: mlir-opt %s --no-implicit-module --canonicalize | FileCheck %s
// RUN: mlir-lite-opt %s --no-implicit-module --pass-pipeline='func.func(cse)' | FileCheck %s
// RUN: not mlir-lite-opt %s --no-implicit-module --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: cat %s %s | not mlir-lite-opt --no-implicit-module 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: mlir-lite-opt %s | mlir-lite-opt --no-implicit-module | FileCheck %s --check-prefix=EXPLICIT

// CHECK-NOT: module
// CHECK: {{^}}func.func @f() {
// CHECK-NEXT: {{^}}  return
// MODULE: error: can't run 'builtin.module' pass manager on 'func.func' op
// TWO: error: source must contain a single top-level operation, found: 2
// EXPLICIT: {{^}}module {
func.func @f() {
  return
}
