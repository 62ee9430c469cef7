// A block that is never reached is erased with the constants that unknown ops in it keep.
// RUN: mlir-lite-opt %s --canonicalize --allow-unregistered-dialect --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @f() {
  return
^never(%x: i32):
  %one = arith.constant 1 : i32
  "foo.region"(%one) ({
    %two = arith.constant 2.0 : f16
    %used = "foo.use"(%two) : (f16) -> index
  }) : (i32) -> ()
  cf.br ^never(%one : i32)
}

// CHECK-LABEL: func.func @kept
// CHECK: "foo.region"
// CHECK-NEXT: arith.constant 2
// CHECK-NEXT: "foo.use"
func.func @kept() {
  "foo.region"() ({
    %two = arith.constant 2.0 : f16
    %used = "foo.use"(%two) : (f16) -> index
  }) : () -> ()
  return
^never:
  "foo.region"() ({
    %two = arith.constant 2.0 : f16
    %used = "foo.use"(%two) : (f16) -> index
  }) : () -> ()
  return
}
