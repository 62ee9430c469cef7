func.func @f() {
  // expected-error@below {{'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'}}
  %0 = shape.const_shape [1, 2] : tensor<3xindex>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<?xindex>'}}
  %0 = shape.const_shape [1, 2] : tensor<?xindex>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_shape' op result #0 must be shape or extent tensor, but got 'tensor<2xi32>'}}
  %0 = shape.const_shape [1, 2] : tensor<2xi32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_shape' op result #0 must be shape or extent tensor, but got '!shape.size'}}
  %0 = shape.const_shape [1, 2] : !shape.size
  return
}

// -----

func.func @f() {
  // expected-error@below {{expected '[', found '1'}}
  %0 = shape.const_shape 1 : !shape.shape
  return
}

// -----

func.func @f() {
  // expected-error@below {{expected integer, found '"a"'}}
  %0 = shape.const_shape ["a"] : !shape.shape
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute}}
  %0 = "shape.const_shape"() {shape = dense<1> : tensor<2xi64>} : () -> tensor<2xindex>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'shape.const_shape' op requires attribute 'shape'}}
  %0 = "shape.const_shape"() : () -> tensor<2xindex>
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.rank %sh : !shape.shape -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@below {{'shape.rank' op operand #0 must be shape or extent tensor, but got 'index'}}
  %0 = shape.rank %i : index -> index
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.num_elements %sh : !shape.shape -> index
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // expected-error@below {{'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.get_extent %sh, %i : !shape.shape, index -> index
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %z: !shape.size) {
  // expected-error@below {{'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.get_extent %b, %z : tensor<?xindex>, !shape.size -> index
  return
}

// -----

func.func @f(%b: tensor<?xindex>, %sh: !shape.shape) {
  // expected-error@below {{'shape.get_extent' op operand #1 must be size or index, but got '!shape.shape'}}
  %0 = shape.get_extent %b, %sh : tensor<?xindex>, !shape.shape -> index
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.from_extents' op operand #0 must be variadic of size or index, but got '!shape.shape'}}
  %0 = shape.from_extents %sh : !shape.shape
  return
}

// -----

func.func @f(%t: tensor<2xf32>) {
  // expected-error@below {{'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'tensor<2xf32>'}}
  %0 = shape.from_extent_tensor %t : tensor<2xf32>
  return
}

// -----

func.func @f(%sh: !shape.shape) {
  // expected-error@below {{'shape.to_extent_tensor' op result #0 must be tensor of index values, but got 'tensor<?xi32>'}}
  %0 = shape.to_extent_tensor %sh : !shape.shape -> tensor<?xi32>
  return
}

// -----

func.func @f(%w: !shape.witness) {
  // expected-error@below {{'shape.to_extent_tensor' op operand #0 must be shape or extent tensor, but got '!shape.witness'}}
  %0 = shape.to_extent_tensor %w : !shape.witness -> tensor<?xindex>
  return
}

// -----

func.func @f(%t: tensor<2xf32>) {
  // expected-error@below {{'shape.concat' op operand #0 must be shape or extent tensor, but got 'tensor<2xf32>'}}
  %0 = shape.concat %t, %t : tensor<2xf32>, tensor<2xf32> -> tensor<4xindex>
  return
}

// -----

func.func @f(%i: index, %w: !shape.witness) {
  // expected-error@below {{'shape.split_at' op operand #0 must be shape or extent tensor, but got '!shape.witness'}}
  %0:2 = "shape.split_at"(%w, %i) : (!shape.witness, index) -> (!shape.shape, !shape.shape)
  return
}

// -----

func.func @f(%sh: !shape.shape, %i: index) {
  // expected-error@below {{'shape.split_at' op expected 2 results, but found 1}}
  %0 = "shape.split_at"(%sh, %i) : (!shape.shape, index) -> !shape.shape
  return
}
