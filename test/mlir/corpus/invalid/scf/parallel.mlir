// scf.parallel, scf.reduce and scf.forall.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.parallel' op needs as many lower bounds, upper bounds and steps: 2, 1 and 1}}
  scf.parallel (%i) = (%a, %a) to (%a) step (%a) {
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1}}
  scf.parallel (%i, %j) = (%a) to (%a) step (%a) {
    scf.reduce
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.parallel (%i) = (%k) to (%k) step (%k) {
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () {
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %z = arith.constant 0 : index
  // expected-error@below {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i) = (%a) to (%a) step (%z) {
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.parallel' op combines values of types (), expected (f32)}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    scf.reduce
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.parallel' op combines values of types (f32), expected ()}}
  scf.parallel (%i) = (%a) to (%a) step (%a) {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    // expected-error@below {{'scf.reduce' op has 0-th reduction with arguments of types (f32), expected (f32, f32)}}
    scf.reduce(%x : f32) {
    ^bb0(%l: f32):
      scf.reduce.return %l : f32
    }
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    // expected-error@below {{'scf.reduce' op has 0-th reduction with arguments of types (i32, i32), expected (f32, f32)}}
    scf.reduce(%x : f32) {
    ^bb0(%l: i32, %r: i32):
      scf.reduce.return %l : i32
    }
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      // expected-error@below {{'scf.reduce.return' op returns a value of types (i32), expected (f32)}}
      scf.reduce.return %k : i32
    }
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.parallel' op combines values of types (f32), expected (i32)}}
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%k) -> i32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      // expected-error@below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.parallel, scf.while'}}
      scf.yield %l : f32
    }
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.reduce' op must be the last operation in the parent block}}
  scf.reduce
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.reduce.return' op must be the last operation in the parent block}}
  scf.reduce.return %x : f32
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.forall' op expected 1 lower bounds, found 2}}
  scf.forall (%i, %j) in (%a) {
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.forall (%i) in (%k) {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.forall' op expected 1 lower bounds, found 2}}
  scf.forall (%i) = (0, 0) to (1) step (1) {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.forall (%i) in (4) {
    // expected-error@below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.parallel, scf.while'}}
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.forall.in_parallel' op must be the last operation in the parent block}}
  scf.forall.in_parallel {
  }
  return
}
