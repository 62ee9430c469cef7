// Generic forms of 2020: attributes of arguments and results, and attributes of ops that nobody knows.
// RUN: mlir-lite-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --spelling=upstream | mlir-opt --allow-unregistered-dialect | FileCheck %s --check-prefix=TODAY

// CHECK: func @f(%{{.*}}: i32, %{{.*}}: i32 {dialect.a = 1 : i64}) -> (i32 {dialect.b}) {
// TODAY: func.func @f(%{{.*}}: i32, %{{.*}}: i32 {dialect.a = 1 : i64}) -> (i32 {dialect.b}) {
"func"() ({
^bb0(%a: i32, %b: i32):
  "std.return"(%a) : (i32) -> ()
}) {sym_name = "f", type = (i32, i32) -> i32, arg1 = {dialect.a = 1 : i64}, result0 = {dialect.b}} : () -> ()

// Of an argument that there is not, nothing is said.
// CHECK: func @g() attributes {arg1 = {dialect.a}}
"func"() ({
  "std.return"() : () -> ()
}) {sym_name = "g", type = () -> (), arg1 = {dialect.a}} : () -> ()

func @h() {
  // CHECK: "foo.op"() {operand_segment_sizes = dense<7> : vector<2x2xi32>} : () -> ()
  "foo.op"() {operand_segment_sizes = dense<7> : vector<2x2xi32>} : () -> ()
  return
}
