// Attributes, visibility and symbols of functions.

func.func private @declared(i32, f64 {t.name = "x"}) -> (i1 {t.result}, index)

func.func private @variadic_results() -> (i32, (f32) -> i8, tuple<i1, none>)

func.func nested @nested(%a: i32) -> i32 {
  return %a : i32
}

func.func public @public() {
  return
}

func.func @arguments(%a: i32 {t.first, t.second = [1, 2]}, %b: tensor<?xf32> {t.list = [1.5 : f32, "s"]}) -> (i32 {t.last = "r"}) attributes {t.kind = #t.kind<fast>} {
  return %a : i32
}

func.func @"quoted name"(%a: i32) {
  call @"quoted name"(%a) : (i32) -> ()
  return
}

func.func @recursion(%n: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = call @recursion(%n, %c) : (i32, i1) -> i32
  return %0 : i32
^bb2:
  return %n : i32
}

func.func @many_results() -> (i32, i32, f32) {
  %c1_i32 = arith.constant 1 : i32
  %cst = arith.constant 2.0 : f32
  return %c1_i32, %c1_i32, %cst : i32, i32, f32
}

func.func @uses_many() -> f32 {
  %0:3 = call @many_results() : () -> (i32, i32, f32)
  %1 = arith.addi %0#0, %0#1 : i32
  return %0#2 : f32
}

func.func @higher(%f: (i32) -> ((f32) -> f32), %x: f32, %n: i32) -> f32 {
  %0 = call_indirect %f(%n) : (i32) -> ((f32) -> f32)
  %1 = call_indirect %0(%x) : (f32) -> f32
  return %1 : f32
}

func.func @constant_function() -> ((i32) -> i32) {
  %f = constant @nested : (i32) -> i32
  return %f : (i32) -> i32
}

func.func @in_regions(%c: i1, %a: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    %1 = func.call @nested(%a) : (i32) -> i32
    scf.yield %1 : i32
  } else {
    %f = func.constant @nested : (i32) -> i32
    %1 = func.call_indirect %f(%a) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

func.func @call_attributes(%a: i32) -> i32 {
  %0 = call @nested(%a) {t.hot, t.weight = 3 : i8} : (i32) -> i32
  return {t.end} %0 : i32
}

func.func @named_arguments(%arg1: i32, %arg0: i32, %c: i1) -> i32 {
  %arg2 = arith.select %c, %arg1, %arg0 : i32
  return %arg2 : i32
}

module @inner attributes {t.version = 2 : i32} {
  func.func private @hidden()
  func.func @visible() {
    call @hidden() : () -> ()
    return
  }
  module {
    func.func @deep() {
      return
    }
  }
}

func.func @casts(%a: i32, %b: f32) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to f32, i32
  %2 = builtin.unrealized_conversion_cast to !t.type {t.empty}
  return %0 : index
}
