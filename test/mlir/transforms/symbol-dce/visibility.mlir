// Private symbols that nothing refers to go, in nested tables too, as in mlir-opt. References from the regions of unknown
// ops count, and what is in these stays: mlir-opt refuses an unknown op that could be a symbol table.
// RUN: sed '/^ *\/\/ ONLY HERE/,$d' %s > %t.alike
// RUN: mlir-opt -allow-unregistered-dialect --symbol-dce %t.alike > %t.mlir
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --symbol-dce %t.alike | diff %t.mlir -
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --symbol-dce %s | FileCheck %s
module {
  func.func private @dead() { return }
  func.func private @of_an_inner_table() { return }
  module @a {
    func.func private @dead() { return }
    func.func nested @nested() { return }
    func.func @public() { call @live() : () -> () return }
    func.func private @live() { return }
    module @c attributes {sym_visibility = "private"} {
      func.func @x() { return }
      func.func nested @y() { return }
    }
    module @d attributes {sym_visibility = "nested"} {
      func.func @x() { return }
      func.func private @y() { return }
    }
  }
  module @b attributes {sym_visibility = "private"} {
    func.func @public() { return }
  }
  module @e attributes {sym_visibility = "private"} {
    func.func @public() { return }
    func.func private @dead() { return }
    func.func nested @used() { return }
    func.func nested @unused() { return }
    "foo.x"() {x = @of_an_inner_table} : () -> ()
  }
  func.func @main() {
    "foo.regions"() ({
      "foo.yield"() {callee = @e::@used} : () -> ()
    }, {
    }) : () -> ()
    return
  }
}
// ONLY HERE
// CHECK-NOT: @gone
// CHECK: func.func private @kernel
// CHECK: func.func private @in_text
// CHECK: func.func @user
// CHECK: "foo.table"
// CHECK: func.func private @inner
// CHECK: func.func private @unused_there
module {
  func.func private @gone() { return }
  func.func private @kernel() { return }
  func.func private @in_text() { return }
  func.func @user() {
    "foo.region"() ({
      func.call @kernel() : () -> ()
      "foo.yield"() {of = #foo.ref<[@in_text]>} : () -> ()
    }) : () -> ()
    return
  }
  "foo.table"() ({
    func.func private @inner() { return }
    func.func private @unused_there() { return }
    "foo.use"() {callee = @inner} : () -> ()
  }) {sym_name = "t"} : () -> ()
}
