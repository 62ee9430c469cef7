// Functions of several blocks split the block of the call, as in `mlir-opt -inline` 22: it splits,
// orders and merges blocks in the same way.
// RUN: mlir-lite-opt %s --inline -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// The result is an argument of the block after the call.
// CHECK: module {
// CHECK-NEXT:   func @main(%arg0: i1) -> i32 {
// CHECK-NEXT:     cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %c1_i32 = constant 1 : i32
// CHECK-NEXT:     br ^bb3(%c1_i32 : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     %c2_i32 = constant 2 : i32
// CHECK-NEXT:     br ^bb3(%c2_i32 : i32)
// CHECK-NEXT:   ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     %1 = addi %0, %0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func private @choose(%c: i1) -> i32 {
  cond_br %c, ^a, ^b
^a:
  %0 = constant 1 : i32
  return %0 : i32
^b:
  %1 = constant 2 : i32
  return %1 : i32
}
func @main(%c: i1) -> i32 {
  %0 = call @choose(%c) : (i1) -> i32
  %1 = addi %0, %0 : i32
  return %1 : i32
}

// -----

// `@loop` is inlined twice into a block that is the target of a branch; its entry uses its arguments
// in later blocks.
// CHECK: module {
// CHECK-NEXT:   func @main(%arg0: i32) -> i32 {
// CHECK-NEXT:     br ^bb1(%arg0 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:     %1 = muli %0, %0 : i32
// CHECK-NEXT:     %2 = addi %1, %1 : i32
// CHECK-NEXT:     br ^bb2
// CHECK-NEXT:   ^bb2:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     %3 = cmpi "eq", %2, %1 : i32
// CHECK-NEXT:     cond_br %3, ^bb2, ^bb3
// CHECK-NEXT:   ^bb3:  // pred: ^bb2
// CHECK-NEXT:     br ^bb4
// CHECK-NEXT:   ^bb4:  // pred: ^bb3
// CHECK-NEXT:     %4 = addi %0, %0 : i32
// CHECK-NEXT:     br ^bb5
// CHECK-NEXT:   ^bb5:  // 2 preds: ^bb4, ^bb5
// CHECK-NEXT:     %5 = cmpi "eq", %4, %0 : i32
// CHECK-NEXT:     cond_br %5, ^bb5, ^bb6
// CHECK-NEXT:   ^bb6:  // pred: ^bb5
// CHECK-NEXT:     br ^bb7
// CHECK-NEXT:   ^bb7:  // pred: ^bb6
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func private @loop(%n: i32) {
  %0 = addi %n, %n : i32
  br ^head
^head:
  %1 = cmpi "eq", %0, %n : i32
  cond_br %1, ^head, ^end
^end:
  return
}
func @main(%a: i32) -> i32 {
  br ^next(%a : i32)
^next(%b: i32):
  %0 = muli %b, %b : i32
  call @loop(%0) : (i32) -> ()
  call @loop(%b) : (i32) -> ()
  return %0 : i32
}
