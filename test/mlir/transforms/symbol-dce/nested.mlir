// If the pass runs on nested modules, it does not see what refers to them from outside.
// RUN: mlir-lite-opt %s --pass-pipeline='module(module(symbol-dce))' -allow-unregistered-dialect | FileCheck %s --match-full-lines

// CHECK:      module {
// CHECK-NEXT:   module @public {
// CHECK-NEXT:     func nested @f() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   module @private attributes {sym_visibility = "private"} {
// CHECK-NEXT:     func nested @f() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   "t.user"() {uses = [@private::@f]} : () -> ()
// CHECK-NEXT:   module {
// CHECK-NEXT:   }
// CHECK-NEXT:   module @back attributes {builtin.transparent_symbols} {
// CHECK-NEXT:     func private @by_its_name() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:     "t.user"() {uses = [@.super::@back::@by_its_name, @.super::@other::@x]} : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
module {
  module @public {
    func nested @f() { return }
    func private @g() { return }
  }
  module @private attributes {sym_visibility = "private"} {
    func nested @f() { return }
  }
  "t.user"() {uses = [@private::@f]} : () -> ()
  // A module without a name cannot be referred to.
  module {
    func nested @f() { return }
  }
  module @back attributes {builtin.transparent_symbols} {
    func private @by_its_name() { return }
    func private @x() { return }
    "t.user"() {uses = [@.super::@back::@by_its_name, @.super::@other::@x]} : () -> ()
  }
}
