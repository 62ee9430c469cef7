// Shapes of ops that nobody declares, by the shape functions of a library: the types say what is inferred, errors that are
// sure are reported with the message of the author, and where a size is not known, nothing is.
// RUN: mlir-lite-opt %s --infer-shapes-by-functions -split-input-file -verify-diagnostics -allow-unregistered-dialect --spelling=upstream | FileCheck %s

shape.function_library @library {
  func @concat(%a: !shape.value_shape, %b: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %a : !shape.value_shape -> !shape.shape
    %1 = shape_of %b : !shape.value_shape -> !shape.shape
    %c0 = const_size 0
    %c1 = const_size 1
    %2 = get_extent %0, %c0 : !shape.shape, !shape.size -> !shape.size
    %3 = get_extent %1, %c0 : !shape.shape, !shape.size -> !shape.size
    %4 = add %2, %3 : !shape.size, !shape.size -> !shape.size
    %5 = get_extent %0, %c1 : !shape.shape, !shape.size -> !shape.size
    %6 = from_extents %4, %5 : !shape.size, !shape.size
    return %6 : !shape.shape
  }
  func @add(%a: !shape.value_shape, %b: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %a : !shape.value_shape -> !shape.shape
    %1 = shape_of %b : !shape.value_shape -> !shape.shape
    %2 = broadcast %0, %1 {error = "the lengths of a sum differ"} : !shape.shape, !shape.shape -> !shape.shape
    return %2 : !shape.shape
  }
} mapping {mine.concat = @concat, mine.add = @add}

// CHECK-LABEL: @chain
// CHECK: %0 = "mine.concat"(%arg0, %arg0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK: "mine.add"({{.*}}) : (tensor<*xf32>, tensor<3xf32>) -> tensor<4x3xf32>
// CHECK: "mine.other"(%arg0) : (tensor<2x3xf32>) -> tensor<*xf32>
func.func @chain(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> (tensor<*xf32>, tensor<?x3xf32>, tensor<*xf32>) {
  %0 = "mine.concat"(%a, %a) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  %1 = "mine.add"(%0, %b) : (tensor<*xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %2 = "mine.other"(%a) : (tensor<2x3xf32>) -> tensor<*xf32>
  return %0, %1, %2 : tensor<*xf32>, tensor<?x3xf32>, tensor<*xf32>
}

// CHECK-LABEL: @unknown
// CHECK: "mine.add"(%arg0, %arg1) : (tensor<?xf32>, tensor<2xf32>) -> tensor<*xf32>
func.func @unknown(%a: tensor<?xf32>, %b: tensor<2xf32>) -> tensor<*xf32> {
  %0 = "mine.add"(%a, %b) : (tensor<?xf32>, tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

shape.function_library @library {
  func @add(%a: !shape.value_shape, %b: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %a : !shape.value_shape -> !shape.shape
    %1 = shape_of %b : !shape.value_shape -> !shape.shape
    %2 = broadcast %0, %1 {error = "the lengths of a sum differ"} : !shape.shape, !shape.shape -> !shape.shape
    return %2 : !shape.shape
  }
  func @twice(%a: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %a : !shape.value_shape -> !shape.shape
    %1 = concat %0, %0 : !shape.shape, !shape.shape -> !shape.shape
    return %1 : !shape.shape
  }
} mapping {mine.add = @add, mine.twice = @twice}

func.func @differ(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@below {{'mine.add' op the lengths of a sum differ}}
  %0 = "mine.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}
func.func @declared(%a: tensor<2xf32>) {
  // expected-error@below {{'mine.twice' op has a result of type 'tensor<2x3xf32>', but its shape function gives 'tensor<2x2xf32>'}}
  %0 = "mine.twice"(%a) : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

shape.function_library @library {
  func @add(%a: !shape.value_shape, %b: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %a : !shape.value_shape -> !shape.shape
    %1 = shape_of %b : !shape.value_shape -> !shape.shape
    %2 = broadcast %0, %1 {error = "lengths differ"} : !shape.shape, !shape.shape -> !shape.shape
    return %2 : !shape.shape
  }
} mapping {mine.add = @add}

// CHECK-LABEL: @sum
// CHECK: "mine.add"({{.*}}) : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x3xf32>
func.func @sum(%a: tensor<4x1xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  %0 = "mine.add"(%a, %b) : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
