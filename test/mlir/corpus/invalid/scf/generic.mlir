// What the custom forms of scf ops cannot say.

func.func @f(%a: index, %b: i32) {
  // expected-error@below {{'scf.for' op requires bounds and step of one type}}
  "scf.for"(%a, %a, %b) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, i32) -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@below {{'scf.while' op has a first region with arguments of types (i32), expected ()}}
  "scf.while"() ({
  ^bb0(%x: i32):
    %true = arith.constant true
    "scf.condition"(%true) : (i1) -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@below {{'scf.while' op expects the second region to end with 'scf.yield'}}
  "scf.while"() ({
    %true = arith.constant true
    "scf.condition"(%true) : (i1) -> ()
  }, {
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@below {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: i32):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %x: f32) {
  %0 = "scf.parallel"(%a, %a, %a, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    // expected-error@below {{'scf.reduce' op expects as many regions as operands: 0 and 1}}
    "scf.reduce"(%x) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@below {{'scf.reduce' op 0-th reduction has an empty body}}
    "scf.reduce"(%x) ({
    }) : (f32) -> ()
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@below {{'scf.reduce' op expects 0-th reduction to have one block}}
    "scf.reduce"(%x) ({
    ^bb0(%a: f32, %b: f32):
      "cf.br"()[^bb1] : () -> ()
    ^bb1:
      scf.reduce.return %a : f32
    }) : (f32) -> ()
  }
  return
}
