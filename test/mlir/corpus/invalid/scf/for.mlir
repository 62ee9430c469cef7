// scf.for.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{expected 'step', found '{'}}
  scf.for %i = %a to %a {
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.for %i = %a to %a step %k {
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.for %i = %k to %k step %k {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op operand #0 must be index or signless integer, but got 'f32'}}
  scf.for %i = %x to %x step %x : f32 {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{expected SSA operand, found '0'}}
  scf.for %i = 0 to %a step %a {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op has a body that yields values of types (), expected (f32)}}
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op has a body that yields values of types (i32), expected (f32)}}
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) {
    scf.yield %k : i32
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (i32) {
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op has a body that yields values of types (f32), expected ()}}
  scf.for %i = %a to %a step %a {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) {
    scf.yield %v : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op expects region 'region' to have one block}}
  "scf.for"(%a, %a, %a) ({
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op has a body with arguments of types (), expected (index)}}
  "scf.for"(%a, %a, %a) ({
  ^bb0:
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.for' op has a body with arguments of types (i32), expected (index)}}
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: i32):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: index):
    // expected-error@below {{'func.return' op expects parent op 'func.func'}}
    "func.return"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %a to %a step %a {
  // expected-error@below {{entry block arguments are already named: the entry block has no label}}
  ^bb1:
  }
  return
}
