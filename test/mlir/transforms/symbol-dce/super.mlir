// References that leave their table keep symbols of outer and sibling tables. The other symbols are removed.
// RUN: mlir-lite-opt %s --symbol-dce -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines
// RUN: mlir-lite-opt %s --symbol-privatize --symbol-dce -split-input-file -allow-unregistered-dialect | FileCheck %s --check-prefix=PRIVATE

// CHECK:      module {
// CHECK-NEXT:   func private @of_the_root() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   module @foo {
// CHECK-NEXT:     func nested @used() {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   module @bar attributes {builtin.transparent_symbols} {
// CHECK-NEXT:     "t.user"() {uses = [@.super::@foo::@used, {deep = @.super::@of_the_root}]} : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT: }
module {
  func private @of_the_root() { return }
  func private @dead() { return }
  module @foo {
    func nested @used() { return }
    func nested @unused() { return }
  }
  module @bar attributes {builtin.transparent_symbols} {
    func private @of_the_root() { return }
    func private @dead() { call @of_the_root() : () -> () return }
    "t.user"() {uses = [@.super::@foo::@used, {deep = @.super::@of_the_root}]} : () -> ()
  }
}

// -----

// A public module that becomes private stays if something that stays refers to it.
// CHECK: module @kept {
// CHECK-NOT: module @gone{{.*}}
// PRIVATE: module @kept attributes {sym_visibility = "private"} {
// PRIVATE-NOT: @gone
module {
  module @kept {
    func nested @f() { return }
  }
  module @gone attributes {sym_visibility = "private"} {}
  module attributes {builtin.transparent_symbols} {
    "t.user"() {uses = [@.super::@kept::@f]} : () -> ()
  }
}

// -----

// No reference leaves a module that isolates symbols.
// CHECK-NOT: func private @unreachable(){{.*}}
// PRIVATE-NOT: func private @unreachable
module {
  func private @unreachable() { return }
  module {
    "t.user"() {uses = [@.super::@unreachable]} : () -> ()
  }
}

// -----

// Text of an unknown attribute counts as well. In an unknown op, which could be a table, @.super may lead out of that op
// only.
// CHECK: func private @in_text() {
// CHECK: func private @in_unknown() {
// CHECK: func private @around_unknown() {
// CHECK: func private @either() {
// CHECK: func private @either() {
// CHECK-NOT: func private @quoted() {
module {
  func private @in_text() { return }
  func private @in_unknown() { return }
  func private @around_unknown() { return }
  func private @either() { return }
  module attributes {builtin.transparent_symbols} {
    func private @either() { return }
    "t.user"() {of = #t.ref<[@.super::@in_text]>} : () -> ()
    "t.table"() ({
      "t.user"() {uses = [@.super::@in_unknown, @.super::@either]} : () -> ()
      module attributes {builtin.transparent_symbols} {
        "t.user"() {uses = [@.super::@.super::@around_unknown]} : () -> ()
      }
    }) : () -> ()
    func private @quoted() { return }
    "t.user"() {of = #t.ref<@".super"::@quoted>} : () -> ()
  }
}
