// scf.if.

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'i1' vs 'i32'}}
  scf.if %k {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op has a region that yields values of types (), expected (f32)}}
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op has a region that yields values of types (i32), expected (f32)}}
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op has a region that yields values of types (), expected (f32)}}
  %0 = scf.if %c -> f32 {
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op has a region that yields values of types (f32), expected ()}}
  scf.if %c {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.if %c
  // expected-error@above {{expected '{', found 'return'}}
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op requires a block in its first region}}
  "scf.if"(%c) ({
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op requires regions without arguments}}
  "scf.if"(%c) ({
  ^bb0(%v: i32):
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.if' op requires 2 regions, but found 1}}
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  return
}
