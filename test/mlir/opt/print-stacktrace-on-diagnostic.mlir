// The note with the stack of the compiler where it reports an error. Without the flag, there is none.
// RUN: not mlir-lite-opt -mlir-print-stacktrace-on-diagnostic %s 2> %t
// RUN: FileCheck %s < %t
// RUN: not mlir-lite-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

func @f(%a: i32, %b: f32) {
  // WITHOUT: error: 'affine.yield' op only terminates affine.if/for/parallel regions
  // WITHOUT-NOT: trace
  // CHECK: print-stacktrace-on-diagnostic.mlir:[[#@LINE+7]]:3: error: 'affine.yield' op only terminates affine.if/for/parallel regions
  // CHECK-NEXT: affine.yield
  // CHECK-NEXT: ^
  // CHECK-NEXT: print-stacktrace-on-diagnostic.mlir:[[#@LINE+4]]:3: note: diagnostic emitted with trace:
  // CHECK: {{[0-9]+}}: {{.*}}mlir_lite_ir::verify
  // CHECK: {{[0-9]+}}: {{.*}}mlir_lite_opt
  // CHECK-NOT: error
  affine.yield
}
