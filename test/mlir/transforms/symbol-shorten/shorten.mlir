// A reference that leaves a table to come back to it becomes the reference that does not.
// RUN: mlir-lite-opt %s --symbol-shorten -allow-unregistered-dialect | FileCheck %s --match-full-lines
// RUN: mlir-lite-opt %s --symbol-shorten -allow-unregistered-dialect --spelling=upstream --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: module {
// CHECK-NEXT:   module @foo attributes {builtin.transparent_symbols} {
// CHECK-NEXT:     func nested @bar() {
// CHECK-NEXT:       "t.user"() {uses = [@bar, @.super::@sibling::@x]} : () -> ()
// GENERIC:          "t.user"() {uses = [@bar, @.super::@sibling::@x]} : () -> ()
module {
  module @foo attributes {builtin.transparent_symbols} {
    func nested @bar() {
      "t.user"() {uses = [@.super::@foo::@bar, @.super::@sibling::@x]} : () -> ()
      return
    }
    module @inner attributes {builtin.transparent_symbols} {
      func nested @deep() { return }
      // Not further than needed: out of @inner, but not out of @foo.
      // CHECK: "t.user"() {uses = [@deep, @deep, @.super::@bar, @.super::@inner]} : () -> ()
      "t.user"() {uses = [
        @.super::@inner::@deep, @.super::@.super::@foo::@inner::@deep, @.super::@.super::@foo::@bar,
        @.super::@.super::@foo::@inner
      ]} : () -> ()
      // References that lead nowhere, or to what is not visible, stay.
      // CHECK: "t.user"() {uses = [@.super::@inner::@absent, @.super::@.super::@sibling::@private, @absent::@deep]} : () -> ()
      "t.user"() {uses = [
        @.super::@inner::@absent, @.super::@.super::@sibling::@private, @absent::@deep
      ]} : () -> ()
    }
  }
  module @sibling {
    func nested @x() { return }
    func private @private() { return }
    // No reference leaves a module that isolates symbols.
    // CHECK: "t.user"() {uses = [@.super::@sibling::@x]} : () -> ()
    "t.user"() {uses = [@.super::@sibling::@x]} : () -> ()
  }
}
