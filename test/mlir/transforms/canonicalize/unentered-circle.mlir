// Blocks of a circle that nobody enters are not merged so that ops use their own results: the block with the argument stays.
// RUN: mlir-lite-opt %s --canonicalize='region-simplify=false' --allow-unregistered-dialect --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @circle
// CHECK: return %arg0 : i32
// CHECK-NEXT: ^[[A:bb.*]](%[[X:.*]]: i32):
// CHECK-NEXT: "foo.a"()
// CHECK-NEXT: %[[Y:.*]] = arith.subi %[[X]],
// CHECK-NEXT: "foo.b"(%[[Y]])
// CHECK-NEXT: cf.br ^[[A]](%[[Y]] : i32)
func.func @circle(%n: i32) -> i32 {
  return %n : i32
^b:
  %one = arith.constant 1 : i32
  %y = arith.subi %x, %one : i32
  "foo.b"(%y) : (i32) -> ()
  cf.br ^a(%y : i32)
^a(%x: i32):
  "foo.a"() : () -> ()
  cf.br ^b
}

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[A:.*]] = arith.subi %arg0, %[[ONE]] : i32
// CHECK-NEXT: "foo.a"(%[[A]])
// CHECK-NEXT: return %[[A]] : i32
func.func @chain(%n: i32) -> i32 {
  cf.br ^a(%n : i32)
^a(%x: i32):
  %one = arith.constant 1 : i32
  %y = arith.subi %x, %one : i32
  cf.br ^b(%y : i32)
^b(%z: i32):
  "foo.a"(%z) : (i32) -> ()
  return %z : i32
}
