// scf.while and scf.condition.

func.func @while(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

func.func @while_carried(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = scf.while (%a = %n) : (i32) -> i32 {
    %1 = arith.cmpi sgt, %a, %c1 : i32
    scf.condition(%1) %a : i32
  } do {
  ^bb0(%b: i32):
    %2 = arith.subi %b, %c1 : i32
    scf.yield %2 : i32
  }
  return %0 : i32
}

func.func @while_of_other_types(%n: i32, %x: f32) -> (f32, i64) {
  %0:2 = scf.while (%a = %n, %v = %x) : (i32, f32) -> (f32, i64) {
    %c = arith.constant true
    %e = arith.extsi %a : i32 to i64
    scf.condition(%c) %v, %e : f32, i64
  } do {
  ^bb0(%v: f32, %e: i64):
    %t = arith.trunci %e : i64 to i32
    scf.yield %t, %v : i32, f32
  }
  return %0#0, %0#1 : f32, i64
}

func.func @while_attributes(%c: i1, %x: f32) -> f32 {
  %0 = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) {note} %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  } attributes {tag = "t"}
  return %0 : f32
}

func.func @do_while(%m: memref<i1>) {
  scf.while : () -> () {
    %0 = memref.load %m[] : memref<i1>
    scf.condition(%0)
  } do {
    scf.yield
  }
  return
}

func.func @while_without_results(%n: i32, %c: i1) {
  scf.while (%a = %n) : (i32) -> () {
    scf.condition(%c)
  } do {
    scf.yield %n : i32
  }
  return
}

func.func @while_nested(%n: index) -> index {
  %0 = scf.while (%a = %n) : (index) -> index {
    %1 = arith.cmpi ult, %a, %n : index
    scf.condition(%1) %a : index
  } do {
  ^bb0(%a: index):
    %1 = scf.while (%b = %a) : (index) -> index {
      %2 = arith.cmpi ult, %b, %a : index
      scf.condition(%2) %b : index
    } do {
    ^bb0(%b: index):
      scf.yield %a : index
    }
    scf.yield %1 : index
  }
  return %0 : index
}
