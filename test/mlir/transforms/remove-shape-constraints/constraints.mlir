// Constraints on shapes are taken to hold, as by mlir-opt; conditions of the author stay.
// RUN: mlir-opt %s --remove-shape-constraints -canonicalize -cse > %t
// RUN: mlir-lite-opt %s --remove-shape-constraints -canonicalize -cse --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t

// CHECK-NOT: shape.cstr_eq
// CHECK-NOT: shape.cstr_broadcastable
// CHECK: shape.cstr_require

func.func @assumptions(%a: !shape.shape, %b: !shape.shape, %t: tensor<?xindex>, %p: i1, %c: index) -> (index, index) {
  %0 = shape.cstr_eq %a, %b, %t : !shape.shape, !shape.shape, tensor<?xindex>
  %1 = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
  %2 = shape.assuming_all %0, %1
  %3 = shape.assuming %2 -> (index) {
    %4 = arith.addi %c, %c : index
    shape.assuming_yield %4 : index
  }
  %5 = shape.cstr_require %p, "of the author"
  %6 = shape.assuming_all %0, %5
  %7 = shape.assuming %6 -> (index) {
    %8 = arith.muli %c, %c : index
    shape.assuming_yield %8 : index
  }
  return %3, %7 : index, index
}
