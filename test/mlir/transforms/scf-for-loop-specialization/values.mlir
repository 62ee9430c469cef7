// A loop with results is copied, too; `mlir-opt` 22 fails on it. Other bounds stay, with a remark.
// RUN: mlir-lite-opt %s --scf-for-loop-specialization --remarks-filter=scf -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: mlir-lite-opt %s --scf-for-loop-specialization | FileCheck %s
// RUN: mlir-lite-opt %s --scf-for-loop-specialization --run=sum --run-args=4 | FileCheck %s --check-prefix=FOUR
// RUN: mlir-lite-opt %s --scf-for-loop-specialization --run=sum --run-args=9 | FileCheck %s --check-prefix=NINE
// FOUR: 6
// NINE: 28

// MISSED: remark: [Missed] specialize | Category:scf | Function=other | Reason="an upper bound is not an 'affine.min' with a constant"

// CHECK-LABEL: func @sum
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (index) {
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %c8
// CHECK: return %[[R]]
func @sum(%n: index) -> index {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %end = affine.min affine_map<()[s0] -> (8, s0)>()[%n]
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%s = %c0) -> (index) {
    %t = addi %s, %i : index
    scf.yield %t : index
  }
  return %r : index
}

func @other(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    store %x, %m[%i] : memref<?xf32>
  }
  return
}
