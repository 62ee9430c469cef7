// Indices are split and joined by affine functions. `mlir-opt` 22 numbers their symbols in another
// order.
// RUN: mlir-lite-opt %s --affine-expand-index-ops-as-affine | FileCheck %s
// RUN: mlir-lite-opt %s --affine-expand-index-ops-as-affine --remarks-filter=affine -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: mlir-lite-opt %s --run=digits --run-args=-35,5 | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --affine-expand-index-ops-as-affine --run=digits --run-args=-35,5 | FileCheck %s --check-prefix=VALUES
// -35 is -1 * 40 + 0 * 8 + 5.
// VALUES: -1
// VALUES: 0
// VALUES: 5
// VALUES: -35

// MISSED: remark: [Missed] expand | Category:affine | Function=loaded | Reason="an index is neither a dimension nor a symbol"

// CHECK-DAG: affine_map<()[s0, s1] -> (s0 floordiv (s1 * 8))>
// CHECK-DAG: affine_map<()[s0, s1] -> ((s0 mod (s1 * 8)) floordiv 8)>
// CHECK-LABEL: func @digits
// CHECK-NOT: linearize_index
// CHECK-COUNT-4: affine.apply
// CHECK-NEXT: return
func @digits(%i: index, %n: index) -> (index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 8) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (%n, 8) : index
  return %0#0, %0#1, %0#2, %1 : index, index, index, index
}

// CHECK-LABEL: func @loaded
// CHECK: affine.delinearize_index
func @loaded(%m: memref<10xindex>, %x: memref<2xf32>) {
  affine.for %i = 0 to 10 {
    %0 = load %m[%i] : memref<10xindex>
    %1:2 = affine.delinearize_index %0 into (2) : index, index
    %2 = load %x[%1#1] : memref<2xf32>
  }
  return
}
