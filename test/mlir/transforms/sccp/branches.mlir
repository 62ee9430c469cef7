// Constants through branches and loops.
// RUN: mlir-lite-opt %s --sccp -split-input-file -allow-unregistered-dialect | FileCheck %s --match-full-lines

// The example of Wegman and Zadeck: only the optimistic assumption shows that the branch is never
// taken.
// CHECK: module {
// CHECK-NEXT:   func @f() -> i32 {
// CHECK-NEXT:     %true = constant true
// CHECK-NEXT:     %c1_i32 = constant 1 : i32
// CHECK-NEXT:     br ^bb1(%c1_i32 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:     cond_br %true, ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     br ^bb4(%c1_i32 : i32)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     %c2_i32 = constant 2 : i32
// CHECK-NEXT:     br ^bb4(%c2_i32 : i32)
// CHECK-NEXT:   ^bb4(%1: i32):  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:     %2 = "t.unknown"() : () -> i1
// CHECK-NEXT:     cond_br %2, ^bb1(%c1_i32 : i32), ^bb5
// CHECK-NEXT:   ^bb5:  // pred: ^bb4
// CHECK-NEXT:     return %c1_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f() -> i32 {
  %c1 = constant 1 : i32
  br ^loop(%c1 : i32)
^loop(%x: i32):
  %is_one = cmpi "eq", %x, %c1 : i32
  cond_br %is_one, ^same, ^other
^same:
  br ^next(%x : i32)
^other:
  %c2 = constant 2 : i32
  br ^next(%c2 : i32)
^next(%y: i32):
  %go_on = "t.unknown"() : () -> i1
  cond_br %go_on, ^loop(%y : i32), ^end
^end:
  return %y : i32
}

// -----

// Values that depend on the path are not constant.
// CHECK: module {
// CHECK-NEXT:   func @f(%arg0: i1) -> i32 {
// CHECK-NEXT:     %c1_i32 = constant 1 : i32
// CHECK-NEXT:     %c2_i32 = constant 2 : i32
// CHECK-NEXT:     cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb1(%c2_i32 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:     %1 = addi %0, %c1_i32 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f(%c: i1) -> i32 {
  %c1_i32 = constant 1 : i32
  %c2_i32 = constant 2 : i32
  cond_br %c, ^bb1(%c1_i32 : i32), ^bb1(%c2_i32 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  %1 = addi %0, %c1_i32 : i32
  return %1 : i32
}

// -----

// Regions use the constants around them.
// CHECK: func @f() -> i32 {
// CHECK-NEXT: %c7_i32 = constant 7 : i32
// CHECK: "t.use"(%c7_i32) : (i32) -> ()
// CHECK-NEXT: yield %c7_i32 : i32
func @f() -> i32 {
  %c3 = constant 3 : i32
  %c4 = constant 4 : i32
  %r = dynamic_tensor_from_elements {
  ^bb0(%i: index):
    %s = addi %c3, %c4 : i32
    "t.use"(%s) : (i32) -> ()
    yield %s : i32
  } : tensor<3xi32>
  return %c3 : i32
}

// -----

// An unknown op may be isolated from above: constants that are found in its regions are created
// there.
// CHECK: module {
// CHECK-NEXT:   func @f() -> i32 {
// CHECK-NEXT:     %0 = "t.region"() ({
// CHECK-NEXT:       %c8_i32 = constant 8 : i32
// CHECK-NEXT:       %c4_i32 = constant 4 : i32
// CHECK-NEXT:       "t.yield"(%c8_i32) : (i32) -> ()
// CHECK-NEXT:     }) : () -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f() -> i32 {
  %r = "t.region"() ({
    %c4 = constant 4 : i32
    %s = addi %c4, %c4 : i32
    "t.yield"(%s) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}

// -----

// So is the constant that the argument of a block in such a region is.
// CHECK: module {
// CHECK-NEXT:   func @f() -> i32 {
// CHECK-NEXT:     %0 = "t.region"() ({
// CHECK-NEXT:       %c4_i32 = constant 4 : i32
// CHECK-NEXT:       br ^bb1(%c4_i32 : i32)
// CHECK-NEXT:     ^bb1(%1: i32):  // pred: ^bb0
// CHECK-NEXT:       %c4_i32_0 = constant 4 : i32
// CHECK-NEXT:       "t.end"(%c4_i32_0) : (i32) -> ()
// CHECK-NEXT:     }) : () -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func @f() -> i32 {
  %r = "t.region"() ({
    %c4 = constant 4 : i32
    br ^bb1(%c4 : i32)
  ^bb1(%x: i32):
    "t.end"(%x) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}
