// scf.if.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.if %k {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.if %c -> f32 {
  } else {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.if %c {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.if %c
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  "scf.if"(%c) ({
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  "scf.if"(%c) ({
  ^bb0(%v: i32):
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }) : (i1) -> ()
  return
}
