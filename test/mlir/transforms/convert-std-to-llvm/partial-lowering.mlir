// What nothing lowers stays, with casts around it, as in mlir-opt; casts that lead back are removed.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --allow-unregistered-dialect --spelling=upstream | FileCheck %s
// RUN: mlir-opt %s -convert-arith-to-llvm -finalize-memref-to-llvm -convert-func-to-llvm -cse -reconcile-unrealized-casts -allow-unregistered-dialect | FileCheck %s
// RUN: not mlir-lite-opt %s --convert-std-to-llvm=full --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=FULL

// CHECK-LABEL: llvm.func @f(%arg0: i64) -> i64
// CHECK-NEXT: %[[A:.*]] = builtin.unrealized_conversion_cast %arg0 : i64 to index
// CHECK-NEXT: "my.op"(%[[A]]) : (index) -> ()
// CHECK-NEXT: %[[B:.*]] = "my.other"() : () -> index
// CHECK-NEXT: %[[C:.*]] = builtin.unrealized_conversion_cast %[[B]] : index to i64
// CHECK-NEXT: %[[D:.*]] = llvm.add %arg0, %[[C]] : i64
// CHECK-NEXT: %[[E:.*]] = builtin.unrealized_conversion_cast %[[D]] : i64 to index
// CHECK-NEXT: "my.op"(%[[E]]) : (index) -> ()
// CHECK-NEXT: llvm.return %[[C]] : i64
// FULL: error: failed to legalize operation 'my.op'
func.func @f(%a: index) -> index {
  "my.op"(%a) : (index) -> ()
  %b = "my.other"() : () -> index
  %c = arith.addi %a, %b : index
  "my.op"(%c) : (index) -> ()
  return %b : index
}

// CHECK-LABEL: llvm.func @g
// CHECK: %[[V:.*]] = "my.view"(%{{.*}}) : (memref<4xf32>) -> memref<4xf32>
// CHECK: %[[W:.*]] = builtin.unrealized_conversion_cast %[[V]] : memref<4xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK: ^bb0(%[[K:.*]]: index):
// CHECK-NEXT: %[[L:.*]] = builtin.unrealized_conversion_cast %[[K]] : index to i64
// CHECK: "my.yield"(%{{.*}}, %[[K]]) : (f32, index) -> ()
// CHECK: llvm.return %[[W]]
func.func @g(%m: memref<4xf32>, %i: index) -> memref<4xf32> {
  %0 = "my.view"(%m) : (memref<4xf32>) -> memref<4xf32>
  "my.op"(%m) ({
  ^bb0(%k: index):
    %2 = memref.load %m[%k] : memref<4xf32>
    "my.yield"(%2, %k) : (f32, index) -> ()
  }) : (memref<4xf32>) -> ()
  return %0 : memref<4xf32>
}
