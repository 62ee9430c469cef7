// Constant propagation erases nothing that it still needs: a constant without uses is the one that a value becomes later,
// in the same block or in a nested region.
// RUN: mlir-lite-opt %s --sccp --verify-each | FileCheck %s
// RUN: mlir-lite-opt %s --sccp --run=same_block --run-args=7 | FileCheck %s --check-prefix=SEVEN
// RUN: mlir-lite-opt %s --sccp --lower-affine --run=nested_region --run-args=7 | FileCheck %s --check-prefix=SEVEN
// RUN: mlir-lite-opt %s --sccp --run=behind_a_branch --run-args=7 | FileCheck %s --check-prefix=SEVEN
// SEVEN: 7 : i

// CHECK-NOT: unknown
// CHECK-LABEL: func @same_block(
// CHECK-SAME: [[X:%.*]]: i32
// CHECK: [[ZERO:%.*]] = constant 0 : i32
// CHECK: [[SUM:%.*]] = addi [[X]], [[ZERO]] : i32
// CHECK: return [[SUM]] : i32
func @same_block(%x: i32) -> i32 {
  %c0 = constant 0 : i32
  %c5 = constant 5 : i32
  %c-5 = constant -5 : i32
  %0 = addi %c5, %c-5 : i32
  %1 = addi %x, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func @nested_region(
// CHECK: [[ZERO:%.*]] = constant 0 : index
// CHECK: affine.for
// CHECK: [[OLD:%.*]] = load
// CHECK-NEXT: addi [[OLD]], [[ZERO]] : index
func @nested_region(%x: index) -> index {
  %c0 = constant 0 : index
  %m = alloc() : memref<index>
  store %x, %m[] : memref<index>
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 floordiv 64)>(%i)
    %1 = load %m[] : memref<index>
    %2 = addi %1, %0 : index
    store %2, %m[] : memref<index>
  }
  %r = load %m[] : memref<index>
  return %r : index
}

// CHECK-LABEL: func @behind_a_branch(
// CHECK: [[ZERO:%.*]] = constant 0 : i64
// CHECK: br
// CHECK: addi {{.*}}, [[ZERO]] : i64
func @behind_a_branch(%x: i64) -> i64 {
  %c0 = constant 0 : i64
  %c3 = constant 3 : i64
  br ^next(%x : i64)
^next(%y: i64):
  %zero = subi %c3, %c3 : i64
  %sum = addi %y, %zero : i64
  return %sum : i64
}

// No constant is made for a value that only values use which are constant themselves.
// CHECK-LABEL: func @only_the_last(
// CHECK-SAME: [[X:%.*]]: i64
// CHECK-NOT: constant 6
// CHECK: [[LAST:%.*]] = constant 12 : i64
// CHECK-NOT: constant 6
// CHECK: addi [[LAST]], [[X]] : i64
func @only_the_last(%x: i64) -> i64 {
  %c2 = constant 2 : i64
  %c3 = constant 3 : i64
  %six = muli %c2, %c3 : i64
  %twelve = addi %six, %six : i64
  %sum = addi %twelve, %x : i64
  return %sum : i64
}
