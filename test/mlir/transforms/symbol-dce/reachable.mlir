// Symbols that public symbols reach are kept.
// RUN: mlir-lite-opt %s --symbol-dce -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// CHECK: module {
// CHECK-NEXT:   func @main() {
// CHECK-NEXT:     call @used() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func private @used() {
// CHECK-NEXT:     %f = constant @value : () -> ()
// CHECK-NEXT:     "t.x"() {list = [{deep = @in_attribute}]} : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func private @value()
// CHECK-NEXT:   func private @in_attribute()
// CHECK-NEXT:   func @library()
// CHECK-NEXT: }
func @main() {
  call @used() : () -> ()
  return
}
func private @used() {
  %f = constant @value : () -> ()
  "t.x"() {list = [{deep = @in_attribute}]} : () -> ()
  return
}
func private @value()
func private @in_attribute()
func private @ping() {
  call @pong() : () -> ()
  return
}
func private @pong() {
  call @ping() : () -> ()
  return
}
func private @declared()
func @library()
