// Copied ops and blocks have the location of the call, too.
// RUN: mlir-lite-opt %s --inline -split-input-file --spelling=upstream -mlir-print-debuginfo -mlir-print-op-generic -mlir-print-local-scope | FileCheck %s

// As by `mlir-opt -inline` 22, the block after the call takes the results from where the call was.
// CHECK: ^bb1(%{{.*}}: i32 loc(callsite("x" at "call"))):
// CHECK: ^bb0(%{{.*}}: index loc(callsite("i" at "call"))):
// CHECK: ^bb3(%{{.*}}: i32 loc("call")):
func private @f(%a: i32, %c: i1, %n: index) -> i32 {
  cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32 loc("x")):
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index loc("i")):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  br ^bb2
^bb2:
  return %a : i32
}
func @g(%a: i32, %c: i1, %n: index) -> i32 {
  %0 = call @f(%a, %c, %n) : (i32, i1, index) -> i32 loc("call")
  return %0 : i32
}

// -----

// The location of a copy has all calls.
// CHECK: addi{{.*}}loc(callsite(callsite("f.toy":1:2 at "g.toy":3:4) at "main.toy":5:6))
func private @f(%a: i32) -> i32 {
  %0 = addi %a, %a : i32 loc("f.toy":1:2)
  return %0 : i32
}
func private @g(%a: i32) -> i32 {
  %0 = call @f(%a) : (i32) -> i32 loc("g.toy":3:4)
  return %0 : i32
}
func @main(%a: i32) -> i32 {
  %0 = call @g(%a) : (i32) -> i32 loc("main.toy":5:6)
  return %0 : i32
}
