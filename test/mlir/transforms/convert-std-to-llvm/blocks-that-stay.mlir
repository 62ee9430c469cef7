// Branches convert the blocks that they lead to, also in the region of an op that is not lowered, as in mlir-opt.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-opt %s -convert-cf-to-llvm -convert-arith-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts --allow-unregistered-dialect | FileCheck %s
// RUN: mlir-lite-opt %s --convert-std-to-llvm --convert-scf-to-std --convert-std-to-llvm --reconcile-unrealized-casts --allow-unregistered-dialect --spelling=upstream | FileCheck %s --check-prefix=LATER

// CHECK-LABEL: llvm.func @f
// CHECK: scf.execute_region -> index
// CHECK: llvm.cond_br %{{.*}}, ^[[A:.*]](%{{.*}} : i64), ^[[B:.*]](%{{.*}} : i64)
// CHECK: ^[[A]](%[[X:.*]]: i64):
// CHECK: llvm.br ^[[B]](%{{.*}} : i64)
// CHECK: ^[[B]](%[[Z:.*]]: i64):
// CHECK: %[[CAST:.*]] = builtin.unrealized_conversion_cast %[[Z]] : i64 to index
// CHECK: scf.yield %[[CAST]] : index

// LATER-LABEL: llvm.func @f
// LATER-NOT: unrealized_conversion_cast
// LATER: llvm.return %{{.*}} : i64
func.func @f(%c: i1, %n: index) -> index {
  %r = scf.execute_region -> index {
    cf.cond_br %c, ^a(%n : index), ^b(%n : index)
  ^a(%x: index):
    %y = arith.addi %x, %n : index
    cf.br ^b(%y : index)
  ^b(%z: index):
    scf.yield %z : index
  }
  return %r : index
}

// CHECK-LABEL: llvm.func @switch
// CHECK: llvm.switch %{{.*}} : i32, ^{{.*}}(%{{.*}} : i64)
// CHECK: ^{{.*}}(%{{.*}}: i64):
// LATER-LABEL: llvm.func @switch
// LATER-NOT: unrealized_conversion_cast
// LATER: llvm.return
func.func @switch(%flag: i32, %n: index) -> index {
  %r = scf.execute_region -> index {
    cf.switch %flag : i32, [
      default: ^a(%n : index),
      1: ^a(%n : index)
    ]
  ^a(%x: index):
    scf.yield %x : index
  }
  return %r : index
}
