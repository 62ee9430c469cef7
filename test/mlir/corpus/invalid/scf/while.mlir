// scf.while.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.while' op yields values of types (), expected (i32)}}
  %0 = scf.while (%v = %k) : (i32) -> i32 {
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%w: i32):
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.while' op passes on values of types (f32), expected (i32)}}
  %0 = scf.while (%v = %k) : (i32) -> i32 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%w: i32):
    scf.yield %w : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.while' op expects the first region to end with 'scf.condition'}}
  %0 = scf.while (%v = %k) : (i32) -> i32 {
    scf.yield %v : i32
  } do {
  ^bb0(%w: i32):
    scf.yield %w : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.while' op has a second region with arguments of types (f32), expected (i32)}}
  %0 = scf.while (%v = %k) : (i32) -> i32 {
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%w: f32):
    scf.yield %k : i32
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = scf.while (%v = %k) : (f32) -> i32 {
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%w: i32):
    scf.yield %w : i32
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.while : () -> () {
    // expected-error@below {{use of value '%k' expects different type than prior uses: 'i1' vs 'i32'}}
    scf.condition(%k)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.while : () -> () {
    scf.condition(%c)
  }
  // expected-error@above {{expected 'do', found 'return'}}
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.condition' op must be the last operation in the parent block}}
  scf.condition(%c)
  return
}
