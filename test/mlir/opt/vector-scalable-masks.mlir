// Masks with a scalable dimension: on the interpreter at another length, and lowered to masks of rows.
// RUN: mlir-lite-opt %s --run --vscale=2 | FileCheck %s
// RUN: mlir-lite-opt %s --lower-vector --run --vscale=2 | FileCheck %s

// CHECK: ( ( 1, 1, 1, 0 ), ( 1, 1, 1, 0 ), ( 0, 0, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 1, 1, 1 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
// CHECK-NEXT: ( ( 1, 1, 1, 1 ), ( 1, 1, 1, 1 ), ( 1, 1, 1, 1 ) )
// CHECK-NEXT: ( ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 0, 0, 0, 0 ) )
func @main() {
  %two = constant 2 : index
  %three = constant 3 : index
  %0 = call @created(%two, %three) : (index, index) -> vector<3x[2]xi1>
  vector.print %0 : vector<3x[2]xi1>
  %1 = vector.constant_mask [1, 2] : vector<3x[2]xi1>
  vector.print %1 : vector<3x[2]xi1>
  %2 = vector.constant_mask [3, 2] : vector<3x[2]xi1>
  vector.print %2 : vector<3x[2]xi1>
  %3 = vector.constant_mask [0, 0] : vector<3x[2]xi1>
  vector.print %3 : vector<3x[2]xi1>
  return
}

func private @created(%rows: index, %columns: index) -> vector<3x[2]xi1> {
  %0 = vector.create_mask %rows, %columns : vector<3x[2]xi1>
  return %0 : vector<3x[2]xi1>
}
