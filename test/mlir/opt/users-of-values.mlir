// Comments name the users of each value, the last one first; ops without results have numbers.
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --mlir-print-value-users | FileCheck %s
// RUN: mlir-opt %s --allow-unregistered-dialect --mlir-print-value-users | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-NEXT: // %arg0 is used by %2, %1
// CHECK-NEXT: // %arg1 is used by %5
// CHECK-NEXT: // %arg2 is unused
// CHECK-NEXT: // %arg3 is used by %3#0, %3#1
// CHECK-NEXT: %1 = arith.addi %arg0, %arg0 : i32 // users: %3#0, %3#1, %2
// CHECK-NEXT: %2 = arith.muli %1, %arg0 : i32 // users: %3#0, %3#1
// CHECK-NEXT: %c0 = arith.constant 0 : index // users: %3#0, %3#1
// CHECK-NEXT: %c1 = arith.constant 1 : index // users: %3#0, %3#1
// CHECK-NEXT: %3:2 = scf.for
// CHECK-NEXT: // %arg4 is used by %[[STORE:[0-9]+]]
// CHECK: memref.store {{.*}} // id: %[[STORE]]
// CHECK-NEXT: scf.yield {{.*}} // id: %
// CHECK-NEXT: } // users: (%4), (unused)
// CHECK-NEXT: %4 = arith.cmpi eq, %3#0, %3#0 : i32 // unused
// CHECK-NEXT: "x.y"(%arg1) : (memref<4xi32>) -> () // id: %5
// CHECK-NEXT: "x.y"() : () -> (){{$}}
func.func @f(%a: i32, %m: memref<4xi32>, %u: i32, %n: index) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0, %y = %1) -> (i32, i32) {
    %q = arith.addi %x, %y : i32
    %m2 = memref.alloc() : memref<4xi32>
    memref.store %q, %m2[%i] : memref<4xi32>
    scf.yield %q, %y : i32, i32
  }
  %c = arith.cmpi eq, %r#0, %r#0 : i32
  "x.y"(%m) : (memref<4xi32>) -> ()
  "x.y"() : () -> ()
  return
}
