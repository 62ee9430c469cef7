// Constraints vanish if types, computations or constraints that were checked before say that sizes are equal.
// RUN: mlir-lite-opt %s --remove-implied-shape-constraints --spelling=upstream | FileCheck %s

// CHECK-LABEL: @checked_once
// CHECK: shape.cstr_eq
// CHECK: shape.cstr_eq
// CHECK-NOT: shape.cstr
// CHECK: return
func.func @checked_once(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) {
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.shape_of %c : tensor<?xf32> -> tensor<1xindex>
  %w0 = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  %w1 = shape.cstr_eq %1, %2 : tensor<1xindex>, tensor<1xindex>
  %w2 = shape.cstr_eq %0, %2 : tensor<1xindex>, tensor<1xindex>
  %w3 = shape.cstr_broadcastable %0, %2 : tensor<1xindex>, tensor<1xindex>
  %c0 = arith.constant 0 : index
  %3 = tensor.dim %a, %c0 : tensor<?xf32>
  %4 = shape.get_extent %2, %c0 : tensor<1xindex>, index -> index
  %5 = arith.cmpi eq, %3, %4 : index
  %w4 = shape.cstr_require %5, "the same length"
  return
}

// The concatenation of [n, m] and [n, m] is [n + n, m]; the product of [a, b] and [b, d] needs no check.
// CHECK-LABEL: @computed
// CHECK-NOT: shape.cstr
// CHECK: return
func.func @computed(%n: !shape.size, %m: !shape.size) {
  %sum = shape.add %n, %n : !shape.size, !shape.size -> !shape.size
  %0 = shape.from_extents %sum, %m : !shape.size, !shape.size
  %1 = shape.from_extents %sum : !shape.size
  %2 = shape.from_extents %m : !shape.size
  %3 = shape.concat %1, %2 : !shape.shape, !shape.shape -> !shape.shape
  %w0 = shape.cstr_eq %0, %3 : !shape.shape, !shape.shape
  %one = shape.const_shape [1, 1] : !shape.shape
  %w1 = shape.cstr_broadcastable %one, %2, %3 : !shape.shape, !shape.shape, !shape.shape
  return
}

// An earlier constraint cannot rely on a later one, nor one after a conditional on one in it.
// CHECK-LABEL: @in_order
// CHECK: shape.cstr_eq %arg0, %arg1
// CHECK: scf.if
// CHECK: shape.cstr_require
// CHECK-NOT: shape.cstr
// CHECK: }
// CHECK: shape.cstr_require
// CHECK: return
func.func @in_order(%a: tensor<2xindex>, %b: tensor<2xindex>, %p: i1, %i: index, %j: index) {
  %w0 = shape.cstr_eq %a, %b : tensor<2xindex>, tensor<2xindex>
  %0 = arith.cmpi eq, %i, %j : index
  scf.if %p {
    %w1 = shape.cstr_require %0, "equal"
    %w2 = shape.cstr_require %0, "equal again"
    %w3 = shape.cstr_eq %b, %a : tensor<2xindex>, tensor<2xindex>
  }
  %w4 = shape.cstr_require %0, "equal elsewhere"
  return
}

// Known sizes of types are equal to numbers; unknown ranks to nothing but themselves.
// CHECK-LABEL: @known
// CHECK: shape.cstr_eq %{{.*}}, %arg2
// CHECK-NOT: shape.cstr
// CHECK: return
func.func @known(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %s: tensor<?xindex>) {
  %0 = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex>
  %w0 = shape.cstr_eq %0, %s : tensor<2xindex>, tensor<?xindex>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %1 = shape.get_extent %s, %c0 : tensor<?xindex>, index -> index
  %2 = arith.cmpi eq, %1, %c2 : index
  %w1 = shape.cstr_require %2, "two rows"
  %w2 = shape.cstr_eq %s, %s : tensor<?xindex>, tensor<?xindex>
  return
}
