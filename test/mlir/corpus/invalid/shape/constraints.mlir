func.func @f(%b: tensor<?xindex>, %sh: !shape.shape) {
  // expected-error@below {{'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  %0 = shape.broadcast %sh, %b : !shape.shape, tensor<?xindex> -> tensor<?xindex>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'shape.broadcast' op operand #0 must be variadic of shape or extent tensor, but got 'index'}}
  %0 = shape.broadcast %i : index -> !shape.shape
  return
}

// -----

func.func @f(%w: !shape.witness) {
  // expected-error@below {{'shape.is_broadcastable' op operand #0 must be variadic of shape or extent tensor, but got '!shape.witness'}}
  %0 = shape.is_broadcastable %w : !shape.witness
  return
}

// -----

func.func @f(%z: !shape.size) {
  // expected-error@below {{'shape.shape_eq' op operand #0 must be variadic of shape or extent tensor, but got '!shape.size'}}
  %0 = shape.shape_eq %z : !shape.size
  return
}

// -----

func.func @f(%z: !shape.size) {
  // expected-error@below {{'shape.any' op operand #0 must be variadic of shape or extent tensor, but got '!shape.size'}}
  %0 = shape.any %z : !shape.size -> !shape.shape
  return
}

// -----

func.func @f(%s: tensor<3xindex>, %i: index) {
  // expected-error@below {{'shape.meet' op requires all sizes or shapes}}
  %0 = shape.meet %i, %s : index, tensor<3xindex> -> index
  return
}

// -----

func.func @f(%s: tensor<3xindex>, %sh: !shape.shape) {
  // expected-error@below {{'shape.meet' op inferred type(s) '!shape.shape' are incompatible with return type(s) of operation '!shape.size'}}
  %0 = shape.meet %s, %sh : tensor<3xindex>, !shape.shape -> !shape.size
  return
}

// -----

func.func @f(%s: tensor<3xindex>) {
  %k = shape.const_shape [1] : tensor<1xindex>
  // expected-error@below {{'shape.meet' op unequal shape cardinality}}
  %0 = shape.meet %s, %k : tensor<3xindex>, tensor<1xindex> -> tensor<?xindex>
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.cstr_broadcastable' op required at least 2 input shapes}}
  %0 = shape.cstr_broadcastable %sh : !shape.shape
  return
}

// -----

func.func @f(%z: !shape.size) {
  // expected-error@below {{'shape.cstr_eq' op operand #0 must be variadic of shape or extent tensor, but got '!shape.size'}}
  %0 = shape.cstr_eq %z : !shape.size
  return
}

// -----

func.func @f(%p: i1) {
  // expected-error@below {{expected ',', found 'return'}}
  %0 = shape.cstr_require %p
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.assuming_all' op no operands specified}}
  %0 = "shape.assuming_all"() : () -> !shape.witness
  return
}

// -----

func.func @f() {
  // expected-error@below {{integer constant out of range for an attribute of type 'i1'}}
  %0 = shape.const_witness 7
  return
}

// -----

func.func @f(%w: !shape.witness) {
  shape.assuming %w {
  ^bb0:
    // expected-error@below {{'func.return' op expects parent op 'func.func'}}
    "func.return"() : () -> ()
  }
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.assuming_yield' op expects parent op 'shape.assuming'}}
  shape.assuming_yield
}
