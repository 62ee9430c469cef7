// With `keep-libraries`, a module without a symbol of the list stays as it is, and only functions
// with a body become private.
// RUN: mlir-lite-opt %s --symbol-privatize='exclude=main keep-libraries' -split-input-file | FileCheck %s --match-full-lines

// CHECK: module {
// CHECK-NEXT:   global_memref @g : memref<2xf32>
// CHECK-NEXT:   func private @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func @main() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
global_memref @g : memref<2xf32>
func @f() {
  return
}
func @main() {
  return
}

// -----

// CHECK: module {
// CHECK-NEXT:   func @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f() {
  return
}
