// scf.for.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %a to %a {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %a to %a step %k {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %k to %k step %k {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %x to %x step %x : f32 {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = 0 to %a step %a {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) {
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (i32) {
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %a to %a step %a {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0:2 = scf.for %i = %a to %a step %a iter_args(%v = %x) -> (f32) {
    scf.yield %v : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  "scf.for"(%a, %a, %a) ({
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  "scf.for"(%a, %a, %a) ({
  ^bb0:
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
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
    "func.return"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.for %i = %a to %a step %a {
  ^bb1:
  }
  return
}
