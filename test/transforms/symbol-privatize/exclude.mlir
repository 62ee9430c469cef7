// All symbols become private, except for those of the option, if the module has one of these.
// RUN: mlir-lite-opt %s --symbol-privatize='exclude=main' -split-input-file | FileCheck %s --match-full-lines

// The function `@f` is not in the list.
// CHECK: module {
// CHECK-NEXT:   func private @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func @main() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f() {
  return
}
func @main() {
  return
}

// -----

// A module without a symbol of the list is a library: its symbols stay public.
// CHECK: module {
// CHECK-NEXT:   func @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f() {
  return
}
