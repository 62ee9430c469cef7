// Indices are split and joined by arithmetic; other ops of affine stay.
// RUN: mlir-lite-opt %s --affine-expand-index-ops | FileCheck %s
// RUN: mlir-lite-opt %s --affine-expand-index-ops --run=digits --run-args=-35 | FileCheck %s --check-prefix=VALUES
// VALUES: -3
// VALUES: 13
// VALUES: -35

// CHECK-LABEL: func @digits
// CHECK-NOT: linearize_index
// CHECK: affine.apply
// CHECK-NOT: linearize_index
// CHECK: return
func @digits(%i: index) -> (index, index, index) {
  %0:2 = affine.delinearize_index %i into (16) : index, index
  %1 = affine.linearize_index [%0#0, %0#1] by (16) : index
  %2 = affine.apply affine_map<(d0) -> (d0 + 0)>(%1)
  return %0#0, %0#1, %2 : index, index, index
}
