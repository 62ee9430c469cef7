// What the custom forms of affine ops cannot say.

func.func @f(%x: f32) {
  // expected-error@below {{'affine.for' op expects one region argument of the same type for each init}}
  %0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index, %a: i32):
    "affine.yield"(%x) : (f32) -> ()
  }) : (f32) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'affine.for' op expects one result of the same type for each init}}
  %0 = "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index, %a: f32):
    %1 = arith.constant 1 : i32
    "affine.yield"(%1) : (i32) -> ()
  }) : (f32) -> i32
  return
}

// -----

func.func @f() {
  // expected-error@below {{'affine.if' op expects a region to run where the condition holds}}
  "affine.if"() <{condition = affine_set<() : (0 == 0)>}> ({
  }, {
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@below {{'affine.if' op expects region #0 to have 0 or 1 blocks}}
  "affine.if"() <{condition = affine_set<() : (0 == 0)>}> ({
    "cf.br"()[^bb1] : () -> ()
  ^bb1:
    "affine.yield"() : () -> ()
  }, {
  }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@below {{'affine.if' op region #0 should have no arguments}}
  "affine.if"() <{condition = affine_set<() : (0 == 0)>}> ({
  ^bb0(%a: i32):
    "affine.yield"() : () -> ()
  }, {
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expects groups that are tensors of 32-bit numbers}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1.0> : tensor<1xf32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expects steps that are integers}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1.0], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expected each loop to have bounds, and each bound a loop}}
  "affine.parallel"() <{lowerBoundsGroups = dense<0> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> ()>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'affine.parallel' op expected each loop to have bounds, and each bound a loop}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0, 1)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@below {{'affine.parallel' op attribute 'reductions' failed to satisfy constraint: array attribute of how two numbers are combined, from 0 to 15}}
  %0 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [77], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"(%x) : (f32) -> ()
  }) : () -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@below {{'affine.parallel' op result type cannot match reduction attribute: 'addi' of 'f32'}}
  %0 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [1 : i64], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"(%x) : (f32) -> ()
  }) : () -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@below {{'affine.linearize_index' op expects an operand for each size that 'static_basis' leaves open, 0, but found 1}}
  %0 = "affine.linearize_index"(%n, %n, %n) <{operandSegmentSizes = array<i32: 2, 1>, static_basis = array<i64: 4, 5>}> : (index, index, index) -> index
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@below {{'affine.linearize_index' op attribute 'disjoint' failed to satisfy constraint: unit or bool attribute}}
  %0 = "affine.linearize_index"(%n, %n) <{disjoint = 3 : i32, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4, 5>}> : (index, index) -> index
  return
}
