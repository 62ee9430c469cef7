// The example of docs/symbols.md is read, printed, and keeps what it refers to.
// RUN: mlir-lite-opt %s --spelling=upstream -allow-unregistered-dialect | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream -allow-unregistered-dialect --symbol-dce | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream -allow-unregistered-dialect --mlir-print-op-generic | mlir-lite-opt --spelling=upstream -allow-unregistered-dialect | FileCheck %s

// CHECK:      module @foo {
// CHECK-NEXT:   func.func nested @nested() {
// CHECK:      module @bar attributes {builtin.transparent_symbols} {
// CHECK-NEXT:   "symbol_user.user"() {uses = [@.super::@foo::@nested]} : () -> ()
module {
  module @foo {
    func.func nested @nested() { return }
  }
  module @bar attributes {builtin.transparent_symbols} {
    "symbol_user.user"() {uses = [@.super::@foo::@nested]} : () -> ()
  }
}
