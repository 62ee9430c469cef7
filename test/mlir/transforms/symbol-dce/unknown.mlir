// What looks like a reference in the text of an unknown attribute or type keeps the symbol, also in the type of a value.
// RUN: mlir-lite-opt -allow-unregistered-dialect --symbol-dce %s | FileCheck %s
// RUN: mlir-lite-opt -allow-unregistered-dialect --inline %s | FileCheck %s

// CHECK-COUNT-8: func private @
// CHECK-NOT: @dead
func.func private @a() { return }
func.func private @b() { return }
func.func private @c() { return }
func.func private @d() { return }
func.func private @e() { return }
func.func private @f() { return }
func.func private @g() { return }
func.func private @h() { return }
func.func private @dead() { return }
"u.u"() {p = #foo.bar<@a>, q = !foo.baz<[@b]>, r = #foo.baz<[@c]>, s = !foo<"x@d">, t = memref<2xf32, #foo.sp<@e>>, u = [tuple<i32, !foo.x<@f>>]} : () -> ()
func.func @main() {
  %0 = "u.u"() : () -> !foo.baz<@g>
  "u.u"() ({
  ^bb0(%a: tensor<2xi32, #foo.enc<@h>>):
    "u.u"() : () -> ()
  }) : () -> ()
  return
}
