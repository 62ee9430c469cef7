func.func @f(%i: index, %z: !shape.size) {
  // expected-error@below {{'shape.add' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.add %z, %i : !shape.size, index -> index
  return
}

// -----

func.func @f(%i: index, %z: !shape.size) {
  // expected-error@below {{'shape.mul' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.mul %i, %z : index, !shape.size -> index
  return
}

// -----

func.func @f(%z: !shape.size) {
  // expected-error@below {{'shape.div' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.div %z, %z : !shape.size, !shape.size -> index
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // expected-error@below {{'shape.add' op operand #0 must be size or index, but got '!shape.shape'}}
  %0 = shape.add %sh, %i : !shape.shape, index -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'shape.add' op result #0 must be size or index, but got '!shape.shape'}}
  %0 = shape.add %i, %i : index, index -> !shape.shape
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.max' op inferred type(s) '!shape.shape' are incompatible with return type(s) of operation '!shape.size'}}
  %0 = shape.max %sh, %sh : !shape.shape, !shape.shape -> !shape.size
  return
}

// -----

func.func @f(%sh: !shape.shape, %z: !shape.size) {
  // expected-error@below {{'shape.min' op inferred type(s) '!shape.size' are incompatible with return type(s) of operation '!shape.shape'}}
  %0 = shape.min %z, %sh : !shape.size, !shape.shape -> !shape.shape
  return
}

// -----

func.func @f(%i: index, %z: !shape.size) {
  // expected-error@below {{'shape.max' op operand #0 must be shape or size, but got 'index'}}
  %0 = shape.max %i, %z : index, !shape.size -> !shape.size
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.size_to_index' op operand #0 must be size or index, but got '!shape.shape'}}
  %0 = shape.size_to_index %sh : !shape.shape
  return
}

// -----

func.func @f() {
  // expected-error@below {{attribute 'value' must be: index attribute}}
  %0 = shape.const_size "a"
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_size' op requires attribute 'value'}}
  %0 = "shape.const_size"() : () -> !shape.size
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_size' op attribute 'value' failed to satisfy constraint: index attribute}}
  %0 = "shape.const_size"() {value = 1 : i32} : () -> !shape.size
  return
}

// -----

func.func @f(%z: !shape.size) {
  // expected-error@below {{'shape.index_to_size' op operand #0 must be index, but got '!shape.size'}}
  %0 = "shape.index_to_size"(%z) : (!shape.size) -> !shape.size
  return
}
