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
