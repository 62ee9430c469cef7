// scf.execute_region and scf.index_switch.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.execute_region {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.execute_region -> i32 {
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.execute_region -> i32 {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.execute_region {
  ^bb0(%v: i32):
    scf.yield
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
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
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
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
  "scf.index_switch"(%a) <{cases = array<i64: 1, 2>}> ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}
