// The note with the op that an error is about.
// RUN: not mlir-lite-opt -mlir-print-op-on-diagnostic -split-input-file %s 2> %t
// RUN: FileCheck %s < %t

func @f(%a: i32, %b: f32) {
  // CHECK: print-op-on-diagnostic.mlir:[[#@LINE+5]]:3: error: 'affine.yield' op only terminates affine.if/for/parallel regions
  // CHECK-NEXT: affine.yield
  // CHECK-NEXT: ^
  // CHECK-NEXT: print-op-on-diagnostic.mlir:[[#@LINE+2]]:3: note: see current operation: "affine.yield"() : () -> ()
  // CHECK-NEXT: affine.yield
  affine.yield
}

// -----

// The document's example.
func @g() {
  // CHECK: print-op-on-diagnostic.mlir:[[#@LINE+6]]:3: error: 'module_terminator' op expects parent op 'module'
  // CHECK-NEXT: "module_terminator"() : () -> ()
  // CHECK-NEXT: ^
  // CHECK-NEXT: print-op-on-diagnostic.mlir:[[#@LINE+3]]:3: note: see current operation: "module_terminator"() : () -> ()
  // CHECK-NEXT: "module_terminator"() : () -> ()
  // CHECK-NEXT: ^
  "module_terminator"() : () -> ()
}
