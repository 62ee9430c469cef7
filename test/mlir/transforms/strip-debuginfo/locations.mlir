// All ops, arguments and results have unknown locations afterwards, as by `mlir-opt`.
// RUN: mlir-lite-opt %s --strip-debuginfo -mlir-print-debuginfo --spelling=upstream > %t
// RUN: mlir-opt %s --strip-debuginfo -mlir-print-debuginfo | diff - %t
// RUN: FileCheck %s < %t

// CHECK: #[[UNKNOWN:.*]] = loc(unknown)
// CHECK: func.func @f(%{{.*}}: i32 loc(unknown)) -> i32 {
// CHECK-NEXT: arith.addi {{.*}} : i32 loc(#[[UNKNOWN]])
// CHECK-NEXT: return {{.*}} : i32 loc(#[[UNKNOWN]])
// CHECK-NEXT: } loc(#[[UNKNOWN]])
// CHECK-NEXT: } loc(#[[UNKNOWN]])
// CHECK-NOT: loc(
func.func @f(%a: i32 loc("argument")) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("f.toy":1:2)
  return %0 : i32 loc(fused["a", "b"])
}
