// Constraints become assertions, as by mlir-opt, and what holds for certain needs none: also after other ops are simplified.
// RUN: mlir-opt %s -canonicalize --convert-shape-constraints -canonicalize -cse > %t.own
// RUN: mlir-lite-opt %s -canonicalize --convert-shape-constraints -canonicalize -cse --spelling=upstream | diff %t.own -
// RUN: FileCheck %s --input-file=%t.own

// CHECK-LABEL: @holds
// CHECK-NOT: assert
// CHECK: return %arg0
func.func @holds(%t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = shape.shape_of %t : tensor<2x3xf32> -> tensor<2xindex>
  %1 = shape.const_shape [2, 3] : tensor<2xindex>
  %w0 = shape.cstr_eq %0, %1 : tensor<2xindex>, tensor<2xindex>
  %w1 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<2xindex>
  %w = shape.assuming_all %w0, %w1
  %2 = shape.assuming %w -> (tensor<2x3xf32>) {
    shape.assuming_yield %t : tensor<2x3xf32>
  }
  return %2 : tensor<2x3xf32>
}

// CHECK-LABEL: @is_checked
// CHECK: %[[SAME:.*]] = shape.shape_eq
// CHECK: cf.assert %[[SAME]], "required equal shapes"
// CHECK: cf.assert %arg2, "of the author"
func.func @is_checked(%a: !shape.shape, %b: !shape.shape, %p: i1) -> index {
  %w0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %w1 = shape.cstr_require %p, "of the author"
  %w = shape.assuming_all %w0, %w1
  %0 = shape.assuming %w -> (index) {
    %1 = arith.constant 7 : index
    shape.assuming_yield %1 : index
  }
  return %0 : index
}
