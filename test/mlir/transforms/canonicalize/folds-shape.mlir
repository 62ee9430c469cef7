// Ops of the shape dialect are canonicalized to what mlir-opt makes of them, byte for byte: sizes and shapes that are known,
// lists of shapes, constraints that hold, and shapes of values.
// RUN: mlir-opt test/mlir/corpus/valid/folds/shape.mlir --canonicalize --cse > %t
// RUN: mlir-lite-opt test/mlir/corpus/valid/folds/shape.mlir --canonicalize --cse --spelling=upstream | diff %t -

// What mlir-opt 22 fails on: a constant of another type than the result, an assumption that never holds, which it takes for
// one that holds, a shape of a value that it takes for a tensor, and a quotient that is rounded to zero.
// RUN: mlir-lite-opt %s --canonicalize --cse --spelling=upstream | FileCheck %s

// CHECK-LABEL: @size_of_indices
// CHECK: %0 = shape.add %arg0, %c0 : index, index -> !shape.size
func.func @size_of_indices(%i: index) -> !shape.size {
  %c0 = arith.constant 0 : index
  %0 = shape.add %i, %c0 : index, index -> !shape.size
  return %0 : !shape.size
}

// CHECK-LABEL: @shape_of_known
// CHECK: %0 = shape.const_shape [2, 3] : !shape.shape
// CHECK-NEXT: return %0
func.func @shape_of_known(%t: tensor<2x3xf32>) -> !shape.shape {
  %0 = shape.shape_of %t : tensor<2x3xf32> -> !shape.shape
  return %0 : !shape.shape
}

// CHECK-LABEL: @concat_of_unknown_type
// CHECK: shape.concat %0, %0 : tensor<1xindex>, tensor<1xindex> -> tensor<?xindex>
func.func @concat_of_unknown_type() -> tensor<?xindex> {
  %0 = shape.const_shape [4] : tensor<1xindex>
  %1 = shape.concat %0, %0 : tensor<1xindex>, tensor<1xindex> -> tensor<?xindex>
  return %1 : tensor<?xindex>
}

// CHECK-LABEL: @broadcast_of_unknown_type
// CHECK: %0 = shape.const_shape [5, 2] : tensor<2xindex>
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<2xindex> to tensor<?xindex>
func.func @broadcast_of_unknown_type() -> tensor<?xindex> {
  %0 = shape.const_shape [5, 1] : tensor<2xindex>
  %1 = shape.const_shape [2] : tensor<1xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  return %2 : tensor<?xindex>
}

// CHECK-LABEL: @never
// CHECK: shape.assuming
func.func @never(%i: index) -> index {
  %w = shape.const_witness false
  %0 = shape.assuming %w -> (index) {
    func.call @effect() : () -> ()
    shape.assuming_yield %i : index
  }
  return %0 : index
}
func.func private @effect()

// Rounded down, not to zero; there is no quotient of a division by zero.
// CHECK-LABEL: @quotients
// CHECK-DAG: %c-1 = arith.constant -1 : index
// CHECK-DAG: %c-2 = arith.constant -2 : index
// CHECK: %0 = shape.div %{{.*}}, %c0 : index, index -> index
// CHECK: return %c-1, %c-2, %0
func.func @quotients() -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m1 = arith.constant -1 : index
  %m2 = arith.constant -2 : index
  %c3 = arith.constant 3 : index
  %0 = shape.div %m1, %c2 : index, index -> index
  %1 = shape.div %c3, %m2 : index, index -> index
  %2 = shape.div %c1, %c0 : index, index -> index
  return %0, %1, %2 : index, index, index
}
