// scf.while.

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
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
  %0 = scf.while (%v = %k) : (i32) -> i32 {
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%w: f32):
    scf.yield %k : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  %0 = scf.while (%v = %k) : (f32) -> i32 {
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%w: i32):
    scf.yield %w : i32
  }
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.while : () -> () {
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
  return
}

// -----

func.func @f(%a: index, %k: i32, %c: i1, %x: f32) {
  scf.condition(%c)
  return
}
