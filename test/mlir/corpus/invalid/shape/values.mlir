func.func @f(%t: tensor<2xf32>) {
  // expected-error@below {{'shape.shape_of' op inferred type(s) 'tensor<1xindex>' are incompatible with return type(s) of operation 'tensor<2xindex>'}}
  %0 = shape.shape_of %t : tensor<2xf32> -> tensor<2xindex>
  return
}

// -----

func.func @f(%v: !shape.value_shape) {
  // expected-error@below {{'shape.shape_of' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  %0 = shape.shape_of %v : !shape.value_shape -> tensor<?xindex>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'shape.shape_of' op operand #0 must be shaped of any type values or value with a shape, but got 'index'}}
  %0 = shape.shape_of %i : index -> !shape.shape
  return
}

// -----

func.func @f(%t: tensor<2xf32>) {
  // expected-error@below {{'shape.shape_of' op result #0 must be shape or extent tensor, but got '!shape.size'}}
  %0 = shape.shape_of %t : tensor<2xf32> -> !shape.size
  return
}

// -----

func.func @f(%i: index, %t: tensor<2xf32>) {
  // expected-error@below {{'shape.dim' op result #0 must be size or index, but got '!shape.shape'}}
  %0 = shape.dim %t, %i : tensor<2xf32>, index -> !shape.shape
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // expected-error@below {{'shape.dim' op operand #0 must be shaped of any type values, but got '!shape.shape'}}
  %0 = shape.dim %sh, %i : !shape.shape, index -> index
  return
}

// -----

func.func @f(%sh: !shape.shape, %w: !shape.witness) {
  // expected-error@below {{'shape.with_shape' op operand #0 must be shaped of any type values or value with a shape, but got '!shape.witness'}}
  %0 = shape.with_shape %w, %sh : !shape.witness, !shape.shape
  return
}

// -----

func.func @f(%i: index, %t: tensor<2xf32>) {
  // expected-error@below {{'shape.with_shape' op operand #1 must be shape or extent tensor, but got 'index'}}
  %0 = shape.with_shape %t, %i : tensor<2xf32>, index
  return
}

// -----

func.func @f(%v: !shape.value_shape) {
  // expected-error@below {{'shape.value_of' op result #0 must be shaped of any type values, but got '!shape.shape'}}
  %0 = shape.value_of %v : !shape.shape
  return
}

// -----

func.func @f(%t: tensor<2xf32>) {
  // expected-error@below {{'shape.value_as_shape' op operand #0 must be 1D tensor of integer or index values or value with a shape, but got 'tensor<2xf32>'}}
  %0 = shape.value_as_shape %t : tensor<2xf32> -> !shape.shape
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'shape.debug_print' op operand #0 must be shape or size, but got 'index'}}
  %0 = "shape.debug_print"(%i) : (index) -> index
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %i: index) {
  // expected-error@below {{'shape.reduce' op ReduceOp body is expected to have 3 arguments}}
  %0 = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: index, %y: index):
    shape.yield %i : index
  }
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %i: index) {
  // expected-error@below {{'shape.reduce' op argument 0 of ReduceOp body is expected to be of IndexType}}
  %0 = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: f32, %y: index, %a: index):
    shape.yield %a : index
  }
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %i: index) {
  // expected-error@below {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor}}
  %0 = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: index, %y: !shape.size, %a: index):
    shape.yield %a : index
  }
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // expected-error@below {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType}}
  %0 = shape.reduce(%sh, %i) : !shape.shape -> index {
  ^bb0(%x: index, %y: index, %a: index):
    shape.yield %a : index
  }
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %i: index) {
  // expected-error@below {{'shape.reduce' op type mismatch between argument 2 of ReduceOp body and initial value 0}}
  %0 = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: index, %y: index, %a: f32):
    shape.yield %x : index
  }
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %i: index) {
  %0 = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: index, %y: index, %a: index):
    // expected-error@below {{'shape.yield' op number of operands does not match number of results of its parent}}
    shape.yield
  }
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %i: index, %p: i1) {
  %0 = shape.reduce(%b, %i) : tensor<?xindex> -> index {
  ^bb0(%x: index, %y: index, %a: index):
    // expected-error@below {{'shape.yield' op types mismatch between yield op and its parent}}
    shape.yield %p : i1
  }
  return
}

// -----

func.func @f(%b: tensor<?xindex>) {
  // expected-error@below {{expected 1 types for as many operands, found 2}}
  %0 = shape.reduce(%b) : tensor<?xindex> -> index {
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'shape.yield' op expects parent op to be one of 'shape.reduce, shape.function_library'}}
  shape.yield %i : index
}
