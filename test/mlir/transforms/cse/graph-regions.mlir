// Equal ops of a graph region are merged, as in mlir-opt, where definitions come before uses.
// RUN: sed '/^ *\/\/ ONLY HERE/,/^ *\/\/ END/d' %s > %t.alike
// RUN: mlir-opt -allow-unregistered-dialect --cse %t.alike > %t.mlir
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --cse %t.alike | diff %t.mlir -
// RUN: mlir-lite-opt -allow-unregistered-dialect --spelling=upstream --cse %s | FileCheck %s
module {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[ONE]], %[[ONE]] : i32
  // CHECK-NEXT: "foo.use"(%[[SUM]], %[[SUM]])
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.addi %0, %1 : i32
  "foo.use"(%2, %3) : (i32, i32) -> ()
  // ONLY HERE: mlir-opt does not merge constants that are used before they are defined.
  // CHECK: "foo.use"(%[[TWO:.*]], %[[TWO]])
  // CHECK-NEXT: %[[TWO]] = arith.constant 2 : i32
  // CHECK-NEXT: %[[A:.*]] = arith.addi %[[A]], %[[TWO]] : i32
  // CHECK-NEXT: %[[B:.*]] = arith.addi %[[B]], %[[TWO]] : i32
  // CHECK-NEXT: "foo.use"(%[[A]], %[[B]])
  "foo.use"(%4, %5) : (i32, i32) -> ()
  %4 = arith.constant 2 : i32
  %5 = arith.constant 2 : i32
  // Each is a cycle of its own.
  %6 = arith.addi %6, %4 : i32
  %7 = arith.addi %7, %5 : i32
  "foo.use"(%6, %7) : (i32, i32) -> ()
  // END
}
