// scf.execute_region and scf.index_switch.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.execute_region' op yields values of types (), expected (i32)}}
  %0 = scf.execute_region -> i32 {
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.execute_region' op yields values of types (f32), expected (i32)}}
  %0 = scf.execute_region -> i32 {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.execute_region' op region cannot have any arguments}}
  scf.execute_region {
  ^bb0(%v: i32):
    scf.yield
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  scf.index_switch %k
  default {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.index_switch %a
  case 1 {
    scf.yield
  }
  // expected-error@above {{expected 'default', found 'return'}}
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.index_switch' op has duplicate case value: 1}}
  scf.index_switch %a
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.index_switch' op has a region that yields values of types (f32), expected (i32)}}
  %0 = scf.index_switch %a -> i32
  case 1 {
    scf.yield %x : f32
  }
  default {
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.index_switch' op has a region that yields values of types (), expected (i32)}}
  %0 = scf.index_switch %a -> i32
  case 1 {
    scf.yield %k : i32
  }
  default {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  // expected-error@below {{'scf.index_switch' op has 1 case regions but 2 case values}}
  "scf.index_switch"(%a) <{cases = array<i64: 1, 2>}> ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}
