// Functions that compute shapes, and libraries of them. In their bodies, names of the dialect's ops need no prefix.

shape.function_library @elementwise {
  func @same(%arg0: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
  func private @broadcast(%arg0: !shape.value_shape, %arg1: !shape.value_shape) -> !shape.shape attributes {of = 2 : i64} {
    %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
    %1 = shape.shape_of %arg1 : !shape.value_shape -> !shape.shape
    %2 = broadcast %0, %1 : !shape.shape, !shape.shape -> !shape.shape
    shape.return %2 : !shape.shape
  }
} mapping {test.same_operand_result_type_op = @same, test.add = @broadcast}

// A body that has its own dialect does not hand it on.
shape.func @product(%shape: tensor<?xindex>) -> index {
  %c1 = arith.constant 1 : index
  %0 = reduce(%shape, %c1) : tensor<?xindex> -> index {
  ^bb0(%position: index, %extent: index, %product: index):
    %1 = shape.mul %extent, %product : index, index -> index
    shape.yield %1 : index
  }
  return %0 : index
}

shape.func private @declared(!shape.shape) -> !shape.size
shape.func private @none()
shape.func @several(%a: !shape.size {test.a = 1 : i32}, %b: index) -> (!shape.size, index) {
  return %a, %b : !shape.size, index
}

module attributes {shape.lib = [@empty]} {
  shape.function_library @empty attributes {sym_visibility = "private"} {
    func @unused() {
      return
    }
  } mapping {}
}
